// The heartbeat, a single row: the last time the clock is known to have been right, for all processes on the database.
import { clockHeartbeat } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import type { Heartbeat } from './clock-rules.ts';

const only = 1;

export async function readHeartbeat(database: DatabaseOrTransaction): Promise<Heartbeat | null> {
  const [row] = await database.select().from(clockHeartbeat);
  return row ? { seenAt: row.seenAt.getTime(), jumpedToAt: row.jumpedToAt?.getTime() ?? null } : null;
}

/** The time, or the last one known to be right if the machine's clock is behind it. Used for times that must not be in the past later. */
export async function readLatestTime(database: DatabaseOrTransaction, now: Date): Promise<Date> {
  const heartbeat = await readHeartbeat(database);
  return new Date(Math.max(now.getTime(), heartbeat?.seenAt ?? 0));
}

type Beat = { seenAt: Date; jumpedToAt?: null };

export async function recordHeartbeat(database: DatabaseOrTransaction, beat: Beat): Promise<void> {
  await database
    .insert(clockHeartbeat)
    .values({ id: only, ...beat })
    .onConflictDoUpdate({ target: clockHeartbeat.id, set: beat });
}

/** Trusts this time from now on, whatever was recorded before. */
export const trustTime = (database: DatabaseOrTransaction, seenAt: Date): Promise<void> =>
  recordHeartbeat(database, { seenAt, jumpedToAt: null });

export async function recordJump(database: DatabaseOrTransaction, jumpedToAt: number | null): Promise<void> {
  await database.update(clockHeartbeat).set({ jumpedToAt: jumpedToAt === null ? null : new Date(jumpedToAt) });
}
