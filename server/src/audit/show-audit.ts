// `npm run admin -- audit`: what happened, in words, with the digests that stand in the log.
import type { Database } from '../database/open-database.ts';
import type { LogNames } from '../keys/log-names.ts';
import { searchAudit } from './audit-store.ts';
import { auditWords } from './audit-words.ts';

interface Needs {
  database: Database;
  logNames: LogNames;
}
export interface AuditWish {
  vaultId?: string | undefined;
  userId?: string | undefined;
  since?: Date | undefined;
  /** Digests of a network, as the log has them. */
  networks?: string[] | undefined;
}

const maxLines = 1000;

export async function showAudit({ database, logNames }: Needs, { networks, ...wish }: AuditWish): Promise<string> {
  const found = await searchAudit(database, { ...wish, max: maxLines });
  const lines = found
    .filter(({ line }) => !networks || networks.includes(String(factsIn(line.detail).network)))
    .map(({ line, userId, reason }) => {
      const person = userId ? logNames.account(userId) : line.personId && 'a purged account';
      const about = [
        person && `account ${person}`,
        line.vaultId && `vault ${line.vaultId}`,
        ...Object.entries(factsIn(line.detail)).map(([name, value]) => value !== null && `${name} ${value}`),
        reason && `because: ${reason}`,
      ].filter(Boolean);
      return `${line.at.toISOString()}  ${line.actor.padEnd(9)} ${auditWords[line.event as keyof typeof auditWords] ?? line.event}${about.length ? ` (${about.join(', ')})` : ''}`;
    });
  if (lines.length === 0) return 'Nothing of this is in the audit.';
  const cut = found.length === maxLines ? [`The newest ${maxLines} lines; ask for less with --since.`] : [];
  return [...cut, ...lines].join('\n');
}

const factsIn = (detail: unknown) => detail as Record<string, string | number | boolean | null>;
