// The heartbeat, a single row: the last time the clock is known to have been right, for all processes on the database. It is read
// together with the database's own clock, which is read nowhere else.
import { sql } from 'drizzle-orm';
import { clockHeartbeat } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { type Heartbeat, heartbeatOf, noMemory } from './clock-rules.ts';

const only = 1;

interface DatabaseClock {
  databaseNow: Date;
  heartbeat: Heartbeat | null;
}

export async function readDatabaseClock(database: DatabaseOrTransaction): Promise<DatabaseClock> {
  const [row] = await database
    .select({
      databaseNow: sql<Date>`clock_timestamp()`.mapWith(clockHeartbeat.seenAt),
      heartbeat: clockHeartbeat,
    })
    .from(sql`(select 1) as one`)
    .leftJoin(clockHeartbeat, sql`true`);
  if (!row) throw new Error('the database did not tell its time');
  const { databaseNow, heartbeat } = row;
  return {
    databaseNow,
    heartbeat: heartbeat && {
      seenAt: heartbeat.seenAt.getTime(),
      bootId: heartbeat.bootId,
      uptime: heartbeat.uptimeMilliseconds,
      unconfirmed: heartbeat.unconfirmedMilliseconds,
    },
  };
}

/** The time, or the last one known to be right if the machine's clock is behind it. Used for times that must not be in the past later. */
export async function readLatestTime(database: DatabaseOrTransaction, now: Date): Promise<Date> {
  const { heartbeat } = await readDatabaseClock(database);
  return new Date(Math.max(now.getTime(), heartbeat?.seenAt ?? 0));
}

export async function recordHeartbeat(database: DatabaseOrTransaction, heartbeat: Heartbeat): Promise<void> {
  const row = {
    seenAt: new Date(heartbeat.seenAt),
    bootId: heartbeat.bootId,
    uptimeMilliseconds: Math.floor(heartbeat.uptime),
    unconfirmedMilliseconds: Math.round(heartbeat.unconfirmed),
  };
  await database
    .insert(clockHeartbeat)
    .values({ id: only, ...row })
    .onConflictDoUpdate({ target: clockHeartbeat.id, set: row });
}

/** Trusts the machine's time from now on, whatever was recorded before. */
export async function trustTime(database: DatabaseOrTransaction, clock: Clock): Promise<void> {
  const reading = { wall: clock.now().getTime(), monotonic: clock.monotonicMilliseconds() };
  await recordHeartbeat(database, heartbeatOf(noMemory, reading, clock.bootId));
}
