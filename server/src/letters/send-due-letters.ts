// Sends every letter that is due, the longest due first, at the start and then every few seconds.
// This alone sends every letter in the end; the queue only makes it faster.

import { awaitPromptly } from './await-promptly.ts';
import { type SendLetterNeeds, sendLetters } from './send-letters.ts';

/** The first few show whether the mail server accepts letters at all. */
const firstFew = 3;
/** Leaves room for the letters of the queue, which people wait for. */
const atOnce = 16;

/** Stops when the mail server is unavailable or `signal` is aborted. Returns how many letters were sent. */
export async function sendDueLetters(needs: SendLetterNeeds, signal?: AbortSignal): Promise<number> {
  let sent = 0;
  let max = firstFew;
  while (!signal?.aborted) {
    const outcomes = await awaitPromptly(needs, await sendLetters(needs, { max }));
    sent += outcomes.filter((outcome) => outcome === 'sent').length;
    if (outcomes.length === 0 || outcomes.includes('unavailable')) break;
    max = atOnce;
  }
  return sent;
}
