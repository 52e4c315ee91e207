// Which passwords are too easy to guess at any length: the most common ones, and those based on facts others know about their
// owner. Pure; the browser checks before it sends, the server before it hashes.
import { commonPhrases, commonWords } from './frequent-passwords.ts';

export interface WhoChooses {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  email?: string | undefined;
  productName?: string | undefined;
}

export const passwordTooCommon =
  'Many people use this password, so it is easy to guess. Please choose a few words that only you would put together.';
export const passwordBreached =
  'This password was stolen from another service, so others know it. Please choose a password that you use nowhere else.';
export const passwordTooClose =
  'This contains your name, your email address or the name of this service, which are easy to guess. Please leave them out.';

/** Why a new password is too easy to guess, as a sentence; null if it is not. */
export function passwordFault(password: string, who: WhoChooses): string | null {
  if (isCommon(password)) return passwordTooCommon;
  return personalWords(who).some((word) => letters(password).includes(word)) ? passwordTooClose : null;
}

const asLetters: Record<string, string> = {
  '@': 'a',
  $: 's',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
};

/** In lower case, without accents, spaces and punctuation. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@$]/gu, '');
/** The same, with digits and symbols replaced by the letters they resemble. */
const letters = (text: string): string => plain(text).replace(/[@$013457]/g, (sign) => asLetters[sign] ?? sign);

const phrases = new Set(commonPhrases.map(letters));
const words = new Set(commonWords.map(letters));
const beginnings = /^(?:my|the|new|love|ilove|iloveyou)/;
const ending = /(?:me|abc|forever|isgreat|isthebest|rocks|password|qwerty|is?mypassword|[\d@$])$/;

function isCommon(password: string): boolean {
  const whole = plain(password);
  if (isRepeated(whole)) return true;
  const withoutBeginning = whole.replace(beginnings, '');
  // Trailing digits count both as an ending and as letters: `password2025` and `passw0rd` are both common.
  const cores = [whole, withoutBeginning].flatMap(withoutEndings);
  return cores.map(letters).some((core) => core === '' || phrases.has(core) || words.has(core));
}

/** The text, and the rest after removing each ending: `changeme12` also gives `changeme`, which is a common word. */
function withoutEndings(text: string): string[] {
  const shorter = text.replace(ending, '');
  return shorter === text ? [text] : [text, ...withoutEndings(shorter)];
}

/** The same text repeated. */
const isRepeated = (text: string): boolean => /^(.{1,36}?)\1+$/u.test(text);

/** Shorter words occur inside other words by chance. */
const shortestPersonalWord = 4;

function personalWords({ firstName, lastName, email, productName }: WhoChooses): string[] {
  const [mailbox = ''] = (email ?? '').split('@');
  const names = [firstName, lastName, productName].flatMap((name) => (name ?? '').split(/[\s-]+/));
  return [...names, mailbox, ...mailbox.split(/[._+-]/)]
    .map(letters)
    .filter((word) => word.length >= shortestPersonalWord);
}
