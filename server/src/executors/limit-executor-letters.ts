// Limits letters to executors, who never asked for one: per owner and per address, regardless of the network the requests
// come from.
import { executorLettersPerDay } from '@remembrance/contract/limits.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';

export interface LetterLimitNeeds {
  rateLimiter: RateLimiter;
}

const aDay = { seconds: 86_400, durable: true, refusal: 'letter-limit-reached' as const };

/** Counts one letter before it is written, outside any transaction. @throws {Refusal} letter-limit-reached */
export async function limitExecutorLetters(
  { rateLimiter }: LetterLimitNeeds,
  { ownerId, email }: { ownerId: string; email: string },
): Promise<void> {
  const address = email.toLowerCase();
  await rateLimiter.takeAll([
    { action: 'executor letters of', network: ownerId, limit: { ...aDay, tries: executorLettersPerDay.ofOwner } },
    { action: 'executor letters to', network: address, limit: { ...aDay, tries: executorLettersPerDay.toAddress } },
  ]);
}
