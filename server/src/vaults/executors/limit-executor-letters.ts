// Limits letters to executors, who never asked for one: per owner and per address, regardless of the network the requests
// come from.
import { executorLettersPerDay } from '@remembrance/contract/limits.ts';
import type { RateLimiter } from '../../http/rate-limiter.ts';
import { Refusal } from '../../platform/lib/refusal.ts';

export interface LetterLimitNeeds {
  rateLimiter: RateLimiter;
}

const aDay = { seconds: 86_400, durable: true, refusal: 'letter-limit-reached' as const };

interface ExecutorLetter {
  ownerId: string;
  /** Null for a draft, which sends no letters: it must not use up the allowance for an address that is somebody else's executor. */
  email: string | null;
  /** An executor who already has the code: strangers who write to them cannot keep their owner from sending a new one. */
  executorId?: string;
}

/** Counts one letter before it is written, outside any transaction. @throws {Refusal} letter-limit-reached */
export async function limitExecutorLetters(
  { rateLimiter }: LetterLimitNeeds,
  { ownerId, email, executorId }: ExecutorLetter,
): Promise<void> {
  const { ofOwner, toAddress, toKnown } = executorLettersPerDay;
  await rateLimiter.take('executor letters of', ownerId, { ...aDay, tries: ofOwner });
  if (email === null) return;
  try {
    await rateLimiter.take('executor letters to', email.toLowerCase(), { ...aDay, tries: toAddress });
  } catch (error) {
    if (!executorId || !(error instanceof Refusal)) throw error;
    await rateLimiter.take('executor letters again to', executorId, { ...aDay, tries: toKnown });
  }
}
