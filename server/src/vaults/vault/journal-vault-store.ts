// Applies to a restored vault the promises that the journal recorded since. It changes no message and no file.
// The journal itself is in records/journal/.
import { and, asc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { actPeople, acts, users, vaults } from '../../platform/database/schema.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import type { JournalStates } from '../../records/journal/journal-state-store.ts';

const date = (text: string | null): Date | null => (text === null ? null : new Date(text));

const correctionIn = ({ correctionState, correctionDueAt, correctionToken, person }: JournalStates['vault']) => ({
  correctionState,
  correctionEmail: person.correctionEmail,
  correctionDueAt: date(correctionDueAt),
  correctionToken,
});

/** Skips released vaults. The caller releases vaults. */
export async function putVaultState(
  tx: Transaction,
  vaultId: string,
  state: JournalStates['vault'],
  now: Date,
): Promise<boolean> {
  const { recipientName, recipientEmail, recipientSecondEmail } = state.person;
  const isDeleting = state.status === 'deleting';
  // That of a released vault follows its release.
  const correction = state.status !== 'released' && correctionIn(state);
  const { rowCount } = await tx
    .update(vaults)
    .set({
      recipientName,
      recipientEmail,
      recipientSecondEmail,
      followUp: state.followUp,
      scheduledReleaseDate: date(state.scheduledReleaseDate),
      checkIn: state.checkIn,
      waitHours: state.waitHours,
      mustAgree: state.mustAgree,
      updatedAt: now,
      ...correction,
      status: isDeleting ? 'deleting' : 'active',
      purgeAt: isDeleting ? date(state.purgeAt) : null,
      // A draft that was activated since: its executors have their codes. Its current plan comes from Stripe's events.
      ...(state.isActivated && {
        paymentStatus: sql`case when payment_status = 'unpaid' then 'paid' else payment_status end`,
        activatedAt: sql`coalesce(activated_at, ${now.toISOString()}::timestamptz)`,
      }),
    })
    .where(and(eq(vaults.id, vaultId), ne(vaults.status, 'released')));
  return rowCount !== 0;
}

/**
 * Gives a released vault the recipient's address, the choice and the correction of the journal, after its release was repeated.
 * @returns the state of a correction that is new here, whose emails may not have been sent; otherwise null
 */
export async function putDeliveryState(
  tx: Transaction,
  vaultId: string,
  state: JournalStates['vault'],
): Promise<string | null> {
  const { recipientEmail, recipientSecondEmail } = state.person;
  const [before] = await tx
    .select({ correctionState: vaults.correctionState, correctionDueAt: vaults.correctionDueAt })
    .from(vaults)
    .where(and(eq(vaults.id, vaultId), eq(vaults.status, 'released')))
    .for('no key update');
  if (!before) return null;
  await tx
    .update(vaults)
    .set({
      recipientEmail,
      recipientSecondEmail,
      followUp: state.followUp,
      ...correctionIn(state),
    })
    .where(eq(vaults.id, vaultId));
  const isAgreed = state.correctionDueAt !== null && before.correctionDueAt === null;
  return state.correctionState === before.correctionState && !isAgreed ? null : state.correctionState;
}

/** While a database was on hold nobody could stop a correction, so its owner gets a complete day again. */
export async function postponeCorrections(tx: Transaction, until: Date): Promise<void> {
  await tx
    .update(vaults)
    .set({ correctionDueAt: until })
    .where(and(eq(vaults.correctionState, 'waiting'), lt(vaults.correctionDueAt, until)));
}

/** Takes back releases that do not count, before the journal is followed. */
export async function takeBackReleases(tx: Transaction, vaultIds: readonly string[]): Promise<void> {
  await tx
    .update(vaults)
    .set({ status: 'active', releasedAt: null, releasedBy: null })
    .where(and(inArray(vaults.id, [...vaultIds]), eq(vaults.status, 'released')));
}

/** Includes drafts, which may have been paid for since, and vaults that are being deleted, which may have been restored. */
export async function listUnreleasedVaults(database: Database): Promise<string[]> {
  const isUnreleased = ne(vaults.status, 'released');
  const found = await database.select({ id: vaults.id }).from(vaults).where(isUnreleased).orderBy(asc(vaults.id));
  return found.map(({ id }) => id);
}

/** The addresses by vault. The acts also name the owner of a vault that was lost, if the account is older than the backup. */
export async function findOwnerAddresses(
  database: Database,
  vaultIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await database
    .selectDistinct({ vaultId: acts.vaultId, email: users.email })
    .from(acts)
    .innerJoin(actPeople, eq(actPeople.personId, acts.personId))
    .innerJoin(users, eq(users.id, actPeople.userId))
    .where(inArray(acts.vaultId, [...vaultIds]));
  return new Map(found.flatMap(({ vaultId, email }) => (vaultId ? [[vaultId, email]] : [])));
}
