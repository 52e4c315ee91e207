// Codes that people type by hand, in Crockford base 32. `readTypedCode` of the contract reads them in any spelling.
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
