// What an owner sees of a letter that we wrote to somebody else.
import * as z from 'zod/mini';
import { letterDoubts } from './letters.ts';

/** The status of a letter: waiting, accepted by the recipient's mail server, or given up. */
export const writtenLetter = z.object({
  writtenAt: z.nullable(z.string()), // null if the letter is no longer on record
  letter: z.nullable(z.enum(['waiting', 'accepted', 'undelivered'])),
  doubt: z.optional(z.nullable(z.enum(letterDoubts))), // a process of version 1.0 leaves it out
});
