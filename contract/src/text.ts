// The schemas of every text field: trimmed, bounded, and without characters that break headers or the database.
import * as z from 'zod/mini';
import { foreignLetter, holdsSeveralAddresses, readAddress } from './address.ts';
import { isVisible, withoutInvisible } from './invisible.ts';
import { lengths, passwordBytes } from './limits.ts';
import { manyLines, oneLine, unusableInLine, unusableInLines } from './unusable.ts';

/** The message for a text that is too long. */
export const tooLong = (max: number) => `Please use at most ${max.toLocaleString('en-US')} characters`;

/** Comes first in every text: a text that is too long is not processed further, because some checks are slow (COST-1). */
const limitedTo = (max: number, error = tooLong(max)) => z.maxLength(max, { error, abort: true });
const inLine = { error: ({ input }: { input?: unknown }) => unusableInLine(input) };
const inLines = { error: ({ input }: { input?: unknown }) => unusableInLines(input) };

/** A required single line, such as a title or a name; `missing` is the message for a blank one. */
export const line = (max: number, missing: string) =>
  z
    .string(missing)
    .check(z.trim(), limitedTo(max), z.minLength(1, missing), z.refine(isVisible, missing), z.regex(oneLine, inLine));

/**
 * Anything a mail program turns into a link: a web or mail address, in any script, even with a full-width or ideographic dot or with
 * invisible characters in it.
 */
const addressLike = /:\/\/|@|\bwww\.|[\p{L}\p{M}\p{N}]\.\p{L}[\p{L}\p{M}]/iu;
export const nameHoldsAddress = 'Please write the name without a web or email address, and leave a space after a dot';
const isPlain = (text: string): boolean =>
  !addressLike.test(withoutInvisible(text.normalize('NFKC')).replace(/[\u3002\uff61]/gu, '.'));

/** A number to call: seven digits, however they are grouped. Two years are no number to call. */
const numberLike = /(?:\p{Nd}[\s().\u2010-\u2015/+-]*){7}/u;
const twoYears = /(?<!\p{Nd})[12]\p{Nd}{3}\s*[\u2010-\u2015/-]\s*[12]\p{Nd}{3}(?!\p{Nd})/gu;
const holdsNumber = (text: string): boolean =>
  numberLike.test(withoutInvisible(text.normalize('NFKC')).replace(twoYears, ''));
export const nameHoldsNumber = 'Please write the name without a telephone number';

/** Whether a title or a name leads a reader nowhere: no address, no link and no number to call. */
export const leadsNowhere = (text: string): boolean => isPlain(text) && !holdsNumber(text);

/** A person's name. It appears in letters to others, so it must not contain a link. */
export const personName = (missing: string) =>
  line(lengths.name, missing).check(
    z.refine(isPlain, nameHoldsAddress),
    z.refine((name) => !holdsNumber(name), nameHoldsNumber),
  );
export const blankablePersonName = () =>
  blankableLine(lengths.name).check(
    z.refine(isPlain, nameHoldsAddress),
    z.refine((name) => !holdsNumber(name), nameHoldsNumber),
  );

/** A single line that may be blank. */
export const blankableLine = (max: number) =>
  z.string('Please enter text').check(z.trim(), limitedTo(max), z.regex(oneLine, inLine));

/** A required multi-line text, stored as written, including spaces. */
export const prose = (max: number, missing: string) =>
  z.string(missing).check(limitedTo(max), z.refine(isVisible, missing), z.regex(manyLines, inLines));

const noteHoldsAddress = 'Please write the note without a web or email address, and leave a space after a dot';

/** A short multi-line text in a letter to somebody else, so it must not contain a link. May be blank. */
export const plainNote = (max: number) =>
  z
    .string('Please enter text')
    .check(z.trim(), limitedTo(max), z.regex(manyLines, inLines), z.refine(isPlain, noteHoldsAddress));

