// Watches the machine's clock, and holds scheduled actions while it cannot be trusted. Each process decides for itself; they
// share the heartbeat in the database. An executor's release does not depend on the clock.

import { type NotifyOperatorNeeds, notifyOperator } from '../../letters/ledger/notify-operator.ts';
import type { Database } from '../../platform/database/transaction.ts';
import {
  type ClockMemory,
  type Heartbeat,
  type HoldReason,
  judgeClock,
  jumpedTo,
  likelyTime,
  noMemory,
} from './clock-rules.ts';
import { readHeartbeat, recordHeartbeat, recordJump, trustTime } from './clock-store.ts';
import type { OutsideClock } from './outside-clock.ts';

export interface ClockWatch {
  /** The time, or null while it cannot be trusted and scheduled actions are held. */
  trustedNow(): Promise<Date | null>;
  /** The problem as a sentence; null while the clock is trusted. */
  findProblem(): Promise<string | null>;
  /** The time; after a jump, the last trusted time plus the uptime since. For actions that do not depend on a trusted clock. */
  likelyNow(): Date;
}

export interface ClockWatchNeeds extends NotifyOperatorNeeds {
  database: Database;
  outsideClock: OutsideClock;
  log: { warn(facts: object, message: string): void; error(facts: object, message: string): void };
}

const beatEveryMilliseconds = 60_000;

const sentences: Record<HoldReason, string> = {
  jumped: 'The clock of this machine was set by more than a minute while the service ran',
  'long-gap': 'The service was down for more than an hour, and no other clock has confirmed the time yet',
  behind: 'The clock of this machine is behind the time the service has already seen',
};

export function createClockWatch(needs: ClockWatchNeeds): ClockWatch {
  let memory = noMemory;
  let beatAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<Date | null> | null = null;

  const look = async (): Promise<Date | null> => {
    const { database, clock, outsideClock } = needs;
    const heartbeat = await readHeartbeat(database);
    const now = clock.now();
    const reading = { wall: now.getTime(), monotonic: clock.monotonicMilliseconds() };
    const judge = () => judgeClock(memory, reading, { heartbeat, outside: outsideClock.now() });
    let next = judge();
    if (next.hold && !memory.hold) {
      await outsideClock.ask();
      next = judge();
    }
    if (next.hold) {
      if (!memory.hold) await beginHold(needs, next, heartbeat);
      void outsideClock.ask();
    } else if (memory.hold || !memory.trusted) {
      await trustTime(database, now);
      if (memory.hold)
        needs.log.warn({ reason: memory.hold.reason }, 'the clock is trusted again, scheduled releases continue');
    } else if (reading.monotonic - beatAt >= beatEveryMilliseconds) {
      await recordHeartbeat(database, { seenAt: now });
    } else {
      return now;
    }
    memory = next;
    beatAt = reading.monotonic;
    return next.hold ? null : now;
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
async function beginHold(needs: ClockWatchNeeds, memory: ClockMemory, heartbeat: Heartbeat | null): Promise<void> {
  const { hold } = memory;
  if (!hold || !heartbeat) return;
  const lastSeen = new Date(heartbeat.seenAt).toISOString();
  needs.log.error({ reason: hold.reason, lastSeen }, 'the clock is not trusted, scheduled releases are held');
  await needs.database.transaction(async (tx) => {
    await recordJump(tx, jumpedTo(memory, heartbeat));
    await notifyOperator(needs, tx, {
      what: 'Scheduled releases are held',
      facts: [
        `${sentences[hold.reason]}. It now shows ${new Date(hold.since.wall).toISOString()}. The last time known to be right is ${lastSeen}.`,
        'Releases by executors still work. Scheduled releases resume by themselves when the clock is right again, when another clock confirms it (TIME_URL, or the time service of this machine), or after 24 steady hours.',
        'If the time is right, “npm run admin -- confirm-clock --reason "…"” ends the hold immediately.',
      ],
      onceKey: `clock-held/${hold.reason}/${lastSeen}`,
    });
  });
}
