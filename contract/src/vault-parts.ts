// Parts of a vault as its owner's list and page show it: the status of a letter, an open request for its release, and the owner's choice.
import * as z from 'zod/mini';

/** The status of a letter: waiting, accepted by the recipient's mail server, or given up. */
export const writtenLetter = z.object({
  writtenAt: z.nullable(z.string()), // null if the letter is no longer on record
  letter: z.nullable(z.enum(['waiting', 'accepted', 'undelivered'])),
});

/** A request for its release that is open. */
export const openRequest = z.object({
  state: z.enum(['asked', 'waiting']),
  askedBy: z.string(),
  /** When it lapses if it is only asked for, or releases if it waits. */
  dueAt: z.string(),
});

/** What the owner chose for a release by an executor: how long it waits, and whether two must agree. */
export const releaseSettings = z.object({ waitHours: z.int(), mustAgree: z.boolean() });
export type ReleaseSettings = z.output<typeof releaseSettings>;
