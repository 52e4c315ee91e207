// Queries of this installation's secrets, and whether its database contains data.
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { installation, users } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

export type InstalledSecret = typeof installation.$inferSelect;

/** The number of an advisory lock that nothing else on the same database uses. */
const installationLock = 7_231_114_003;

/** Until the transaction ends, no other start or rotation reads or writes the rows, or the secrets file. */
export async function lockInstallation(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${installationLock})`);
}

/** Oldest first. Empty until the first start has finished. */
export const listSecrets = (database: DatabaseOrTransaction): Promise<InstalledSecret[]> =>
  database.select().from(installation).orderBy(asc(installation.id));

/** Identifies the installation by its first secret, without being secret. Rotating or retiring the secret does not change it. */
export async function readMark(database: DatabaseOrTransaction): Promise<string> {
  return (await readInstallation(database)).secretCheck.slice(0, 8);
}

/** The first row, which also stores the values that exist only once. */
export async function readInstallation(database: DatabaseOrTransaction): Promise<InstalledSecret> {
  const [first] = await listSecrets(database);
  if (!first) throw new Error('the installation has no secret yet');
  return first;
}

/** The caller must hold the lock. */
export async function writeSeed(tx: Transaction, publicKey: string, sealedSeed: string): Promise<void> {
  await tx.update(installation).set({ publicKey, sealedSeed }).where(eq(installation.id, 1));
}

/** The next start creates new keys of the journal. The caller must hold the lock. */
export async function clearSeed(tx: Transaction): Promise<void> {
  await tx.update(installation).set({ publicKey: null, sealedSeed: null }).where(eq(installation.id, 1));
}

/** The caller must hold the lock. */
export async function writeFilesMarked(tx: Transaction, filesMarkedAt: Date): Promise<void> {
  await tx.update(installation).set({ filesMarkedAt }).where(eq(installation.id, 1));
}

/** Records the master key that wraps, unless one is recorded already. @returns the recorded one */
export async function recordFirstMasterKey(database: DatabaseOrTransaction, masterKey: string): Promise<string> {
  const isFirst = and(eq(installation.id, 1), isNull(installation.masterKey));
  await database.update(installation).set({ masterKey }).where(isFirst);
  return (await readInstallation(database)).masterKey ?? masterKey;
}

/** After a rotation or a move. */
export async function recordMasterKey(database: DatabaseOrTransaction, masterKey: string): Promise<void> {
  await database.update(installation).set({ masterKey }).where(eq(installation.id, 1));
}

/** The caller must hold the lock. Does nothing if it is already recorded. */
export async function insertSecret(tx: Transaction, secretCheck: string, createdAt: Date): Promise<void> {
  const next = sql`(select coalesce(max(id), 0) + 1 from ${installation})`;
  await tx.insert(installation).values({ id: next, secretCheck, createdAt }).onConflictDoNothing();
}

/** From then on no start requires the secret, and none accepts it. */
export async function markRetired(tx: Transaction, secretCheck: string, now: Date): Promise<void> {
  const isLive = and(eq(installation.secretCheck, secretCheck), isNull(installation.retiredAt));
  await tx.update(installation).set({ retiredAt: now }).where(isLive);
}

/** Detects data whose check values somebody has removed. */
export async function hasAccounts(tx: Transaction): Promise<boolean> {
  const found = await tx.select({ id: users.id }).from(users).limit(1);
  return found.length > 0;
}
