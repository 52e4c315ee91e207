// Codes that people type by hand: Crockford base 32, read in any spelling. Every field uses the same reader, so that what
// works in one works in all.
import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A random code as shown on a screen. */
export const newTypedCode = (length: number, groupLength: number): string =>
  typedCode(randomBytes(length), length, groupLength);

/** A code as shown in a letter or on a screen: a character from five bits of each byte, in groups joined by dashes. */
export function typedCode(bytes: Buffer, length: number, groupLength: number): string {
  const characters = Array.from(bytes.subarray(0, length), (byte) => alphabet[byte & 31]);
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
