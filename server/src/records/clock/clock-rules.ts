// Decides whether the machine's clock may be trusted to release vaults. It compares the clock with the uptime, which nobody
// can set, with the last time known to be right, and with an outside clock or the operator. Pure; all times are milliseconds.

export interface Reading {
  wall: number;
  monotonic: number;
}

/** Shared by all processes on the database: the last trusted time, and the time an untrusted clock jumped to. */
export interface Heartbeat {
  seenAt: number;
  jumpedToAt: number | null;
}

export type HoldReason = 'jumped' | 'long-gap' | 'behind';

/** The state of one process. */
export interface ClockMemory {
  /** A reading at a time when the clock was right; null if there is none yet. */
  trusted: Reading | null;
  hold: { reason: HoldReason; since: Reading; seenAt: number | null } | null;
}

export const noMemory: ClockMemory = { trusted: null, hold: null };

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

/** Readings that differ by no more than this agree. */
const agreeWithin = 60 * second;
/** The heartbeat is written once a minute, so a fresh one may be a minute older. */
const freshWithin = 2 * 60 * second;
/** Nobody observed the clock during a longer gap, so another clock must confirm it. */
const maxGap = hour;
const steadyFor = 24 * hour;

const drift = (from: Reading, to: Reading): number => Math.abs(to.wall - from.wall - (to.monotonic - from.monotonic));

/** @returns the new state of the process. `outside` is the time of an outside clock, if there is one. */
export function judgeClock(
  memory: ClockMemory,
  reading: Reading,
  { heartbeat, outside = null }: { heartbeat: Heartbeat | null; outside?: number | null },
): ClockMemory {
  const reason = doubtOf(memory, reading, heartbeat);
  if (reason === null) return { trusted: anchorOf(memory, reading), hold: null };
  const hold = memory.hold ?? { reason, since: reading, seenAt: heartbeat?.seenAt ?? null };
  if (isVouchedFor(hold, reading, { heartbeat, outside })) return { trusted: reading, hold: null };
  // The steady hours start at the last jump.
  const since = drift(hold.since, reading) > agreeWithin ? reading : hold.since;
  return { trusted: memory.trusted, hold: { ...hold, reason, since } };
}

/** The clock's time; after a jump, the last trusted time plus the uptime since. */
export function likelyTime({ trusted, hold }: ClockMemory, reading: Reading): number {
  if (trusted && drift(trusted, reading) > agreeWithin) return trusted.wall + reading.monotonic - trusted.monotonic;
  if (trusted || hold?.reason !== 'jumped' || hold.seenAt === null) return reading.wall;
  return hold.seenAt + reading.monotonic - hold.since.monotonic;
}

/** The time to store when a hold starts: the target of a forward jump. A clock that is behind is detected without it. */
export const jumpedTo = ({ hold }: ClockMemory, heartbeat: Heartbeat): number | null =>
  hold?.reason === 'jumped' && hold.since.wall > heartbeat.seenAt ? hold.since.wall : heartbeat.jumpedToAt;

function doubtOf({ trusted }: ClockMemory, reading: Reading, heartbeat: Heartbeat | null): HoldReason | null {
  if (trusted && drift(trusted, reading) > agreeWithin) return 'jumped';
  if (!heartbeat) return null;
  if (reading.wall < heartbeat.seenAt - agreeWithin) return 'behind';
  if (trusted) return null;
  if (heartbeat.jumpedToAt !== null && reading.wall >= heartbeat.jumpedToAt - agreeWithin) return 'jumped';
  return reading.wall - heartbeat.seenAt > maxGap ? 'long-gap' : null;
}

// The trusted reading is renewed once a day, so that a slightly slow clock is not mistaken for one that jumped.
const anchorOf = ({ trusted, hold }: ClockMemory, reading: Reading): Reading =>
  trusted && !hold && reading.monotonic - trusted.monotonic < day ? trusted : reading;

function isVouchedFor(
  { since, seenAt }: NonNullable<ClockMemory['hold']>,
  reading: Reading,
  { heartbeat, outside }: { heartbeat: Heartbeat | null; outside: number | null },
): boolean {
  if (outside !== null && Math.abs(outside - reading.wall) <= agreeWithin) return true;
  // Another process, or the operator by a command, has trusted the time since.
  const isBeating = heartbeat !== null && heartbeat.seenAt !== seenAt;
  if (isBeating) return Math.abs(reading.wall - heartbeat.seenAt) <= freshWithin;
  return drift(since, reading) <= agreeWithin && reading.monotonic - since.monotonic >= steadyFor;
}
