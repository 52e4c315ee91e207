// Sends every letter that is due, the longest due first: at the start, before anyone is served, and then every few seconds.
// This alone gets every letter out in the end; the queue only makes it prompt.
import type { SendLetterNeeds } from './send-letter.ts';
import { sendPromptly } from './send-promptly.ts';

/** Letters sent side by side; together with the queue's they stay within what mail servers allow one client. */
const atOnce = 3;

/** Stops taking letters when the mail server is away or `signal` is aborted. Answers how many were sent. */
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
