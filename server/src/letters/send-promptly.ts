// Sends a letter, and waits no longer than a moment for it: one the mail server hangs on is left to end by itself, so that the
// next ones leave in the meantime.
import { setTimeout as wait } from 'node:timers/promises';
import { type SendLetterNeeds, type SendOutcome, sendLetter } from './send-letter.ts';

const hangsAfterMilliseconds = 5000;

export async function sendPromptly(needs: SendLetterNeeds, letterId?: string): Promise<SendOutcome | 'hangs'> {
  const sending = sendLetter(needs, letterId);
  const done = new AbortController();
  const moment = wait(needs.hangsAfterMilliseconds ?? hangsAfterMilliseconds, 'hangs' as const, {
    signal: done.signal,
  });
  moment.catch(() => undefined);
  try {
    const outcome = await Promise.race([sending, moment]);
    if (outcome === 'hangs') sending.catch((error: Error) => needs.log('a letter failed', { fault: error.name }));
    return outcome;
  } finally {
    done.abort();
  }
}
