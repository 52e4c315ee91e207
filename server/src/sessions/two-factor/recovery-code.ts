// Codes for the day the authenticator app is lost: ten characters of Crockford base 32 (50 random bits), read forgivingly.
import { randomInt } from 'node:crypto';

const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const group = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join('');

export const newRecoveryCode = (): string => `${group()}-${group()}`;

/** As it is digested: without spaces and dashes, the letters that look like digits read as those. */
export const readRecoveryCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
