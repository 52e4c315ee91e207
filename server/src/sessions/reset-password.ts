// Chooses a new password by the mailed link. The password, the end of every session and the letter about it are one.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import type * as contract from '@remembrance/contract/sessions.ts';
import type { Database } from '../database/open-database.ts';
import type { QueueLetterNeeds } from '../letters/queue-letter.ts';
import { refuse } from '../lib/refusal.ts';
import type { SlowHash } from '../lib/slow-hash.ts';
import { findUser, markEmailVerified } from '../users/user-store.ts';
import { writeToUser } from '../users/write-to-user.ts';
import { deleteLinksOf } from './account-link-store.ts';
import { findAccountOfLink, spendAccountLink } from './account-links.ts';
import { setPassword } from './password-store.ts';
import { type PasswordFloorNeeds, refuseWeakPassword } from './refuse-weak-password.ts';
import { endSessionsOf } from './session-store.ts';

export interface ResetPasswordNeeds extends QueueLetterNeeds, PasswordFloorNeeds {
  database: Database;
  slowHash: SlowHash;
}
type Input = BodyOf<typeof contract.resetPassword> & { origin: string };

export async function resetPassword(needs: ResetPasswordNeeds, { token, newPassword, origin }: Input): Promise<void> {
  // Asked before the slow hash, so that made-up links cost little, and spent after it, so that no connection waits for it.
  const asking = await findAccountOfLink(needs, needs.database, 'reset-password', token);
  const who = asking ? await findUser(needs.database, asking) : null;
  if (!who) refuse('reset-link-refused');
  refuseWeakPassword(needs, { password: newPassword, who, field: 'newPassword' });
  const passwordHash = await needs.slowHash.hash(newPassword);
  await needs.database.transaction(async (tx) => {
    const userId = await spendAccountLink(needs, tx, 'reset-password', token);
    const user = userId ? await findUser(tx, userId) : null;
    if (!user) refuse('reset-link-refused');
    const now = needs.clock.now();
    await setPassword(tx, { userId: user.id, passwordHash, now });
    await markEmailVerified(tx, user.id, now); // whoever read the letter holds the mailbox
    await endSessionsOf(tx, user.id);
    await deleteLinksOf(tx, user.id, 'second-step '); // of a sign-in by the earlier password
    const facts = { firstName: user.firstName ?? '', resetLink: `${origin}/forgotten-password` };
    await writeToUser(needs, tx, user, { kind: 'password-changed', facts });
  });
}
