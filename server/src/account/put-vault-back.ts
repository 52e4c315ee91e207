// Restores what a vault held before a change. The vault's own row is changed first, so that a release happens completely before or after it.
import { ownerChangeDays } from '@remembrance/contract/limits.ts';
import { restoreFiles } from '../files/stored/save-files.ts';
import type {
  EarlierContent,
  EarlierDate,
  EarlierDelivery,
  EarlierQuestions,
  EarlierSettings,
  EarlierTitle,
  EarlierValue,
} from '../people/owner-changes/earlier-values.ts';
import type { OwnerChangeRow } from '../people/owner-changes/owner-change-store.ts';
import { openEarlier, type ReportChangeNeeds } from '../people/owner-changes/report-change.ts';
import { ownerName } from '../people/users/owner-name.ts';
import type { UserRow } from '../people/users/user-store.ts';
import type { Transaction } from '../platform/database/transaction.ts';
import { daysLater } from '../platform/lib/clock.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { notifyOfDate } from '../vaults/executors/notify-of-date.ts';
import { replaceQuestions } from '../vaults/recipients/question-store.ts';
import { restoreValues } from '../vaults/vault/edit-store.ts';
import { findVaultState } from '../vaults/vault/vault-store.ts';

export interface PutVaultBack {
  change: OwnerChangeRow;
  user: UserRow;
  /** The executors who may get a letter about a restored date. */
  within: ReadonlySet<string>;
}

/** @throws {Refusal} vault-released, vault-not-found, release-date-passed */
export async function putVaultBack(needs: ReportChangeNeeds, tx: Transaction, back: PutVaultBack): Promise<void> {
  const { change } = back;
  switch (change.kind) {
    case 'title': {
      const earlier = await openEarlier<EarlierTitle>(needs, change);
      return earlier ? putValuesBack(needs, tx, change, { title: earlier.title }) : refuseVault(tx, change.vaultId);
    }
    case 'recipient': {
      const { name = '', email, secondEmail = null } = (await openEarlier(needs, change)) as EarlierValue;
      const values = { recipientName: name, recipientEmail: email, recipientSecondEmail: secondEmail };
      return putValuesBack(needs, tx, change, values);
    }
    case 'questions': {
      const earlier = await openEarlier<EarlierQuestions>(needs, change);
      if (!earlier) return refuseVault(tx, change.vaultId);
      await putValuesBack(needs, tx, change, {});
      return replaceQuestions(tx, change.vaultId ?? '', earlier.questions);
    }
    case 'delivery': {
      const earlier = await openEarlier<EarlierDelivery>(needs, change);
      if (!earlier) return refuseVault(tx, change.vaultId);
      const { recipientSecondEmail, followUp } = earlier;
      return putValuesBack(needs, tx, change, { recipientSecondEmail, followUp });
    }
    case 'release-settings': {
      const earlier = await openEarlier<EarlierSettings>(needs, change);
      if (!earlier) return refuseVault(tx, change.vaultId);
      const { waitHours, mustAgree, checkIn } = earlier;
      return putValuesBack(needs, tx, change, { waitHours, mustAgree, releasesInSilence: checkIn === 'release' });
    }
    case 'content':
      return putContentBack(needs, tx, change);
    default:
      return putDateBack(needs, tx, back);
  }
}

async function putContentBack(needs: ReportChangeNeeds, tx: Transaction, change: OwnerChangeRow): Promise<void> {
  const earlier = await openEarlier<EarlierContent>(needs, change);
  if (!earlier) return refuseVault(tx, change.vaultId);
  const { message, messageWrittenAt, files } = earlier;
  await putValuesBack(needs, tx, change, { message, messageWrittenAt: new Date(messageWrittenAt) });
  const keptUntil = daysLater(needs.clock.now(), ownerChangeDays);
  await restoreFiles(needs, tx, { ownerId: change.userId, vaultId: change.vaultId ?? '', files, keptUntil });
}

async function putDateBack(
  needs: ReportChangeNeeds,
  tx: Transaction,
  { change, user, within }: PutVaultBack,
): Promise<void> {
  const { releaseDate = null } = (await openEarlier<EarlierDate>(needs, change)) ?? {};
  const date = releaseDate === null ? null : new Date(releaseDate);
  if (date && date <= needs.clock.now()) refuse('release-date-passed');
  const vault = change.vaultId ? (await findVaultState(tx, change.vaultId))?.vault : undefined;
  await putValuesBack(needs, tx, change, { scheduledReleaseDate: date });
  if (!vault || vault.paymentStatus === 'unpaid') return;
  await notifyOfDate(needs, tx, {
    vault,
    ownerName: ownerName(user),
    before: vault.scheduledReleaseDate,
    after: date,
    within,
  });
}

async function putValuesBack(
  { clock }: ReportChangeNeeds,
  tx: Transaction,
  { userId: ownerId, vaultId }: OwnerChangeRow,
  values: Parameters<typeof restoreValues>[2],
): Promise<void> {
  if (!vaultId || !(await restoreValues(tx, { ownerId, vaultId }, values, clock.now()))) await refuseVault(tx, vaultId);
}

export async function refuseVault(tx: Transaction, vaultId: string | null): Promise<never> {
  const found = vaultId ? await findVaultState(tx, vaultId) : null;
  return refuse(found?.vault.status === 'released' ? 'vault-released' : 'vault-not-found');
}
