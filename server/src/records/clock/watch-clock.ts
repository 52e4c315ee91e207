// Watches the machine's clock, and holds scheduled actions while it cannot be trusted. Each process decides for itself; they
// share the heartbeat in the database. An executor's release does not depend on the clock.

import os from 'node:os';
import { type NotifyOperatorNeeds, notifyOperator, oncePerDay } from '../../letters/ledger/notify-operator.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import {
  type ClockMemory,
  type ClockReading,
  certainTime,
  type Heartbeat,
  type HoldReason,
  heartbeatOf,
  isUnconfirmed,
  judgeClock,
  likelyTime,
  noMemory,
} from './clock-rules.ts';
import { readDatabaseClock, recordHeartbeat } from './clock-store.ts';
import type { OutsideClock } from './outside-clock.ts';

export interface ClockWatch {
  /** The latest time that has certainly come, or null while no time can be trusted and scheduled actions are held. */
  trustedNow(): Promise<Date | null>;
  /** The problem as a sentence; null while the clock is trusted. */
  findProblem(): Promise<string | null>;
  /** The time that all processes agree on as far as possible. For actions that do not depend on a trusted clock. */
  likelyNow(): Date;
}

export interface ClockWatchNeeds extends NotifyOperatorNeeds {
  database: Database;
  outsideClock: OutsideClock;
  /** Called before anything is released, at a start and after the database was away, if the service was seen before. It can be repeated. */
  afterDowntime?: (since: Date, now: Date) => Promise<void>;
  log: { warn(facts: object, message: string): void; error(facts: object, message: string): void };
}

const beatEveryMilliseconds = 60_000;

const sentences: Record<HoldReason, string> = {
  jumped: 'The clock of this machine was set by more than a minute',
  'long-gap':
    'The machine was started again, the service was down for more than an hour, and no other clock has confirmed the time yet',
  behind: 'The clock of this machine is behind the time the service has already seen',
  differs: 'The clocks of this machine and of the database differ by more than five seconds',
};

/** The machine's clock and the database's. */
interface Clocks {
  reading: ClockReading;
  databaseNow: number;
  aheadOfDatabase: number;
  heartbeat: Heartbeat | null;
}

async function readClocks({ database, clock }: { database: Database; clock: Clock }): Promise<Clocks> {
  const before = clock.now().getTime();
  const { databaseNow: shown, heartbeat } = await readDatabaseClock(database);
  const reading = { wall: clock.now().getTime(), monotonic: clock.monotonicMilliseconds() };
  const databaseNow = clock.ofDatabase(shown).getTime();
  // The database read its clock at some time in between, so a slow answer is no difference.
  const aheadOfDatabase = Math.max(0, before - databaseNow) || Math.min(0, reading.wall - databaseNow);
  return { reading, databaseNow, aheadOfDatabase, heartbeat };
}

/** Records heartbeats. Before the first one, and the first after the database was away, it reports the downtime since the heartbeat that it found. */
function createBeats({ database, afterDowntime }: ClockWatchNeeds) {
  let downSince: number | null | undefined;
  return {
    see(clocks: Clocks): Clocks {
      if (downSince === undefined) downSince = clocks.heartbeat?.seenAt ?? null;
      return clocks;
    },
    /** Nobody can use the service without the database. */
    lose(error: unknown): never {
      downSince = undefined;
      throw error;
    },
    async record(beat: Heartbeat): Promise<void> {
      if (downSince) await afterDowntime?.(new Date(downSince), new Date(beat.seenAt));
      downSince = null;
      await recordHeartbeat(database, beat);
    },
  };
}

