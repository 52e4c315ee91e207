// The executor's code: 20 characters of Crockford base 32, 100 random bits. Read back whatever a person makes of it. Pure but for the dice.
import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 20;
const groupLength = 5;

/** A new code as the letter shows it: four groups of five. */
export function newAccessCode(): string {
  const characters = Array.from(randomBytes(codeLength), (byte) => alphabet[byte & 31]);
  return characters.join('').replace(new RegExp(`(.{${groupLength}})(?=.)`, 'g'), '$1-');
}

/** The code behind what was typed: case, spaces and dashes do not matter, I and L are 1, O is 0. */
export function readAccessCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0');
}
