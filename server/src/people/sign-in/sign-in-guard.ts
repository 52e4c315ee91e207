// Rate limits per account, in addition to those per network. They slow down guessing and stop mail bombing, and no stranger can
// lock an owner out. Every address is counted the same, with or without an account.
import type { RateLimit } from '@remembrance/contract/endpoint.ts';
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { accountLettersPerDay } from '@remembrance/contract/limits.ts';
import type { RateLimiter } from '../../http/rate-limiter.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { Refusal } from '../../platform/lib/refusal.ts';
import { deviceDigests } from '../sessions/known-device.ts';
import { isKnownDevice } from '../sessions/known-device-store.ts';
import type { Visitor } from '../sessions/visitor.ts';

export interface SignInGuardNeeds {
  database: Database;
  keyring: Keyring;
  rateLimiter: RateLimiter;
}

/** Far more than a person who mistypes needs. */
const triesFromOneNetwork: RateLimit = { tries: 20, seconds: 900, durable: true };
/** The limit for all networks together, excluding known browsers. It stops guessing spread over many networks. */
const triesOnOneAccount: RateLimit = { tries: 100, seconds: 900, durable: true };
/** The limit for one network on all accounts together. */
const triesOfOneNetwork: RateLimit = { tries: 20, seconds: 60, durable: true };
/** The limit for one known browser. Nobody else can use it up. */
const triesFromOneBrowser: RateLimit = { tries: 20, seconds: 900, durable: true };
const lettersToOneAddress: RateLimit = { tries: 5, seconds: 3600, durable: true };
const lettersOfOneDay: RateLimit = { tries: accountLettersPerDay, seconds: 86_400, durable: true };

interface CountedTries {
  /** Removes right tries from the count, so that the limit does not reveal whether the owner was here. */
  forget(): Promise<void>;
}

/**
 * Counts a try before its password is checked. A browser known to the account has its own tries, which no stranger can use
 * up. All others share the tries of their network and of the account.
 * @throws {Refusal} too-many-requests
 */
export async function guardSignIn(
  needs: SignInGuardNeeds,
  email: string,
  { network, device }: Pick<Visitor, 'network' | 'device'>,
): Promise<CountedTries> {
  const account = `sign-in ${email.toLowerCase()}`;
  const digests = device ? deviceDigests(needs, device) : null;
  if (digests && (await isKnownDevice(needs.database, email, digests))) {
    return countTries(needs, [[account, `browser ${digests[0]}`, triesFromOneBrowser]]);
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
 * Whether another letter of this kind may be sent to this address. Above the limit none is sent, and the response does not reveal
 * it: the links of the last letters still work, and a refusal would let a stranger block the letter for its owner. The limit of a day is for
 * all kinds together. A browser that the account knows has a limit of its own, so that no stranger can use it up.
 */
export async function isMailAllowed(
  needs: SignInGuardNeeds,
  kind: LetterKind,
  email: string,
  device: string | null = null,
): Promise<boolean> {
  const address = email.toLowerCase();
  const digests = device ? deviceDigests(needs, device) : null;
  const isKnown = digests !== null && (await isKnownDevice(needs.database, email, digests));
  const whose = isKnown ? `${address} by browser ${digests[0]}` : address;
  try {
    await needs.rateLimiter.take(`letter ${kind}`, whose, lettersToOneAddress);
    await needs.rateLimiter.take('account letters', whose, lettersOfOneDay);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