export function createClockWatch(needs: ClockWatchNeeds): ClockWatch {
  let memory = noMemory;
  let beatAt = Number.NEGATIVE_INFINITY;
  let wasInDoubt = false;
  let looking: Promise<Date | null> | null = null;
  const beats = createBeats(needs);

  const judge = async (clocks: Clocks): Promise<ClockMemory> => {
    const { clock, outsideClock } = needs;
    const { reading } = clocks;
    const decide = () => judgeClock(memory, reading, { ...clocks, bootId: clock.bootId, outside: outsideClock.now() });
    const isInDoubt = (state: ClockMemory) => state.hold !== null || isUnconfirmed(state, reading);
    const first = decide();
    if (!isInDoubt(first)) {
      wasInDoubt = false;
      return first;
    }
    // Asked before a hold begins, so that an ordinary start holds nothing.
    const asking = outsideClock.ask();
    if (!wasInDoubt) await asking;
    const next = decide();
    wasInDoubt = isInDoubt(next);
    return next;
  };
  const record = async (next: ClockMemory, { reading, heartbeat }: Clocks): Promise<void> => {
    const beat = heartbeatOf(next, reading, needs.clock.bootId);
    const isNew = memory.hold !== null || !memory.trusted;
    const isDue = reading.monotonic - beatAt >= beatEveryMilliseconds && beat.seenAt >= (heartbeat?.seenAt ?? 0);
    if (!isNew && !isDue) return;
    await beats.record(beat);
    beatAt = reading.monotonic;
  };
  const look = async (): Promise<Date | null> => {
    const clocks = beats.see(await readClocks(needs).catch(beats.lose));
    const next = await judge(clocks);
    if (!next.hold) await record(next, clocks);
    else if (!memory.hold) await beginHold(needs, next.hold, clocks);
    if (memory.hold && !next.hold)
      needs.log.warn({ reason: memory.hold.reason }, 'the clock is trusted again, scheduled releases continue');
    memory = next;
    return next.hold ? null : new Date(Math.min(certainTime(next, clocks.reading), clocks.databaseNow));
  };
  const trustedNow = () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
  return {
    trustedNow,
    async findProblem() {
      await trustedNow();
      return memory.hold ? `${sentences[memory.hold.reason]}. Scheduled releases are held.` : null;
    },
    likelyNow: () =>
      new Date(
        likelyTime(memory, { wall: needs.clock.now().getTime(), monotonic: needs.clock.monotonicMilliseconds() }),
      ),
  };
}

// The once-key contains the heartbeat, so that processes that start a hold together send one letter.
async function beginHold(
  needs: ClockWatchNeeds,
  hold: NonNullable<ClockMemory['hold']>,
  { reading, databaseNow, heartbeat }: Clocks,
): Promise<void> {
  const shown = (milliseconds: number) => new Date(milliseconds).toISOString();
  const lastSeen = heartbeat ? shown(heartbeat.seenAt) : 'none';
  const differs = hold.reason === 'differs';
  needs.log.error({ reason: hold.reason, lastSeen }, 'the clock is not trusted, scheduled releases are held');
  await needs.database.transaction((tx) =>
    notifyOperator(needs, tx, {
      what: 'Scheduled releases are held',
      facts: differs
        ? [
            `${sentences.differs}. The machine ${os.hostname()} shows ${shown(reading.wall)}, the database ${shown(databaseNow)}.`,
            'Set the clock that is wrong, best by a time service on both machines. Scheduled releases then resume by themselves. Until then other processes of the service release by date, if their clock agrees with the database’s. Releases by executors still work.',
          ]
        : [
            `${sentences[hold.reason]}. It now shows ${shown(hold.since.wall)}. The last time known to be right is ${lastSeen}.`,
            'Releases by executors still work. Scheduled releases resume by themselves when the clock is right again, when another clock confirms it (TIME_URL, or the time service of this machine), or after 24 steady hours.',
            'If the time is right, “npm run admin -- confirm-clock --reason "…"” ends the hold immediately.',
          ],
      onceKey: `clock-held/${differs ? oncePerDay(`differs/${os.hostname()}`, needs.clock.now()) : `${hold.reason}/${lastSeen}`}`,
    }),
  );
}
