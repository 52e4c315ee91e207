// The text of a letter before layout, and the phrases all letters share.
// Tone: plain and warm, addressed to "you"; no euphemism, no urgency, no exclamation mark.
import { withoutDirectionMarks } from '@remembrance/contract/invisible.ts';
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { login } from '@remembrance/contract/sign-in.ts';
import { leadsNowhere } from '@remembrance/contract/text.ts';
import type { FactsOf } from './letter-content.ts';

/** A paragraph, a button with its link, a secondary link, or a code to copy. */
export type Block =
  | string
  | { action: string; link: string }
  | { aside: string; link: string }
  | { label: string; code: string };

export interface LetterWords {
  subject: string;
  greeting: string;
  body: Block[];
}

/** The time zone of the owner that a letter is about. */
export interface Zoned {
  timeZone?: string | undefined;
}

/** The owner that a letter is about. */
export interface LetterOwner extends Zoned {
  /** Whether they have no password, because they sign in at the OpenID provider. */
  signsInAtProvider?: boolean | undefined;
}

/** The parts that every letter of this installation shows, and its owner. */
export interface Letterhead extends LetterOwner {
  productName: string;
  supportEmail: string;
  publicUrl: string;
  /** By which a reader who never asked for a letter reports it; only in a letter to somebody who is not its owner. */
  reportLink?: string | undefined;
}

/** The text of each kind of letter. */
export type LetterWriters = {
  [Kind in LetterKind]: (facts: FactsOf<Kind>, letterhead: Letterhead) => LetterWords;
};

/** Names and titles are user input: this makes them one line without control characters or marks that change the reading direction. */
export const oneLine = (text: string): string =>
  withoutDirectionMarks(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

/**
 * Marks what a person wrote, in a language and direction that we do not know. HTML says so where the marks are, and no letter is sent
 * with them: nobody can write them (`oneLine`).
 */
export const asWritten = (text: string): string => (text === '' ? '' : `\u2068${text}\u2069`);
export const withoutMarks = withoutDirectionMarks;

/** A vault's title in a letter to somebody who never asked for it: left out if it could lead them anywhere. */
export const titleForStranger = (before: string, title: string): string =>
  leadsNowhere(title) ? `${before} “${title}”` : '';

export const greet = (name: string): string => (name === '' ? 'Hello,' : `Hello ${name},`);

/** What an owner without a password does if somebody else may know how to sign in. */
export const changeAtProvider = 'change your password at the provider where you sign in';

/** The page for signing in has only a password and passkeys; this address leads to the provider. */
export const providerLink = (publicUrl: string): string => `${publicUrl}${login.path}`;

export const passwordButton = (link: string, { publicUrl, signsInAtProvider }: Letterhead) =>
  signsInAtProvider
    ? { action: 'See where you are signed in', link: `${publicUrl}/account` }
    : { action: 'Choose a new password', link };

/** "March 4, 2027 at 9:30 AM Central European Standard Time", in the owner's zone; in UTC if the letter is about no owner. */
export function formatMoment(instant: string, { timeZone = 'UTC' }: Zoned): string {
  const at = new Date(instant);
  const { inWords, zone } = formatsOf(timeZone);
  const name = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  return `${inWords.format(at)} ${timeZone === 'UTC' ? 'UTC' : name}`;
}

/** "March 4, 2027", in the owner's zone. */
export const formatDay = (instant: string, { timeZone = 'UTC' }: Zoned): string =>
  formatsOf(timeZone).longDay.format(new Date(instant));

/** "2027-03-04", in the owner's zone. */
export const dayOf = (instant: string, { timeZone = 'UTC' }: Zoned): string =>
  formatsOf(timeZone).day.format(new Date(instant));

// Each is slow to create, and a release by date writes thousands of letters.
const formats = new Map<string, ReturnType<typeof newFormats>>();
function formatsOf(timeZone: string) {
  const known = formats.get(timeZone) ?? newFormats(timeZone);
  formats.set(timeZone, known);
  return known;
}
const newFormats = (timeZone: string) => ({
  inWords: new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone }),
  zone: new Intl.DateTimeFormat('en-US', { timeZoneName: 'long', timeZone }),
  longDay: new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }),
  day: new Intl.DateTimeFormat('en-CA', { timeZone }), // its date format is ISO 8601
});

const dayInWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
/** A day ends last in the time zone that is twelve hours behind UTC. */
const lastDayMilliseconds = 36 * 3_600_000;

/** "March 2, 2027": the last day that is over everywhere before the instant, for a reader in an unknown zone. */
export function formatDayAnywhere(instant: string): string {
  return dayInWords.format(new Date(instant).getTime() - lastDayMilliseconds);
}

/** "15 minutes" or "24 hours". */
export const formatMinutes = (minutes: number): string =>
  minutes < 120 ? `${minutes} minutes` : `${minutes / 60} hours`;
