// Renders the audit for `npm run admin -- audit`, with the digests of the log.

import type { LogNames } from '../../keys/secret/log-names.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { searchActs } from './act-store.ts';
import { actWords } from './act-words.ts';

interface Needs {
  database: Database;
  logNames: LogNames;
}
export interface AuditFilter {
  vaultId?: string | undefined;
  userId?: string | undefined;
  since?: Date | undefined;
  /** Digests of a network, as the log shows them. */
  networks?: string[] | undefined;
}

const maxLines = 1000;

export async function showActs({ database, logNames }: Needs, { networks, ...filter }: AuditFilter): Promise<string> {
  const found = await searchActs(database, { ...filter, max: maxLines });
  const lines = found
    .filter(({ line }) => !networks || networks.includes(String(factsIn(line.detail).network)))
    .map(({ line, userId, reason }) => {
      const person = userId ? logNames.account(userId) : line.personId && 'that is not in this database';
      const about = [
        person && `account ${person}`,
        line.vaultId && `vault ${line.vaultId}`,
        ...Object.entries(factsIn(line.detail)).map(([name, value]) => value !== null && `${name} ${value}`),
        reason && `because: ${reason}`,
      ].filter(Boolean);
      return `${line.at.toISOString()}  ${line.actor.padEnd(9)} ${actWords[line.event as keyof typeof actWords] ?? line.event}${about.length ? ` (${about.join(', ')})` : ''}`;
    });
  if (lines.length === 0) return 'The audit has no such line.';
  const cut = found.length === maxLines ? [`Only the newest ${maxLines} lines; use --since for a shorter time.`] : [];
  return [...cut, ...lines].join('\n');
}

const factsIn = (detail: unknown) => detail as Record<string, string | number | boolean | null>;
