// Waits at most five seconds for letters that are being sent. Those that hang continue in the background, so that they do not
// delay the next ones.
import { setTimeout as wait } from 'node:timers/promises';
import type { SendLetterNeeds, SendOutcome } from './send-letters.ts';

const maxWaitMilliseconds = 5000;

export async function awaitPromptly(
  needs: Pick<SendLetterNeeds, 'maxWaitMilliseconds' | 'log'>,
  sendings: readonly Promise<SendOutcome>[],
): Promise<(SendOutcome | 'hangs')[]> {
  const done = new AbortController();
  const timeout = wait(needs.maxWaitMilliseconds ?? maxWaitMilliseconds, 'hangs' as const, { signal: done.signal });
  timeout.catch(() => undefined);
  const outcomeOf = async (sending: Promise<SendOutcome>) => {
    const outcome = await Promise.race([sending, timeout]);
    if (outcome === 'hangs') sending.catch((error: Error) => needs.log('a letter failed', { fault: error.name }));
    return outcome;
  };
  try {
    const ends = await Promise.allSettled(sendings.map(outcomeOf));
    return ends.map((end) => (end.status === 'fulfilled' ? end.value : throwIt(end.reason)));
  } finally {
    done.abort();
  }
}

function throwIt(reason: unknown): never {
  throw reason;
}
