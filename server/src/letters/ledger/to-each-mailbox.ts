// One letter for each mailbox of a person who may have a second address. Letters to an executor are written with it, except the first with a code.
import type { NewLetterInput } from './queue-letter.ts';

interface Person {
  name: string;
  email: string;
  secondEmail?: string | null;
}

/** Each has a key of its own, if the letter has one. */
export const toEachMailbox = (
  { name, email, secondEmail }: Person,
  { onceKey, ...letter }: Omit<NewLetterInput, 'to'>,
): NewLetterInput[] => [
  { ...letter, to: { name, email }, onceKey },
  ...(secondEmail ? [{ ...letter, to: { name, email: secondEmail }, onceKey: onceKey && `${onceKey}/second` }] : []),
];
