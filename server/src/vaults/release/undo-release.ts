// The owner undoes a release, as long as no recipient has proven who they are: signed in with a proof, or by the link in the email about it. The
// vault is active again, and its executors' codes stay valid. It locks the owner and then the vault, as a release does.
import { lockUser, type UserRow } from '../../people/users/user-store.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { countReleasesUndone } from '../../records/acts/undone-release-store.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { correctedAddress, undoReleaseOnce } from '../vault/undo-store.ts';
import { findVaultOf, lockVaultOf } from '../vault/vault-store.ts';
import { endRelease, notifyOfUndoneRelease, type UndoneReleaseNeeds } from './record-undone-release.ts';

interface Undone {
  removedDate: string | null;
  isRecipientNotified: boolean;
}

/** @throws {Refusal} vault-not-found, not-released, release-opened */
export async function undoRelease(
  needs: UndoneReleaseNeeds & { database: Database },
  { ownerId, vaultId }: { ownerId: string; vaultId: string },
): Promise<Undone> {
  if (!isId(vaultId)) refuse('vault-not-found');
  return needs.database.transaction(async (tx) => {
    const user = await lockUser(tx, ownerId);
    if (!user || user.deletedAt) refuse('vault-not-found');
    return undoReleaseOf(needs, tx, { user, vaultId });
  });
}

/**
 * The same in the caller's transaction, which holds the user's lock. It works for an account that is being deleted or suspended too.
 * @throws {Refusal} also account-suspended
 */
export async function undoReleaseOf(
  needs: UndoneReleaseNeeds,
  tx: Transaction,
  { user, vaultId }: { user: UserRow; vaultId: string },
): Promise<Undone> {
  const before = await lockVaultOf(tx, user.id, vaultId);
  if (!before || before.status === 'deleting') refuse('vault-not-found');
  if (before.status !== 'released') refuse('not-released');
  await requireWayToRelease(tx, user, vaultId);
  const now = needs.clock.now();
  const vault = (await undoReleaseOnce(tx, { ownerId: user.id, vaultId }, now)) ?? refuse('release-opened');
  const number = (await countReleasesUndone(tx, [vaultId])).get(vaultId) ?? 0;
  const reached = await endRelease(needs, tx, { vaultId, number });
  await recordAct(needs, tx, { vaultId, userId: user.id, actor: 'owner', event: 'release-undone' });
  const removedDate = vault.scheduledReleaseDate === null ? before.scheduledReleaseDate : null;
  const editsAllowed = (await findVaultOf(tx, user.id, vaultId))?.editsAllowed ?? 0;
  const undoneCorrection = correctedAddress(before);
  const facts = { user, vault, editsAllowed, number, removedDate, reached, undoneCorrection };
  await notifyOfUndoneRelease(needs, tx, facts);
  return { removedDate: removedDate?.toISOString() ?? null, isRecipientNotified: reached.length > 0 };
}

/** A suspended owner can add neither an executor nor a date, so a vault without an executor could never be delivered. */
async function requireWayToRelease(tx: Transaction, { suspendedAt }: UserRow, vaultId: string): Promise<void> {
  if (suspendedAt && (await listExecutors(tx, vaultId)).length === 0) refuse('account-suspended');
}
