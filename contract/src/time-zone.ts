// An owner's time zone, by its name in the time zone database.
import * as z from 'zod/mini';

const longestName = 64;

/** Whether dates can be written in this zone. */
function isTimeZone(name: string): boolean {
  if (name.length > longestName || !/^[A-Z][\w/+-]*$/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const timeZone = z
  .string('Please choose a time zone')
  .check(z.maxLength(longestName, 'Please choose a time zone'), z.refine(isTimeZone, 'Please choose a time zone'));

/** The browser's own time zone. A zone that this service does not know yet must not prevent a sign-up. */
export const browserTimeZone = z.optional(z.string().check(z.maxLength(longestName)));
export const knownTimeZone = (name: string | undefined): string => (name && isTimeZone(name) ? name : 'UTC');
