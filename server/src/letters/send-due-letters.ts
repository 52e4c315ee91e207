// Sends every letter that is due, the longest due first: before the service accepts requests, and then every few seconds.
// This alone sends every letter in the end; the queue only makes it faster.
import type { SendLetterNeeds } from './send-letter.ts';
import { sendPromptly } from './send-promptly.ts';

/** How many letters are sent in parallel. With the queue's they stay within what mail servers allow one client. */
const atOnce = 3;

/** Stops when the mail server is unavailable or `signal` is aborted. Returns how many letters were sent. */
export async function sendDueLetters(needs: SendLetterNeeds, signal?: AbortSignal): Promise<number> {
  let sent = 0;
  let stopped = false;
  const sendInTurn = async (): Promise<void> => {
    try {
      while (!stopped && !signal?.aborted) {
        const outcome = await sendPromptly(needs);
        if (outcome === 'sent') sent += 1;
        if (outcome === 'none-due' || outcome === 'full') return;
        if (outcome === 'unavailable') stopped = true;
      }
    } catch (error) {
      stopped = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, sendInTurn));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return sent;
}
