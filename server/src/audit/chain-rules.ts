// How the audit lines of a vault are chained: each hash covers the one before it, the number and the line, so that no line can be
// changed or taken out without changing every later hash. The database's trigger computes the same (migration 0025).
import { createHash } from 'node:crypto';

/** A line as PostgreSQL writes its columns as text. The operator's reason is not in it, because it goes with the account. */
export interface ChainedLine {
  id: string;
  vaultId: string;
  personId: string | null;
  actor: string;
  actorId: string | null;
  event: string;
  /** UTC with microseconds: 2026-11-23T09:30:00.000000Z */
  at: string;
  detail: string;
}

/** Stands where there is no earlier hash. */
export const noHash = '0'.repeat(64);

export function hashOf(before: string, number: number, line: ChainedLine): string {
  const { id, vaultId, personId, actor, actorId, event, at, detail } = line;
  const parts = [before, number, id, vaultId, personId ?? '', actor, actorId ?? '', event, at, detail];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
