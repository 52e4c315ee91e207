// Codes that people copy by hand: Crockford base 32 from random bits, read however they are typed. One reader for all of them,
// so that what works in one field works in every other.
import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new code as a letter or a screen shows it: characters of five random bits each, in groups joined by dashes. */
export function newTypedCode(length: number, groupLength: number): string {
  const characters = Array.from(randomBytes(length), (byte) => alphabet[byte & 31]);
  return characters.join('').replace(new RegExp(`(.{${groupLength}})(?=.)`, 'g'), '$1-');
}

/** The code behind what was typed: case, width, spaces and any dash do not matter, I and L are 1, O is 0. */
export function readTypedCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0');
}
