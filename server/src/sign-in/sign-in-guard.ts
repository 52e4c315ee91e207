// Limits per account, beside those per network: guessing is slowed down, mail bombing stops, and no stranger can keep an
// owner out. Every address is counted alike, whether it has an account or not.
import { createHash } from 'node:crypto';
import type { RateLimit } from '@remembrance/contract/endpoint.ts';
import type { LetterKind } from '@remembrance/contract/letters.ts';
import type { Database } from '../database/open-database.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { Keyring } from '../keys/keyring.ts';
import { Refusal } from '../lib/refusal.ts';
import { deviceDigest } from '../sessions/known-device.ts';
import { isKnownDevice } from '../sessions/known-device-store.ts';
import type { Visitor } from '../sessions/visitor.ts';

export interface SignInGuardNeeds {
  database: Database;
  keyring: Keyring;
  rateLimiter: RateLimiter;
}

/** A person who mistypes stays far below. */
const triesFromOneNetwork: RateLimit = { tries: 20, seconds: 900, durable: true };
/** All networks together, known browsers apart. Guessing spread so wide that the first limit does not hold it meets this. */
const triesOnOneAccount: RateLimit = { tries: 100, seconds: 900, durable: true };
/** One network on all accounts together. */
const triesOfOneNetwork: RateLimit = { tries: 20, seconds: 60, durable: true };
/** What nobody but this browser uses up. */
const triesFromOneBrowser: RateLimit = { tries: 20, seconds: 900, durable: true };
const lettersToOneAddress: RateLimit = { tries: 5, seconds: 3600, durable: true };

interface CountedTries {
  /** Takes the tries back that turned out to be right, so that their number tells nobody that the owner was here. */
  forget(): Promise<void>;
}

/**
 * Counts a try before its password is looked at. A browser the account knows has tries of its own, which no stranger can use
 * up; every other one shares those of its network and of the account.
 * @throws {Refusal} too-many-requests
 */
export async function guardSignIn(
  needs: SignInGuardNeeds,
  email: string,
  { network, device }: Pick<Visitor, 'network' | 'device'>,
): Promise<CountedTries> {
  const account = `sign-in ${digestOf(email)}`;
  const digest = device ? deviceDigest(needs, device) : null;
  if (digest && (await isKnownDevice(needs.database, email, digest))) {
    return countTries(needs, [[account, `browser ${digest}`, triesFromOneBrowser]]);
  }
  return countTries(needs, [
    ['sign-in', network, triesOfOneNetwork],
    [account, network, triesFromOneNetwork],
    [account, 'everywhere', triesOnOneAccount],
  ]);
}

async function countTries({ rateLimiter }: SignInGuardNeeds, counts: [string, string, RateLimit][]) {
  for (const [action, whose, limit] of counts) await rateLimiter.take(action, whose, limit);
  return {
    async forget() {
      for (const [action, whose] of counts) await rateLimiter.putBack(action, whose);
    },
  };
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
