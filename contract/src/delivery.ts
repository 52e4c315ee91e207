// What is known of an email with a recipient's link: whether a mail server accepted it, and what its reader has done.
import * as z from 'zod/mini';
import { letterDoubts } from './letters.ts';
import { writtenLetter } from './written-letter.ts';

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

/** What the owner of a vault chose for the case that the email of a release is not opened. */
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
