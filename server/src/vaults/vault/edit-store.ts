// Queries that change what the owner wrote. Each raises the version of the vault.

import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { silenceWaitHours } from '@remembrance/contract/release-limits.ts';
import { and, eq, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { vaults } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { ownedBy, type VaultRow } from './vault-store.ts';

interface Edit {
  /** The vault as it was read. */
  vault: Pick<VaultRow, 'id' | 'creatorId' | 'version'>;
  /** The new values, with a sealed message. */
  changes: Partial<VaultRow>;
  /** How many edits the plan allows; null if this edit is free on every plan, even an ended one. */
  editsAllowed: number | null;
  /** The call's idempotency key and the digest of its body, or null. */
  editKey: string | null;
  editDigest: string | null;
}

const nextVersion = sql`${vaults.version} + 1`;
const isDraft = eq(vaults.paymentStatus, 'unpaid');

/**
 * Changes the vault and counts the edit in one guarded statement. A draft's edits and free ones are not counted. Returns false if it
 * may no longer be edited, or changed after it was read.
 */
export async function editOnce(
  tx: Transaction,
  { vault, changes, editsAllowed, ...repeat }: Edit,
  now: Date,
): Promise<boolean> {
  const isFree = editsAllowed === null;
  const hasEditsLeft =
    isFree || editsAllowed === unlimited ? undefined : or(isDraft, lt(vaults.editCount, editsAllowed));
  const { rowCount } = await tx
    .update(vaults)
    .set({
      ...changes,
      ...repeat,
      ...(isFree ? {} : { editCount: sql`${vaults.editCount} + case when ${isDraft} then 0 else 1 end` }),
      version: nextVersion,
      updatedAt: now,
    })
    .where(
      and(
        ownedBy(vault.creatorId, vault.id),
        eq(vaults.version, vault.version),
        eq(vaults.status, 'active'),
        isFree ? undefined : ne(vaults.paymentStatus, 'lapsed'),
        hasEditsLeft,
      ),
    );
  return rowCount !== 0;
}

/** Gives a counted edit back to a vault, or counts it again. */
export async function changeEditCount(tx: Transaction, vaultId: string, by: 1 | -1): Promise<void> {
  await tx
    .update(vaults)
    .set({ editCount: sql`greatest(${vaults.editCount} + ${by}, 0)` })
    .where(eq(vaults.id, vaultId));
}

type Restored = Partial<
  Pick<
    VaultRow,
    | 'title'
    | 'recipientName'
    | 'recipientEmail'
    | 'scheduledReleaseDate'
    | 'waitHours'
    | 'mustAgree'
    | 'message'
    | 'messageWrittenAt'
    | 'recipientSecondEmail'
    | 'followUp'
  > & {
    /** Whether a silence releases it again that only asks its executors now. */
    releasesInSilence: boolean;
  }
>;

/** Not content: it raises no version, so that an edit that is open in another tab can still be saved. False if it is not active. */
export async function setDelivery(
  tx: Transaction,
  vaultId: string,
  to: Pick<VaultRow, 'recipientSecondEmail' | 'followUp'>,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(vaults)
    .set({ ...to, updatedAt: now })
    .where(and(eq(vaults.id, vaultId), eq(vaults.status, 'active')));
  return rowCount !== 0;
}

/**
 * Restores previous values of an active vault, the message sealed. Without values it only locks the vault and marks it as changed.
 * Counts no edit. Returns false if the vault is released or missing.
 */
export async function restoreValues(
  tx: Transaction,
  { ownerId, vaultId }: { ownerId: string; vaultId: string },
  { releasesInSilence = false, ...earlier }: Restored,
  now: Date,
): Promise<boolean> {
  const { waitHours, mustAgree } = earlier;
  const isSettings = waitHours !== undefined && mustAgree !== undefined;
  const checkIn = isSettings ? { checkIn: checkInWith({ waitHours, mustAgree }, releasesInSilence) } : {};
  const { rowCount } = await tx
    .update(vaults)
    .set({ ...earlier, ...checkIn, version: nextVersion, updatedAt: now })
    .where(and(ownedBy(ownerId, vaultId), eq(vaults.status, 'active')));
  return rowCount !== 0;
}

type Settings = Pick<VaultRow, 'waitHours' | 'mustAgree'>;

/** Whether a silence may release a vault with these settings. */
export const canReleaseInSilence = ({ waitHours, mustAgree }: Settings): boolean =>
  waitHours >= silenceWaitHours && !mustAgree;

/** Without a long wait, a silence releases nothing and asks the executors. */
const checkInWith = (to: Settings, releasesInSilence: boolean): SQL => {
  if (!canReleaseInSilence(to))
    return sql`case ${vaults.checkIn} when 'release' then 'ask-executors' else ${vaults.checkIn} end`;
  return releasesInSilence
    ? sql`case ${vaults.checkIn} when 'ask-executors' then 'release' else ${vaults.checkIn} end`
    : sql`${vaults.checkIn}`;
};

/** Sets what happens before a release, if it is still as its owner saw it. Returns false if it is not, or the vault is released. */
export async function setReleaseSettings(
  tx: Transaction,
  { id, creatorId, waitHours, mustAgree }: Pick<VaultRow, 'id' | 'creatorId' | 'waitHours' | 'mustAgree'>,
  to: Settings,
  now: Date,
): Promise<boolean> {
  const isAsSeen = and(eq(vaults.waitHours, waitHours), eq(vaults.mustAgree, mustAgree));
  const { rowCount } = await tx
    .update(vaults)
    .set({ ...to, checkIn: checkInWith(to, false), updatedAt: now })
    .where(and(ownedBy(creatorId, id), isAsSeen, eq(vaults.status, 'active')));
  return rowCount !== 0;
}
