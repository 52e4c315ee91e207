// Sends every due letter, the longest due first, at the start and then every few seconds.
// This guarantees that every letter is sent; a notification only makes it faster.

import { type SendLetterNeeds, sendLetters } from './send-letters.ts';

/** The first few show whether the mail server accepts letters at all. */
const firstFew = 3;

/** Stops when the mail server is unavailable or `signal` is aborted. Returns how many letters were sent. */
export async function sendDueLetters(needs: SendLetterNeeds, signal?: AbortSignal): Promise<number> {
  const atOnce = Math.floor(needs.mailer.atOnce / 3); // two rounds leave room for new letters, which people wait for
  let sent = 0;
  let isOver = false;
  const sendSome = async (max: number) => {
    const outcomes = await sendLetters(needs, { max });
    sent += outcomes.filter((outcome) => outcome === 'sent').length;
    isOver ||= outcomes.length === 0 || outcomes.includes('unavailable');
  };
  const sendRest = async () => {
    while (!isOver && !signal?.aborted) await sendSome(atOnce);
  };
  if (!signal?.aborted) await sendSome(firstFew);
  await Promise.all([sendRest(), sendRest()]); // some are composed while others wait for the disk or the mail server
  return sent;
}
