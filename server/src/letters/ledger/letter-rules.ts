// When a letter is retried, when it is given up, and which reason may be recorded. Pure.
// The limits count tries, not days, so that a clock jump never ends a letter.

/**
 * How a try failed. `refused`: this address accepts no letter. `declined`: a refusal without a reason, which may be about the
 * address or about us. `unanswered`: the text was sent and no reply came, so the letter may have arrived. `later`: anything else.
 */
export type Failure = 'refused' | 'declined' | 'unanswered' | 'later';

export interface Tries {
  attempts: number;
  declinedAttempts: number;
  unansweredAttempts: number;
}

/** Pauses double from half a minute to a day: a busy mailbox is retried soon, and a broken one rarely. */
const minPauseSeconds = 30;
const maxPauseSeconds = 86_400;
/** Together these take more than four weeks. */
const maxAttempts = 41;
/** Together these take more than three days. */
const maxDeclined = 15;
/** Only a few, because each try may put another copy into the mailbox. */
const maxUnanswered = 5;
const unansweredPauseSeconds = 3600;

/** How long a letter waits after a failed try; null if it is given up. `tries` includes this one. */
export function pauseSeconds(
  failure: Failure,
  { attempts, declinedAttempts, unansweredAttempts }: Tries,
): number | null {
  if (failure === 'refused' || attempts >= maxAttempts) return null;
  if (failure === 'unanswered') return unansweredAttempts >= maxUnanswered ? null : unansweredPauseSeconds;
  if (failure === 'declined') return declinedAttempts >= maxDeclined ? null : doubled(declinedAttempts);
  return doubled(attempts);
}

const doubled = (tries: number): number => Math.min(minPauseSeconds * 2 ** (tries - 1), maxPauseSeconds);

/** The message of an error for the ledger and the log, without addresses, links and anything long enough to be a code. */
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

/** The mail server that accepted a letter, with its cleaned answer, as the ledger stores it. Null if no server did. */
export const acceptedBy = (server: string | null, answer: string): string | null =>
  server && `${server}: ${reasonOf(answer)}`.slice(0, 255).toWellFormed();
