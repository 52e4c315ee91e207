// Decides whether the machine's clock may be trusted to release vaults, and which time counts for dates: the earliest that the clocks
// allow. It compares the clock with the uptime, which nobody can set, with the database's clock, with the last time known to be
// right, and with an outside clock or the operator. Pure; all times are milliseconds.

export interface ClockReading {
  wall: number;
  monotonic: number;
}

/** Shared by all processes on the database: the last trusted time, and the uptime of the machine that trusted it. */
export interface Heartbeat {
  seenAt: number;
  bootId: string | null;
  uptime: number;
  /** How far that machine's clock was ahead of `seenAt`, without another clock's confirmation. */
  unconfirmed: number;
}

/** A reading at a time when the clock was right, apart from what no other clock has confirmed. */
interface Anchor extends ClockReading {
  unconfirmed: number;
}

export interface OtherClocks {
  heartbeat: Heartbeat | null;
  bootId: string | null;
  /** How far the clock is ahead of the database's; negative if it is behind. */
  aheadOfDatabase: number;
  outside: number | null;
}

export type HoldReason = 'jumped' | 'long-gap' | 'behind' | 'differs';

/** The state of one process. */
export interface ClockMemory {
  /** Null if there is none yet. */
  trusted: Anchor | null;
  hold: {
    reason: HoldReason;
    since: ClockReading;
    seenAt: number | null;
    /** What the database's clock showed, if it differs. */
    database: ClockReading | null;
  } | null;
}

export const noMemory: ClockMemory = { trusted: null, hold: null };

const second = 1000;
const hour = 3600 * second;

/** The clocks of two machines that a time service sets differ by less. */
export const differWithin = 5 * second;
/** A clock that was set by no more than this holds nothing. Dates count by the earlier time. */
const agreeWithin = 60 * second;
/** The heartbeat is written once a minute, so a fresh one may be a minute older. */
const freshWithin = 2 * 60 * second;
/** Nobody observed the clock during a longer gap, so another clock must confirm it. */
const maxGap = hour;
const steadyFor = 24 * hour;

/** How far the clock is ahead of an earlier reading plus the uptime since; negative if it is behind. */
const aheadOf = (from: ClockReading, to: ClockReading): number => to.wall - from.wall - (to.monotonic - from.monotonic);
const drift = (from: ClockReading, to: ClockReading): number => Math.abs(aheadOf(from, to));

/** @returns the new state of the process */
export function judgeClock(memory: ClockMemory, reading: ClockReading, others: OtherClocks): ClockMemory {
  const trusted = memory.trusted ?? firstAnchor(reading, others);
  const reason = doubtOf(trusted, reading, others);
  if (reason === null) return { trusted: nextAnchor(trusted, reading, others), hold: null };
  const hold = memory.hold ?? { since: reading, seenAt: others.heartbeat?.seenAt ?? null };
  const vouched = reason === 'differs' ? null : vouchedAnchor(hold, reading, others);
  if (vouched) return { trusted: vouched, hold: null };
  // The steady hours start at the last jump.
  const since = drift(hold.since, reading) > agreeWithin ? reading : hold.since;
  const database = reason === 'differs' ? { ...reading, wall: reading.wall - others.aheadOfDatabase } : null;
  return { trusted: memory.trusted ?? anchorOfThisBoot(reading, others), hold: { ...hold, reason, since, database } };
}

/** The latest time that has certainly come. A date that is not later may release a vault. */
export function certainTime({ trusted }: ClockMemory, reading: ClockReading): number {
  if (!trusted) return reading.wall;
  return Math.min(reading.wall, trusted.wall + reading.monotonic - trusted.monotonic - trusted.unconfirmed);
}

/** Whether dates count noticeably later than the clock shows them, until another clock confirms it. */
export const isUnconfirmed = (memory: ClockMemory, reading: ClockReading): boolean =>
  reading.wall - certainTime(memory, reading) > differWithin;

/** The clock's time; if it differs from the database's, that one's; after a jump, the last trusted time plus the uptime since. */
export function likelyTime({ trusted, hold }: ClockMemory, reading: ClockReading): number {
  if (hold?.database) return hold.database.wall + reading.monotonic - hold.database.monotonic;
  if (trusted && drift(trusted, reading) > agreeWithin) return trusted.wall + reading.monotonic - trusted.monotonic;
  return reading.wall;
}

