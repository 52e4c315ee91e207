// Restores the values from before a change, with one function per kind. Every write checks again whether the vault may still be
// changed: a vault that was released in the meantime does not change.
import type { OwnerChangeKind } from '@remembrance/contract/owner-changes.ts';
import type { VaultTexts } from '../keys/vault/vault-texts.ts';
import type {
  EarlierCheckIn,
  EarlierName,
  EarlierTwoFactor,
  EarlierValue,
} from '../people/owner-changes/earlier-values.ts';
import { listOpenChanges, type OwnerChangeRow } from '../people/owner-changes/owner-change-store.ts';
import { openEarlier, type ReportChangeNeeds, replaceEarlier } from '../people/owner-changes/report-change.ts';
import { deletePasskey } from '../people/passkeys/passkey-store.ts';
import { restoreTwoFactor, turnOffTwoFactor } from '../people/two-factor/change-two-factor.ts';
import { replaceRecoveryCodes } from '../people/two-factor/two-factor-store.ts';
import { endContentWait } from '../people/users/earlier-email-store.ts';
import { ownerName } from '../people/users/owner-name.ts';
import { changeUser, deleteEmptyUser, findUserByEmail, setEmail, type UserRow } from '../people/users/user-store.ts';
import type { Transaction } from '../platform/database/transaction.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { putCheckInBack } from '../vaults/check-in/choose-check-in.ts';
import { removeExecutor, replaceExecutor } from '../vaults/executors/correct-executor.ts';
import type { CodeNeeds } from '../vaults/executors/new-code.ts';
import { undoReleaseOf } from '../vaults/release/undo-release.ts';
import { restoreDeleted } from '../vaults/vault/delete-store.ts';
import { type PutVaultBack, putVaultBack, refuseVault } from './put-vault-back.ts';

export type PutBackNeeds = CodeNeeds & ReportChangeNeeds;

const nothingToPutBack: readonly OwnerChangeKind[] = [
  'executor-code',
  'export',
  'passkey-removed',
  'sessions-ended',
  'token-created',
  'provider-linked',
  'plan-cancelled',
];

export const canPutBack = (kind: OwnerChangeKind): boolean => !nothingToPutBack.includes(kind);

interface PutBack extends PutVaultBack {
  texts: VaultTexts | null;
}

/** The caller must hold the user's lock. An executor gets a new code from `texts`. @returns the current owner. @throws {Refusal} */
export async function putBack(
  needs: PutBackNeeds,
  tx: Transaction,
  { change, user, texts, within }: PutBack,
): Promise<UserRow> {
  const { vaultId } = change;
  const earlier = (await openEarlier(needs, change)) as EarlierValue;
  // Only expired and undone changes lose their values, and those never get here. But a lost secret may have sealed the values.
  if (change.sealedEarlier && !earlier) refuse('change-link-expired');
  switch (change.kind as OwnerChangeKind) {
    case 'title':
    case 'recipient':
    case 'questions':
    case 'content':
    case 'release-date':
    case 'delivery':
    case 'release-settings':
      await putVaultBack(needs, tx, { change, user, within });
      return user;
    case 'executor': {
      const { name = '', email, note, secondEmail } = earlier;
      if (!texts) return refuseVault(tx, vaultId);
      const to = { name, email, note, secondEmail: secondEmail ?? '' };
      await replaceExecutor(needs, tx, { ...executorOf(change, user), to, texts });
      return user;
    }
    case 'executor-added':
      await removeExecutor(needs, tx, executorOf(change, user));
      return user;
    case 'vault-deletion':
      if (!(await restoreDeleted(tx, user.id, vaultId ?? '', needs.clock.now()))) refuse('vault-not-found');
      return user;
    case 'release':
      await undoReleaseOf(needs, tx, { user, vaultId: vaultId ?? '' });
      return user;
    case 'check-in': {
      const checkIn = await openEarlier<EarlierCheckIn>(needs, change);
      if (checkIn) await putCheckInBack(needs, tx, user, checkIn);
      return user;
    }
    case 'name':
      return putNameBack(needs, tx, change, user);
    case 'email':
      return moveToAddress(needs, tx, user, earlier.email);
    default:
      await putWayInBack(needs, tx, change);
      return user;
  }
}

// A state that the owner has restored already stays as it is.
async function putWayInBack(needs: PutBackNeeds, tx: Transaction, change: OwnerChangeRow): Promise<void> {
  const { userId, itemId } = change;
  switch (change.kind as OwnerChangeKind) {
    case 'passkey-added':
      if (itemId) await deletePasskey(tx, userId, itemId);
      return;
    case 'two-factor-on':
      await turnOffTwoFactor(tx, userId);
      return;
    case 'two-factor-off': {
      const earlier = await openEarlier<EarlierTwoFactor>(needs, change);
      if (earlier) await restoreTwoFactor(needs, tx, userId, earlier);
      return;
    }
    case 'recovery-codes-renewed':
      await stopRecoveryCodes(needs, tx, change);
      return;
    default:
      return; // there was only the pending link to end, which has happened
  }
}

// Stops every code created since, because the links of later renewals end with this one. None of them comes back with a second step that
// was turned off in the meantime.
async function stopRecoveryCodes(needs: PutBackNeeds, tx: Transaction, { userId, createdAt }: OwnerChangeRow) {
  const now = needs.clock.now();
  await replaceRecoveryCodes(tx, userId, [], now);
  for (const off of await listOpenChanges(tx, userId, 'two-factor-off', now)) {
    const earlier = off.createdAt >= createdAt ? await openEarlier<EarlierTwoFactor>(needs, off) : null;
    if (earlier) await replaceEarlier(needs, tx, off, { ...earlier, recoveryCodes: [] });
  }
}

async function putNameBack({ clock, ...needs }: PutBackNeeds, tx: Transaction, change: OwnerChangeRow, user: UserRow) {
  const earlier = await openEarlier<EarlierName>(needs, change);
  return (earlier && (await changeUser(tx, user.id, earlier, clock.now()))) || user;
}

const executorOf = ({ vaultId, itemId }: OwnerChangeRow, user: UserRow) => ({
  ownerId: user.id,
  ownerName: ownerName(user),
  vaultId: vaultId ?? '',
  executorId: itemId ?? '',
});

/**
 * Changes an account's address. An empty account with that address is deleted to free it, so that nobody can block an
 * owner's previous address by signing up with it.
 * The caller must hold the user's lock. @throws {Refusal} email-taken
 */
async function moveToAddress(
  { clock }: { clock: Clock },
  tx: Transaction,
  user: UserRow,
  email: string,
): Promise<UserRow> {
  const holder = await findUserByEmail(tx, email);
  if (holder && holder.id !== user.id && !(await deleteEmptyUser(tx, holder.id))) refuse('email-taken');
  const moved = (await setEmail(tx, user.id, email, clock.now())) ?? refuse('email-taken');
  if (email === user.earlierEmail) await endContentWait(tx, user.id, clock.now());
  return moved;
}
