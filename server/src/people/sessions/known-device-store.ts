// Queries of the browsers that owners have signed up or signed in from.
import { and, desc, eq, gt, inArray, lt, ne, notInArray, sql } from 'drizzle-orm';
import type { Digests } from '../../keys/secret/digest-store.ts';
import { knownDevices, users } from '../../platform/database/schema.ts';
import { type DatabaseOrTransaction, firstRow, type Transaction } from '../../platform/database/transaction.ts';

export interface Device {
  userId: string;
  digests: Digests;
  /** Shown on the account page. */
  userAgent?: string;
}

const isDevice = ({ userId, digests }: Device) =>
  and(eq(knownDevices.userId, userId), inArray(knownDevices.digest, digests));

/** Prevents a browser known under a previous secret from being recorded again under the current one. */
async function remakeDigest(tx: Transaction, device: Device): Promise<void> {
  const [digest, ...earlier] = device.digests;
  if (earlier.length === 0) return;
  const best = sql`(select digest from ${knownDevices} where ${isDevice(device)} order by digest = ${digest} desc limit 1)`;
  await tx
    .update(knownDevices)
    .set({ digest })
    .where(and(isDevice(device), sql`${knownDevices.digest} = ${best}`));
}

export const findDevice = (database: DatabaseOrTransaction, device: Device) =>
  firstRow(database.select().from(knownDevices).where(isDevice(device)));

/** Whether this browser is known to the account with this address. */
export async function isKnownDevice(
  database: DatabaseOrTransaction,
  email: string,
  digests: Digests,
): Promise<boolean> {
  const [found] = await database
    .select({ digest: knownDevices.digest })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(users.email, email.toLowerCase()), inArray(knownDevices.digest, digests)));
  return found !== undefined;
}

/** Records the browser. Returns true if it is new to an account that already knew another one. */
export async function isNewDevice(tx: Transaction, device: Device, now: Date): Promise<boolean> {
  const { userId, digests, userAgent } = device;
  const [digest] = digests;
  await remakeDigest(tx, device);
  const { rowCount } = await tx.update(knownDevices).set({ lastSeenAt: now, userAgent }).where(isDevice(device));
  if (rowCount !== 0) return false;
  await tx.insert(knownDevices).values({ userId, digest, userAgent, lastSeenAt: now, createdAt: now });
  const isOther = and(eq(knownDevices.userId, userId), ne(knownDevices.digest, digest));
  return (await tx.$count(knownDevices, isOther)) > 0;
}

/** Records that the browser has proven access to the mailbox, whether it was known or not. */
export async function proveDevice(tx: Transaction, device: Device, now: Date): Promise<void> {
  const { userId, digests } = device;
  const [digest] = digests;
  await remakeDigest(tx, device);
  await tx
    .insert(knownDevices)
    .values({ userId, digest, provedAt: now, lastSeenAt: now, createdAt: now })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.digest],
      set: { provedAt: sql`coalesce(${knownDevices.provedAt}, excluded.proved_at)`, lastSeenAt: now },
    });
}

/** Until the given time, this browser needs no two-factor code. */
export async function trustDevice(tx: Transaction, device: Device, until: Date): Promise<void> {
  await tx.update(knownDevices).set({ trustedUntil: until }).where(isDevice(device));
}

export async function distrustDevices(database: DatabaseOrTransaction, userId: string): Promise<void> {
  await database.update(knownDevices).set({ trustedUntil: null }).where(eq(knownDevices.userId, userId));
}

export async function countTrustedDevices(database: DatabaseOrTransaction, userId: string, now: Date): Promise<number> {
  return database.$count(knownDevices, and(eq(knownDevices.userId, userId), gt(knownDevices.trustedUntil, now)));
}

/** The account's known browsers, the last seen first. */
export const listDevicesOf = (database: DatabaseOrTransaction, userId: string) =>
  database
    .select()
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastSeenAt), desc(knownDevices.id));

/** Returns false if the account knows no such browser. */
export async function forgetDevice(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const forgotten = await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), eq(knownDevices.id, id)));
  return forgotten.rowCount !== 0;
}

/** @returns the number of forgotten browsers */
export async function forgetDevicesOf(tx: Transaction, userId: string): Promise<number> {
  return (await tx.delete(knownDevices).where(eq(knownDevices.userId, userId))).rowCount ?? 0;
}

/** Forgets every browser but this one. @returns the number of forgotten browsers */
export async function forgetOtherDevicesOf(tx: Transaction, { userId, digests }: Device): Promise<number> {
  const isOther = and(eq(knownDevices.userId, userId), notInArray(knownDevices.digest, [...digests]));
  return (await tx.delete(knownDevices).where(isOther)).rowCount ?? 0;
}

export async function forgetDevicesBefore(database: DatabaseOrTransaction, before: Date): Promise<void> {
  await database.delete(knownDevices).where(lt(knownDevices.lastSeenAt, before));
}
