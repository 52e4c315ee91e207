// Queries of the authenticator apps and their recovery codes.
import { and, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import { recoveryCodes, twoFactors } from '../../platform/database/schema.ts';
import { type DatabaseOrTransaction, firstRow, type Transaction } from '../../platform/database/transaction.ts';

/** A confirmed second step, as it is stored. */
export interface StoredTwoFactor {
  sealedSecret: string;
  isProved: boolean;
  lastStep: number;
  /** Digests. */
  recoveryCodes: string[];
}

export const findTwoFactor = (database: DatabaseOrTransaction, userId: string) =>
  firstRow(database.select().from(twoFactors).where(eq(twoFactors.userId, userId)));

/** Whether sign-in requires a code. */
export const hasTwoFactor = async (database: DatabaseOrTransaction, userId: string): Promise<boolean> =>
  (await findTwoFactor(database, userId))?.confirmedAt != null;

/** Stores an unconfirmed secret, replacing a previous unconfirmed one. Returns false if a confirmed one exists. */
export async function insertUnconfirmed(
  tx: Transaction,
  userId: string,
  sealedSecret: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(twoFactors)
    .values({ userId, sealedSecret, createdAt: now })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { sealedSecret, createdAt: now, lastStep: 0 },
      setWhere: isNull(twoFactors.confirmedAt),
    });
  return rowCount !== 0;
}

/** Returns false if it was already confirmed, or the secret was replaced in the meantime. */
export async function confirmSecret(
  tx: Transaction,
  userId: string,
  sealedSecret: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(twoFactors)
    .set({ confirmedAt: now })
    .where(
      and(eq(twoFactors.userId, userId), eq(twoFactors.sealedSecret, sealedSecret), isNull(twoFactors.confirmedAt)),
    );
  return rowCount !== 0;
}

export const listSealed = (database: DatabaseOrTransaction) =>
  database.select({ userId: twoFactors.userId, sealedSecret: twoFactors.sealedSecret }).from(twoFactors);

/** Does nothing if it was changed in the meantime. */
export async function replaceSealed(
  database: DatabaseOrTransaction,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  const isStill = and(eq(twoFactors.userId, userId), eq(twoFactors.sealedSecret, from));
  await database.update(twoFactors).set({ sealedSecret: to }).where(isStill);
}

/** Uses up a code and every earlier one. If called concurrently with the same code, only one call returns true. */
export async function useStep(tx: Transaction, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(twoFactors.userId, userId), lt(twoFactors.lastStep, step)));
  return rowCount !== 0;
}

/** Marks it as the owner's: it was turned on or used in a browser with a proven mailbox. */
export async function proveTwoFactor(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(twoFactors)
    .set({ provedAt: now })
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt), isNull(twoFactors.provedAt)));
}

/** Deletes it with its recovery codes, even if it is unconfirmed. @returns what was deleted, or null if it was not on */
export async function forgetTwoFactor(tx: Transaction, userId: string): Promise<StoredTwoFactor | null> {
  const codes = await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).returning();
  const [removed] = await tx.delete(twoFactors).where(eq(twoFactors.userId, userId)).returning();
  if (!removed?.confirmedAt) return null;
  const { sealedSecret, provedAt, lastStep } = removed;
  return { sealedSecret, isProved: provedAt !== null, lastStep, recoveryCodes: codes.map(({ digest }) => digest) };
}

/** Replaces any other, even an unconfirmed one that is inserted concurrently. */
export async function putConfirmed(
  tx: Transaction,
  userId: string,
  { isProved, recoveryCodes: codes, ...stored }: StoredTwoFactor,
  now: Date,
): Promise<void> {
  const row = { ...stored, confirmedAt: now, provedAt: isProved ? now : null, createdAt: now };
  await tx
    .insert(twoFactors)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: twoFactors.userId, set: row });
  await replaceRecoveryCodes(tx, userId, codes, now);
}

/** Replaces all previous codes. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: string,
  digests: string[],
  now: Date,
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (digests.length > 0) {
    await tx.insert(recoveryCodes).values(digests.map((digest) => ({ digest, userId, createdAt: now })));
  }
}

/** Uses up recovery codes. If called concurrently with the same code, only one call returns true. */
export async function useRecoveryCodes(tx: Transaction, userId: string, digests: readonly string[]): Promise<boolean> {
  const { rowCount } = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), inArray(recoveryCodes.digest, digests)));
  return rowCount !== 0;
}

export const countRecoveryCodes = (database: DatabaseOrTransaction, userId: string): Promise<number> =>
  database.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
