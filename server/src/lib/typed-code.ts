// Codes that people type by hand: random Crockford base 32, read in any spelling. Every field uses the same reader, so that what
// works in one works in all.
import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new code as shown in a letter or on a screen: characters of five random bits each, in groups joined by dashes. */
export function newTypedCode(length: number, groupLength: number): string {
  const characters = Array.from(randomBytes(length), (byte) => alphabet[byte & 31]);
  return characters.join('').replace(new RegExp(`(.{${groupLength}})(?=.)`, 'g'), '$1-');
}

/** Normalises a typed code: case, width, accents and every sign but letters and digits do not matter, I and L are 1, O is 0. */
export function readTypedCode(typed: string): string {
  return typed
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0');
}
