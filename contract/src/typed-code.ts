// Codes that people type by hand. Every field uses the same reader, so that what works in one works in all.
import * as z from 'zod/mini';
import { withPlainDigits } from './digits.ts';
import { lengths, mailedCode } from './limits.ts';
import { tooLong } from './text.ts';

/**
 * Normalises a typed code: case, width, accents and every sign but letters and digits do not matter, the digits of every script are 0 to 9,
 * I and L are 1, O is 0.
 */
export function readTypedCode(typed: string): string {
  return withPlainDigits(typed.normalize('NFKD'))
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0');
}

const mailedCodeIncomplete = `Please enter all ${mailedCode.characters} characters of the code`;

/** An incomplete code does not count as a guess: it is refused before a try is counted. */
export const mailedCodeField = (missing: string) =>
  z.string(missing).check(
    z.trim(),
    z.minLength(1, { error: missing, abort: true }),
    z.maxLength(lengths.accessCode, { error: tooLong(lengths.accessCode), abort: true }),
    z.refine((typed) => readTypedCode(typed).length === mailedCode.characters, mailedCodeIncomplete),
  );
