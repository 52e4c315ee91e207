// A letter in words, before any layout, and the few phrases all letters share.
// Tone: plain and warm, to "you"; no euphemism, no urgency, no exclamation mark.

/** A paragraph, a button with its link, or a code to be copied. */
export type Block = string | { action: string; link: string } | { label: string; code: string };

export interface LetterWords {
  subject: string;
  greeting: string;
  body: Block[];
}

/** What stands on every letter of this installation. */
export interface Letterhead {
  productName: string;
  supportEmail: string;
  publicUrl: string;
}

/** Names and titles are other people's words: one line, no control characters, nothing that turns the reading direction. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

export const greet = (name: string): string => (name === '' ? 'Hello,' : `Hello ${name},`);

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** "March 4, 2027 at 9:30 AM UTC": a letter does not know where it is read. */
export const momentInWords = (instant: string): string => `${inWords.format(new Date(instant))} UTC`;
