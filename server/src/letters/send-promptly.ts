// Sends a letter and waits at most five seconds for it. One that hangs continues in the background, so that it does not delay
// the next ones.
import { setTimeout as wait } from 'node:timers/promises';
import { type SendLetterNeeds, type SendOutcome, sendLetter } from './send-letter.ts';

const maxWaitMilliseconds = 5000;

export async function sendPromptly(needs: SendLetterNeeds, letterId?: string): Promise<SendOutcome | 'hangs'> {
  const sending = sendLetter(needs, letterId);
  const done = new AbortController();
  const timeout = wait(needs.maxWaitMilliseconds ?? maxWaitMilliseconds, 'hangs' as const, {
    signal: done.signal,
  });
  timeout.catch(() => undefined);
  try {
    const outcome = await Promise.race([sending, timeout]);
    if (outcome === 'hangs') sending.catch((error: Error) => needs.log('a letter failed', { fault: error.name }));
    return outcome;
  } finally {
    done.abort();
  }
}
