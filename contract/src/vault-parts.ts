// Parts of a vault as its owner's list and page show it: an open request for its release, and the owner's choice.
import * as z from 'zod/mini';

/** A request for its release that is open. */
export const openRequest = z.object({
  state: z.enum(['asked', 'waiting']),
  /** Null if nobody asked: the owner did not answer a check-in, and had chosen that. */
  askedBy: z.nullable(z.string()),
  /** When it lapses if it is only asked for, or releases if it waits. */
  dueAt: z.string(),
});

const correctionStates = ['waiting', 'made', 'stopped', 'ended'] as const;

/**
 * The one correction of a released vault's address that an executor asked for: waiting for the owner, made, stopped by the owner, or ended by the
 * recipient's proof.
 */
export const correction = z.object({
  state: z.enum(correctionStates),
  /** The address that it is or was about to get. */
  email: z.string(),
  /** Null while a second executor has to agree, by asking for the same address. */
  dueAt: z.nullable(z.string()),
});
export type Correction = z.output<typeof correction>;

/** What the owner chose for a release by an executor: how long it waits, and whether two must agree. */
export const releaseSettings = z.object({ waitHours: z.int(), mustAgree: z.boolean() });
export type ReleaseSettings = z.output<typeof releaseSettings>;
