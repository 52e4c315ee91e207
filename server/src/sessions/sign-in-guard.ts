// Limits per account, beside those per network: guessing is slowed down, mail bombing stops, and no stranger can keep an
// owner out. Every address is counted alike, whether it has an account or not.
import { createHash } from 'node:crypto';
import type { RateLimit } from '@remembrance/contract/endpoint.ts';
import type { LetterKind } from '@remembrance/contract/letters.ts';
import type { Database } from '../database/open-database.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import { Refusal } from '../lib/refusal.ts';
import { hasSessionFrom } from './session-store.ts';

export interface SignInGuardNeeds {
  database: Database;
  rateLimiter: RateLimiter;
}

/** A person who mistypes stays far below. */
const triesFromOneNetwork: RateLimit = { tries: 20, seconds: 900, durable: true };
/** All networks together. Whoever is spread so wide that the first limit does not hold them meets this one. */
const triesOnOneAccount: RateLimit = { tries: 100, seconds: 900, durable: true };
const lettersToOneAddress: RateLimit = { tries: 5, seconds: 3600, durable: true };

/** Counts a try before its password is looked at. @throws {Refusal} too-many-requests */
export async function guardSignIn(needs: SignInGuardNeeds, email: string, network: string): Promise<void> {
  const account = digestOf(email);
  await needs.rateLimiter.take(`sign-in ${account}`, network, triesFromOneNetwork);
  try {
    await needs.rateLimiter.take(`sign-in ${account}`, 'everywhere', triesOnOneAccount);
  } catch (error) {
    // While strangers use up the tries on an account, its owner still gets in from where they have signed in before.
    if (!(error instanceof Refusal) || !(await hasSessionFrom(needs.database, email, network))) throw error;
  }
}

/**
 * Whether another letter of this kind may go to this address. Past the limit none goes and nobody is told: the links of
 * the last ones still work, and a refusal would let a stranger take the letter away from the one who waits for it.
 */
export async function mayMail(needs: SignInGuardNeeds, kind: LetterKind, email: string): Promise<boolean> {
  try {
    await needs.rateLimiter.take(`letter ${kind}`, digestOf(email), lettersToOneAddress);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

// The table of limits is no list of addresses.
const digestOf = (email: string): string => createHash('sha256').update(email.toLowerCase()).digest('base64url');
