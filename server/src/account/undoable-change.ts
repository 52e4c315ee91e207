// Which change the link of a letter is about, and whether it can still be undone.
import { listOpenChanges, type OwnerChangeRow } from '../people/owner-changes/owner-change-store.ts';
import type { DatabaseOrTransaction } from '../platform/database/transaction.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { refuse } from '../platform/lib/refusal.ts';

/** @throws {Refusal} if the link can no longer be used */
export function requireUndoable({ clock }: { clock: Clock }, change: OwnerChangeRow | null): OwnerChangeRow {
  if (!change) refuse('change-link-unknown');
  if (change.undoneAt) refuse('change-undone');
  if (change.expiresAt <= clock.now()) refuse('change-link-expired');
  return change;
}

// The letter about a request promises to stop the move, even if it has happened in the meantime.
export async function followRequest(
  { clock }: { clock: Clock },
  database: DatabaseOrTransaction,
  change: OwnerChangeRow,
): Promise<OwnerChangeRow> {
  if (change.kind !== 'email-asked') return change;
  const moves = await listOpenChanges(database, change.userId, 'email', clock.now());
  return moves.find(({ createdAt }) => createdAt >= change.createdAt) ?? change;
}
