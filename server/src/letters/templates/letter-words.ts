// The text of a letter before layout, and the phrases all letters share.
// Tone: plain and warm, addressed to "you"; no euphemism, no urgency, no exclamation mark.

/** A paragraph, a button with its link, a link beside the matter, or a code to be copied. */
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

/** What every letter of this installation shows. */
export interface Letterhead {
  productName: string;
  supportEmail: string;
  publicUrl: string;
}

/** Names and titles are user input: this makes them one line without control characters or marks that change the reading direction. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

export const greet = (name: string): string => (name === '' ? 'Hello,' : `Hello ${name},`);

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** "March 4, 2027 at 9:30 AM UTC". In UTC, because we do not know the reader's time zone. */
export const formatMoment = (instant: string): string => `${inWords.format(new Date(instant))} UTC`;
