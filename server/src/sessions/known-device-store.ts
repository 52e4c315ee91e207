// Queries of the browsers owners have signed in from.
import { and, eq, lt, ne } from 'drizzle-orm';
import { knownDevices } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

/** Notes the browser; says whether it is new to an account that already knew another. */
export async function isNewDevice(
  tx: Transaction,
  device: { userId: string; digest: string },
  now: Date,
): Promise<boolean> {
  const { userId, digest } = device;
  const seen = await tx
    .update(knownDevices)
    .set({ lastSeenAt: now })
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.digest, digest)))
    .returning({ digest: knownDevices.digest });
  if (seen.length > 0) return false;
  await tx.insert(knownDevices).values({ userId, digest, lastSeenAt: now, createdAt: now });
  const [other] = await tx
    .select({ digest: knownDevices.digest })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), ne(knownDevices.digest, digest)))
    .limit(1);
  return other !== undefined;
}

export async function forgetDevicesBefore(database: DatabaseOrTransaction, before: Date): Promise<void> {
  await database.delete(knownDevices).where(lt(knownDevices.lastSeenAt, before));
}
