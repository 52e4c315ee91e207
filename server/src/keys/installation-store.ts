// Queries of the one row about this installation, and whether its database holds data.
import { sql } from 'drizzle-orm';
import { installation, users } from '../database/schema.ts';
import type { Transaction } from '../database/transaction.ts';

/** Any number that nothing else on the same database uses for an advisory lock. */
const installationLock = 7_231_114_003;

/** Until the transaction ends, no other start reads or writes the row. */
export async function lockInstallation(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${installationLock})`);
}

/** Null before the first start has finished. */
export async function findSecretCheck(tx: Transaction): Promise<string | null> {
  const [installed] = await tx.select({ secretCheck: installation.secretCheck }).from(installation);
  return installed?.secretCheck ?? null;
}

export async function insertInstallation(tx: Transaction, secretCheck: string, createdAt: Date): Promise<void> {
  await tx.insert(installation).values({ id: 1, secretCheck, createdAt });
}

/** Recognises data from before there was a check value. */
export async function hasAccounts(tx: Transaction): Promise<boolean> {
  const found = await tx.select({ id: users.id }).from(users).limit(1);
  return found.length > 0;
}
