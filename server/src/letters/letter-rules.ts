// When a letter is tried again, when it is given up, and what may be said of why.

/** Pauses double from half a minute to a day: a busy mailbox is met soon, a broken one is not pestered. */
const pauseLeastSeconds = 30;
const pauseMostSeconds = 86_400;
/** So many tries take more than four weeks. */
const attemptsMost = 41;

/** How long a letter waits after its `attempts`-th try failed; null when it is to be given up. */
export function pauseSeconds(attempts: number): number | null {
  if (attempts >= attemptsMost) return null;
  return Math.min(pauseLeastSeconds * 2 ** (attempts - 1), pauseMostSeconds);
}

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
