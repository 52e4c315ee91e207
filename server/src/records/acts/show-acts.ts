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

const maxActs = 1000;

/** @returns the lines for a person, and the same facts for a program */
export async function showActs({ database, logNames }: Needs, { networks, ...filter }: AuditFilter) {
  const found = await searchActs(database, { ...filter, max: maxActs });
  const facts = found
    .filter(({ act }) => !networks || networks.includes(String(factsIn(act.detail).network)))
    .map(({ act, userId, reason }) => ({
      at: act.at.toISOString(),
      actor: act.actor,
      event: act.event,
      account: userId ? logNames.account(userId) : act.personId && 'that is not in this database',
      vaultId: act.vaultId,
      ...factsIn(act.detail),
      reason,
    }));
  const cut = found.length === maxActs ? [`Only the newest ${maxActs} lines; use --since for a shorter time.`] : [];
  const text = facts.length === 0 ? 'The audit has no such line.' : [...cut, ...facts.map(describeAct)].join('\n');
  return { text, facts };
}

interface ActFacts {
  at: string;
  actor: string;
  event: string;
  account: string | null;
  vaultId: string | null;
  reason: string | null;
}

function describeAct({ at, actor, event, account, vaultId, reason, ...detail }: ActFacts): string {
  const about = [
    account && `account ${account}`,
    vaultId && `vault ${vaultId}`,
    ...Object.entries(detail).map(([name, value]) => value !== null && `${name} ${value}`),
    reason && `because: ${reason}`,
  ].filter(Boolean);
  return `${at}  ${actor.padEnd(9)} ${actWords[event as keyof typeof actWords] ?? event}${about.length ? ` (${about.join(', ')})` : ''}`;
}

const factsIn = (detail: unknown) => detail as Record<string, string | number | boolean | null>;
