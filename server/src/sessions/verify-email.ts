// Follows the link of the verifying letter. Following it again is fine: people do, and so do mail scanners.
import type { Database } from '../database/open-database.ts';
import { markEmailVerified } from '../users/user-store.ts';
import { type AccountLinkNeeds, findAccountOfLink } from './account-links.ts';

interface Needs extends AccountLinkNeeds {
  database: Database;
}

/** False when the link is unknown or has expired. */
export async function verifyEmail(needs: Needs, token: string): Promise<boolean> {
  const userId = await findAccountOfLink(needs, needs.database, 'verify-email', token);
  if (!userId) return false;
  await markEmailVerified(needs.database, userId, needs.clock.now());
  return true;
}
