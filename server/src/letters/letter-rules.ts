// When a letter is tried again, when it is given up, and what may be said of why. Pure.
// All of it counts tries, not days, so that a clock that jumps gives no letter up.

/**
 * How a try failed. `refused`: this address takes no letter. `declined`: a bare no, by which a relay may mean the address
 * or us. `unanswered`: the text is out and its answer never came, so the letter may have arrived. `later`: anything else.
 */
export type Failure = 'refused' | 'declined' | 'unanswered' | 'later';

export interface Tries {
  attempts: number;
  declined: number;
  unanswered: number;
}

/** Pauses double from half a minute to a day: a busy mailbox is reached soon, a broken one is not pestered. */
const pauseLeastSeconds = 30;
const pauseMostSeconds = 86_400;
/** So many tries take more than four weeks. */
const maxAttempts = 41;
/** So many take more than three days. */
const maxDeclined = 15;
/** Each may be another copy in the mailbox. */
const maxUnanswered = 5;
const unansweredPauseSeconds = 3600;

/** How long a letter waits after a try that failed; null when it is given up. `tries` count this one too. */
export function pauseSeconds(failure: Failure, { attempts, declined, unanswered }: Tries): number | null {
  if (failure === 'refused' || attempts >= maxAttempts) return null;
  if (failure === 'unanswered') return unanswered >= maxUnanswered ? null : unansweredPauseSeconds;
  if (failure === 'declined') return declined >= maxDeclined ? null : doubled(declined);
  return doubled(attempts);
}

const doubled = (tries: number): number => Math.min(pauseLeastSeconds * 2 ** (tries - 1), pauseMostSeconds);

/** A fault in words fit for the ledger and the log: no address, no link, nothing long enough to be a code. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .slice(0, 1000)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\b[a-z]{1,10}:\/\/\S+/gi, '(link)')
    .replace(/[^\s<>()"]+@[^\s<>()"]+/g, '(address)')
    .replace(/[\w-]{20,}/g, '(hidden)')
    .slice(0, 300);
}
