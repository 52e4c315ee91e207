// Whether an account that has moved to a new address may read what its owner has written. Somebody who moves it to their own address
// must learn nothing before the owner could stop the move. Pure.
import { formatMoment } from '../letters/templates/letter-words.ts';
import { refuse } from '../platform/lib/refusal.ts';

interface MovedFacts {
  /** When the wait ends, or has ended. */
  contentFrom: Date | null;
  timeZone: string;
}

/** @throws {Refusal} content-waits */
export function requireOwnAddress({ contentFrom, timeZone }: MovedFacts, now: Date): void {
  if (!contentFrom || contentFrom <= now) return;
  const until = formatMoment(contentFrom.toISOString(), { timeZone });
  const detail = `The address of your account was changed. To protect what you have written, it can be read again from ${until}, or as soon as you press “It was me” on the page that our email to your previous address opens.`;
  refuse('content-waits', { detail, retryAt: contentFrom });
}
