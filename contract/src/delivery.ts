// What an owner and an executor see of our emails to others: whether a mail server accepted one, and what its reader has done.
import * as z from 'zod/mini';
import { letterDoubts } from './letters.ts';

/** The status of a letter to somebody else: waiting, accepted by the recipient's mail server, or given up. */
export const writtenLetter = z.object({
  writtenAt: z.nullable(z.string()), // null if the letter is no longer on record
  letter: z.nullable(z.enum(['waiting', 'accepted', 'undelivered'])),
  doubt: z.optional(z.nullable(z.enum(letterDoubts))), // a process of version 1.0 leaves it out
});

/** The last email with a link to one address, and what its reader has done since the release. */
export const delivery = z.object({
  ...writtenLetter.shape,
  /** The mail server that accepted it; null if it is not known. */
  acceptedBy: z.nullable(z.string()),
  /** Why it may not have arrived after all; null if nothing says so. */
  doubt: z.nullable(z.enum(letterDoubts)),
  /** When its reader said that it is not for them. Null if nobody did, or somebody has opened it or got another email since. */
  disownedAt: z.nullable(z.string()),
  /** When the right address was entered at the link. Opening the link by itself, as mail scanners do, changes nothing. */
  openedAt: z.nullable(z.string()),
  /** When the questions were answered. */
  provenAt: z.nullable(z.string()),
  /** When a file, or the copy of everything, was first fetched. */
  downloadedAt: z.nullable(z.string()),
});
export type Delivery = z.output<typeof delivery>;

/** The owner's choice for a release whose email nobody opens. */
export const deliveryChoice = z.object({
  /** Used if the first address is in doubt, or nothing is opened; null for none. */
  recipientSecondEmail: z.nullable(z.string()),
  /** Whether we remind the recipient and then ask the executors. */
  followUp: z.boolean(),
});

export const secondAddressSame = 'This is the first address already. Please give another one, or leave it empty';
/** A blank address is no address. */
export const isSecondSame = (second: string, first: string): boolean =>
  second !== '' && second.toLowerCase() === first.toLowerCase();
