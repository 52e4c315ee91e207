// Whether the machine's clock may release vaults: it is held against time that nobody can set, against the last time the
// service is known to have been right, and against anyone who vouches for it. Pure; all times are milliseconds.

export interface Reading {
  wall: number;
  monotonic: number;
}

/** What all processes on the database share: the last time one of them trusted, and where an untrusted one stood. */
export interface Heartbeat {
  seenAt: number;
  jumpedToAt: number | null;
}

export type HoldReason = 'jumped' | 'long-gap' | 'behind';

/** What one process remembers. */
export interface ClockMemory {
  /** A moment the clock was right; null until then. */
  trusted: Reading | null;
  hold: { reason: HoldReason; since: Reading; seenAt: number | null } | null;
}

export const noMemory: ClockMemory = { trusted: null, hold: null };

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

/** Two readings that differ by no more agree. */
const agreeWithin = 60 * second;
/** The heartbeat is written once a minute, so one that is fresh may lie that far back too. */
const freshWithin = 2 * 60 * second;
const maxGap = 30 * day;
const steadyFor = 24 * hour;

const drift = (from: Reading, to: Reading): number => Math.abs(to.wall - from.wall - (to.monotonic - from.monotonic));

/** @returns what the process is to remember now. `outside` is the time an outside clock gives, where one was asked. */
export function judgeClock(
  memory: ClockMemory,
  reading: Reading,
  { heartbeat, outside = null }: { heartbeat: Heartbeat | null; outside?: number | null },
): ClockMemory {
  const reason = doubtOf(memory, reading, heartbeat);
  if (reason === null) return { trusted: anchorOf(memory, reading), hold: null };
  const hold = memory.hold ?? { reason, since: reading, seenAt: heartbeat?.seenAt ?? null };
  if (isVouchedFor(hold, reading, { heartbeat, outside })) return { trusted: reading, hold: null };
  // Steady hours are counted from the last jump.
  const since = drift(hold.since, reading) > agreeWithin ? reading : hold.since;
  return { trusted: memory.trusted, hold: { ...hold, reason, since } };
}

/** What the heartbeat says of a hold that began: where a clock that went ahead stands. One that is behind is known by itself. */
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

// The moment it was right moves on once a day, so that a clock that is a little slow is not taken for one that jumps.
const anchorOf = ({ trusted, hold }: ClockMemory, reading: Reading): Reading =>
  trusted && !hold && reading.monotonic - trusted.monotonic < day ? trusted : reading;

function isVouchedFor(
  { since, seenAt }: NonNullable<ClockMemory['hold']>,
  reading: Reading,
  { heartbeat, outside }: { heartbeat: Heartbeat | null; outside: number | null },
): boolean {
  if (outside !== null && Math.abs(outside - reading.wall) <= agreeWithin) return true;
  // Somebody has trusted the time since: another process, or the operator by a command.
  const isBeating = heartbeat !== null && heartbeat.seenAt !== seenAt;
  if (isBeating) return Math.abs(reading.wall - heartbeat.seenAt) <= freshWithin;
  return drift(since, reading) <= agreeWithin && reading.monotonic - since.monotonic >= steadyFor;
}
