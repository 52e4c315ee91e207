// Queries of the authenticator apps and the recovery codes.
import { and, count, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { recoveryCodes, twoFactors } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

export async function findTwoFactor(database: DatabaseOrTransaction, userId: string) {
  const [found] = await database.select().from(twoFactors).where(eq(twoFactors.userId, userId));
  return found ?? null;
}

/** Whether a code is asked for at sign-in. */
export const hasTwoFactor = async (database: DatabaseOrTransaction, userId: string): Promise<boolean> =>
  (await findTwoFactor(database, userId))?.confirmedAt != null;

/** Keeps a secret that is not confirmed yet, in the place of an earlier one of that kind; false where one is confirmed. */
export async function putUnconfirmed(
  tx: Transaction,
  userId: string,
  sealedSecret: string,
  now: Date,
): Promise<boolean> {
  const put = await tx
    .insert(twoFactors)
    .values({ userId, sealedSecret, createdAt: now })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { sealedSecret, createdAt: now, lastStep: 0 },
      setWhere: isNull(twoFactors.confirmedAt),
    })
    .returning({ userId: twoFactors.userId });
  return put.length > 0;
}

/** False where it was confirmed before, or the secret has been replaced in the meantime. */
export async function confirm(tx: Transaction, userId: string, sealedSecret: string, now: Date): Promise<boolean> {
  const confirmed = await tx
    .update(twoFactors)
    .set({ confirmedAt: now })
    .where(
      and(eq(twoFactors.userId, userId), eq(twoFactors.sealedSecret, sealedSecret), isNull(twoFactors.confirmedAt)),
    )
    .returning({ userId: twoFactors.userId });
  return confirmed.length > 0;
}

/** Uses a code up, and every earlier one: of any number of the same at once one gets true. */
export async function takeStep(tx: Transaction, userId: string, step: number): Promise<boolean> {
  const taken = await tx
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(twoFactors.userId, userId), lt(twoFactors.lastStep, step)))
    .returning({ userId: twoFactors.userId });
  return taken.length > 0;
}

/** It was turned on or used in a browser that proved the mailbox. */
export async function proveTwoFactor(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(twoFactors)
    .set({ provedAt: now })
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt), isNull(twoFactors.provedAt)));
}

/** Turns it off, with its recovery codes and where it was only begun. False where it was not on. */
export async function forgetTwoFactor(tx: Transaction, userId: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const removed = await tx
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ confirmedAt: twoFactors.confirmedAt });
  return removed.some(({ confirmedAt }) => confirmedAt);
}

/** In the place of all earlier ones. */
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

/** Uses a recovery code up: of any number of the same at once one gets true. */
export async function takeRecoveryCode(tx: Transaction, userId: string, digest: string): Promise<boolean> {
  const taken = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.digest, digest)))
    .returning({ digest: recoveryCodes.digest });
  return taken.length > 0;
}

export async function countRecoveryCodes(database: DatabaseOrTransaction, userId: string): Promise<number> {
  const [left] = await database.select({ n: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return left?.n ?? 0;
}