/** The heartbeat of a process that trusts its clock. */
export function heartbeatOf(memory: ClockMemory, reading: ClockReading, bootId: string | null): Heartbeat {
  const { wall, monotonic } = memory.trusted ?? reading;
  const seenAt = certainTime(memory, reading);
  return {
    seenAt,
    bootId,
    uptime: reading.monotonic,
    unconfirmed: wall + reading.monotonic - monotonic - seenAt,
  };
}

function doubtOf(
  trusted: Anchor | null,
  reading: ClockReading,
  { heartbeat, aheadOfDatabase }: OtherClocks,
): HoldReason | null {
  if (Math.abs(aheadOfDatabase) > differWithin) return 'differs';
  if (trusted && hasJumped(trusted, reading)) return 'jumped';
  if (heartbeat && reading.wall < heartbeat.seenAt - agreeWithin) return 'behind';
  return trusted ? null : 'long-gap';
}

/** A clock that is set back towards the time that is certain has only been corrected. */
function hasJumped(trusted: Anchor, reading: ClockReading): boolean {
  const ahead = aheadOf(trusted, reading);
  return ahead > agreeWithin || ahead < -agreeWithin - trusted.unconfirmed;
}

/** At a start. Null if the time since the heartbeat can only be confirmed by another clock. */
function firstAnchor(reading: ClockReading, others: OtherClocks): Anchor | null {
  const { heartbeat } = others;
  if (!heartbeat) return { ...reading, unconfirmed: 0 };
  const sinceBeat = reading.wall - heartbeat.seenAt;
  const afterReboot = sinceBeat <= maxGap ? { ...reading, unconfirmed: Math.max(0, sinceBeat) } : null;
  return anchorOfThisBoot(reading, others) ?? afterReboot;
}

/** What the heartbeat says of the time now, if it was written in this boot. */
function anchorOfThisBoot({ monotonic }: ClockReading, { heartbeat, bootId }: OtherClocks): Anchor | null {
  // In some containers the uptime restarts within the boot.
  if (!heartbeat || bootId === null || heartbeat.bootId !== bootId || monotonic < heartbeat.uptime) return null;
  const { seenAt, uptime, unconfirmed } = heartbeat;
  return { wall: seenAt + unconfirmed + monotonic - uptime, monotonic, unconfirmed };
}

/** The trusted reading is renewed once a day, so that a slightly slow clock is not mistaken for one that jumped. */
function nextAnchor(trusted: Anchor | null, reading: ClockReading, others: OtherClocks): Anchor {
  const isSteady = !trusted || reading.monotonic - trusted.monotonic >= steadyFor;
  if (isSteady || isConfirmed(reading, others)) return { ...reading, unconfirmed: 0 };
  const ahead = aheadOf(trusted, reading);
  if (ahead < -agreeWithin) return { ...reading, unconfirmed: Math.max(0, trusted.unconfirmed + ahead) };
  const beat = anchorOfBeat(reading, others);
  return beat ? { ...trusted, unconfirmed: Math.min(trusted.unconfirmed, beat.unconfirmed) } : trusted;
}

const isConfirmed = ({ wall }: ClockReading, { outside }: OtherClocks): boolean =>
  outside !== null && Math.abs(outside - wall) <= differWithin;

/** What a fresh heartbeat confirms of the reading: to the second in one boot, else that its time has come. */
function anchorOfBeat(reading: ClockReading, others: OtherClocks): Anchor | null {
  const here = anchorOfThisBoot(reading, others);
  if (here) return drift(here, reading) <= differWithin ? here : null;
  const sinceBeat = reading.wall - (others.heartbeat?.seenAt ?? Number.NEGATIVE_INFINITY);
  return Math.abs(sinceBeat) <= freshWithin ? { ...reading, unconfirmed: Math.max(0, sinceBeat) } : null;
}

function vouchedAnchor(
  { since, seenAt }: Pick<NonNullable<ClockMemory['hold']>, 'since' | 'seenAt'>,
  reading: ClockReading,
  others: OtherClocks,
): Anchor | null {
  const confirmed = { ...reading, unconfirmed: 0 };
  if (isConfirmed(reading, others)) return confirmed;
  // Another process, or the operator by a command, has trusted the time since.
  if (others.heartbeat && others.heartbeat.seenAt !== seenAt) return anchorOfBeat(reading, others);
  const isSteady = drift(since, reading) <= agreeWithin && reading.monotonic - since.monotonic >= steadyFor;
  return isSteady ? confirmed : null;
}
