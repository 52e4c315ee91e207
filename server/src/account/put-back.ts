// Restores the values from before a change, with one function per kind. Every write checks again whether the vault may still be
// changed: a vault that was released in the meantime does not change.
import type { OwnerChangeKind } from '@remembrance/contract/owner-changes.ts';
import type { VaultTexts } from '../keys/vault/vault-texts.ts';
import type { OwnerChangeRow } from '../people/owner-changes/owner-change-store.ts';
import {
  type EarlierContent,
  type EarlierDate,
  type EarlierName,
  type EarlierQuestions,
  type EarlierValue,
  openEarlier,
  type ReportChangeNeeds,
} from '../people/owner-changes/report-change.ts';
import { ownerName } from '../people/users/owner-name.ts';
import { changeUser, type UserRow } from '../people/users/user-store.ts';
import type { Transaction } from '../platform/database/transaction.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { removeExecutor, replaceExecutor } from '../vaults/executors/correct-executor.ts';
import type { CodeNeeds } from '../vaults/executors/new-code.ts';
import { restoreFiles } from '../vaults/files/stored/save-files.ts';
import { replaceQuestions } from '../vaults/recipients/question-store.ts';
import { raiseVersion, restoreMessage, restoreRecipient, restoreReleaseDate } from '../vaults/stores/edit-store.ts';
import { findVaultState, restoreDeleted } from '../vaults/stores/vault-store.ts';
import { moveToAddress } from './move-to-address.ts';

export type PutBackNeeds = CodeNeeds & ReportChangeNeeds;

const nothingToPutBack: readonly OwnerChangeKind[] = [
  'executor-code',
  'export',
  'passkey-removed',
  'sessions-ended',
  'plan-cancelled',
];

export const canPutBack = (kind: OwnerChangeKind): boolean => !nothingToPutBack.includes(kind);

/** The caller must hold the user's lock. An executor gets a new code from `texts`. @returns the current owner. @throws {Refusal} */
export async function putBack(
  needs: PutBackNeeds,
  tx: Transaction,
  { change, user, texts }: { change: OwnerChangeRow; user: UserRow; texts: VaultTexts | null },
): Promise<UserRow> {
  const now = needs.clock.now();
  const { vaultId } = change;
  // Previous values are erased only for an expired or undone change, and those never get here.
  const earlier = (await openEarlier(needs, change)) as EarlierValue;
  switch (change.kind as OwnerChangeKind) {
    case 'recipient': {
      const to = { ownerId: user.id, vaultId: vaultId ?? '', name: earlier.name ?? '', email: earlier.email };
      if (!(await restoreRecipient(tx, to, now))) await refuseVault(tx, vaultId);
      return user;
    }
    case 'questions': {
      const restored = await openEarlier<EarlierQuestions>(needs, change);
      if (!restored || !(await raiseVersion(tx, user.id, vaultId ?? '', now))) return refuseVault(tx, vaultId);
      await replaceQuestions(tx, vaultId ?? '', restored.questions);
      return user;
    }
    case 'content':
      await putContentBack(needs, tx, change);
      return user;
    case 'release-date':
      await putDateBack(needs, tx, change);
      return user;
    case 'executor': {
      const { name = '', email, note } = earlier;
      if (!texts) return refuseVault(tx, vaultId);
      await replaceExecutor(needs, tx, { ...executorOf(change, user), to: { name, email, note }, texts });
      return user;
    }
    case 'executor-added':
      await removeExecutor(needs, tx, executorOf(change, user));
      return user;
    case 'vault-deletion':
      if (!(await restoreDeleted(tx, user.id, vaultId ?? '', now))) refuse('vault-not-found');
      return user;
    case 'name':
      return putNameBack(needs, tx, change, user);
    case 'email':
      return moveToAddress(needs, tx, user, earlier.email);
    default:
      return user; // only the pending links had to be ended, and they have been
  }
}

// The vault's own row is locked first, so that a release happens completely before or after this.
async function putContentBack(needs: PutBackNeeds, tx: Transaction, change: OwnerChangeRow): Promise<void> {
  const place = { ownerId: change.userId, vaultId: change.vaultId ?? '' };
  const earlier = await openEarlier<EarlierContent>(needs, change);
  if (!earlier) return refuseVault(tx, change.vaultId);
  const message = { message: earlier.message, messageWrittenAt: new Date(earlier.messageWrittenAt) };
  if (!(await restoreMessage(tx, { ...place, ...message }, needs.clock.now()))) await refuseVault(tx, change.vaultId);
  await restoreFiles(needs, tx, { ...place, files: earlier.files });
}

async function putNameBack({ clock, ...needs }: PutBackNeeds, tx: Transaction, change: OwnerChangeRow, user: UserRow) {
  const earlier = await openEarlier<EarlierName>(needs, change);
  return (earlier && (await changeUser(tx, user.id, earlier, clock.now()))) || user;
}

async function putDateBack(needs: PutBackNeeds, tx: Transaction, change: OwnerChangeRow): Promise<void> {
  const now = needs.clock.now();
  const { userId: ownerId, vaultId } = change;
  const { releaseDate = null } = (await openEarlier<EarlierDate>(needs, change)) ?? {};
  const date = releaseDate === null ? null : new Date(releaseDate);
  if (date && date <= now) refuse('release-date-passed');
  if (!(await restoreReleaseDate(tx, { ownerId, vaultId: vaultId ?? '', date }, now))) await refuseVault(tx, vaultId);
}

const executorOf = ({ vaultId, executorId }: OwnerChangeRow, user: UserRow) => ({
  ownerId: user.id,
  ownerName: ownerName(user),
  vaultId: vaultId ?? '',
  executorId: executorId ?? '',
});

async function refuseVault(tx: Transaction, vaultId: string | null): Promise<never> {
  const found = vaultId ? await findVaultState(tx, vaultId) : null;
  return refuse(found?.vault.status === 'released' ? 'vault-released' : 'vault-not-found');
}