/** A multi-line text that may be blank. */
export const blankableProse = (max: number) =>
  z.string('Please enter text').check(limitedTo(max), z.regex(manyLines, inLines));

/** A text that may be left out. Null is the same as leaving it out. */
export const optional = <T extends z.core.SomeType>(text: T) =>
  z.optional(
    z.pipe(
      z.nullable(text),
      z.transform((value) => value ?? undefined),
    ),
  );

/** The same, for a text that is blank if it is left out. */
export const orBlank = <T extends z.core.SomeType>(text: T) =>
  z._default(
    z.pipe(
      z.nullable(text),
      z.transform((value) => value ?? ''),
    ),
    '',
  );

const severalAddresses = 'Please enter one address only';
const refusalOfAddress = (invalid: string) => ({
  error: ({ input }: { input?: unknown }) => {
    const letter = foreignLetter(String(input));
    if (letter) return `We cannot write to an address with “${letter}” before the @. Please use another address`;
    return holdsSeveralAddresses(String(input)) ? severalAddresses : invalid;
  },
});

const addressThat = (fits: (value: string) => boolean, invalid: string) =>
  z
    .string(invalid)
    .check(z.overwrite(readAddress), limitedTo(lengths.email), z.refine(fits, refusalOfAddress(invalid)));

/** An address in the sign-up or vault form, extracted from the typed or pasted text; comparisons ignore case. */
export const email = (invalid: string) => addressThat(isEmail, invalid);

/** An address, or a blank text. */
export const blankableEmail = (invalid: string) => addressThat((value) => value === '' || isEmail(value), invalid);

const linkIncomplete = 'This link is not complete';
const linkDamaged = 'This link is damaged';
/** The token in the link of a letter, which may have been copied in part. */
export const linkToken = () =>
  z.string(linkIncomplete).check(z.minLength(1, linkIncomplete), z.maxLength(lengths.linkToken, linkDamaged));

/** Keyboards write one letter in several ways, such as ü as one character or as two (NIST SP 800-63B). */
export const normalPassword = (password: string): string => password.normalize('NFKC');

const passwordTooLong = `Please choose a password of at most ${passwordBytes.max} characters (accented letters and emoji count for more than one)`;

/**
 * A password in the form in which it is checked and hashed. The limit in characters is weaker than the one in bytes, but OpenAPI can
 * express it.
 */
export const newPassword = () =>
  z.string('Please choose a password').check(
    limitedTo(passwordBytes.max, passwordTooLong),
    z.overwrite(normalPassword),
    z.refine(
      (value) => byteLength(value) >= passwordBytes.min,
      `Please choose a password of at least ${passwordBytes.min} characters`,
    ),
    z.refine((value) => byteLength(value) <= passwordBytes.max, passwordTooLong),
    z.refine((value) => !value.includes('\0'), inLine),
  );

/** An instant in ISO 8601 with its offset; stored in UTC. */
export const instant = (invalid: string) =>
  z.string(invalid).check(
    limitedTo(longestInstant, invalid),
    z.refine((value) => {
      const at = Date.parse(value);
      return instantForm.test(value) && isDay(value.slice(0, 10)) && !Number.isNaN(at) && at < farthestInstant;
    }, invalid),
  );

// Date reads February 30 as March 2.
function isDay(day: string): boolean {
  const read = new Date(day);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}

const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const longestInstant = 40;
const farthestInstant = Date.UTC(9999, 0, 1);
const emailForm = z.email();
/** The longest mailbox and the longest part of a domain that a mail server accepts (RFC 5321). */
const deliverable = /^[^@]{1,64}@(?:[^.]{1,63}\.)+[^.]{1,63}$/;

// An address that is still not ASCII has such characters before the @, which few mail servers accept.
function isEmail(value: string): boolean {
  return deliverable.test(value) && emailForm.safeParse(value).success;
}

const byteLength = (value: string): number => new TextEncoder().encode(value).byteLength;
