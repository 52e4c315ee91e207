// What stands before a change that outlives a session: the owner's password or, where the account has none, a sign-in of
// the last minutes. A session somebody left open is not enough.
import { freshSignInMinutes } from '@remembrance/contract/limits.ts';
import type { Database } from '../database/open-database.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { Owner } from '../http/routes.ts';
import { type Clock, minutesLater } from '../lib/clock.ts';
import { refuse } from '../lib/refusal.ts';
import type { SlowHash } from '../lib/slow-hash.ts';
import { checkPassword } from './check-password.ts';
import { findPasswordHash } from './password-store.ts';
import { findSessionOf } from './session-store.ts';

export interface ProveOwnerNeeds {
  database: Database;
  clock: Clock;
  slowHash: SlowHash;
  rateLimiter: RateLimiter;
}

const tries = { tries: 10, seconds: 900, durable: true };

/** Counts a try of an owner's own password before it is compared. @throws {Refusal} too-many-requests */
export const guardPassword = ({ rateLimiter }: Pick<ProveOwnerNeeds, 'rateLimiter'>, ownerId: string): Promise<void> =>
  rateLimiter.take('prove-owner', ownerId, tries);

/** @throws {Refusal} wrong-password or fresh-sign-in-needed */
export async function proveOwner(needs: ProveOwnerNeeds, owner: Owner, password: string | undefined): Promise<void> {
  if (!(await findPasswordHash(needs.database, owner.id))) return proveFreshness(needs, owner);
  await guardPassword(needs, owner.id);
  if (!(await checkPassword(needs, owner.id, password ?? ''))) {
    refuse('wrong-password', { fields: { password: 'This is not your password.' } });
  }
}

async function proveFreshness({ database, clock }: ProveOwnerNeeds, owner: Owner): Promise<void> {
  const session = await findSessionOf(database, owner.id, owner.sessionId);
  if (!session || minutesLater(session.createdAt, freshSignInMinutes) < clock.now()) refuse('fresh-sign-in-needed');
}
