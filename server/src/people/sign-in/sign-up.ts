// Creates an account and mails the letter that verifies its address. The response does not reveal whether an account existed.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import type * as contract from '@remembrance/contract/sign-in.ts';
import { knownTimeZone } from '@remembrance/contract/time-zone.ts';
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/lib/ids.ts';
import type { SlowHash } from '../../platform/lib/slow-hash.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { setPassword } from '../passwords/password-store.ts';
import { type PasswordFloorNeeds, refuseWeakPassword } from '../passwords/refuse-weak-password.ts';
import { deviceDigests } from '../sessions/known-device.ts';
import { isNewDevice } from '../sessions/known-device-store.ts';
import { greetingName } from '../users/owner-name.ts';
import { findUserByEmail, insertUser } from '../users/user-store.ts';
import { writeToUser } from '../users/write-to-user.ts';
import { mailVerification, type ReturnTo } from './mail-verification.ts';
import { isMailAllowed, type SignInGuardNeeds } from './sign-in-guard.ts';

export interface SignUpNeeds extends QueueLetterNeeds, SignInGuardNeeds, PasswordFloorNeeds {
  slowHash: SlowHash;
}
type Input = BodyOf<typeof contract.signUp> & ReturnTo & { device: string };

export async function signUp(needs: SignUpNeeds, input: Input): Promise<void> {
  const { password, name: firstName, lastName, email } = input;
  refuseWeakPassword(needs, { password, who: { firstName, lastName, email }, field: 'password' });
  // Hashed first, even for a known address: it takes most of the time, and no connection is held while it runs.
  const passwordHash = await hashPassword(needs, password);
  const mayNotify = await isMailAllowed(needs, 'account-exists', email);
  await needs.database.transaction(async (tx) => {
    const now = needs.clock.now();
    const timeZone = knownTimeZone(input.timeZone);
    const user = await insertUser(tx, { id: newId(now), email, firstName, lastName, termsAcceptedAt: now, timeZone });
    if (user) {
      await setPassword(tx, { userId: user.id, passwordHash, now });
      // The link in the verification letter signs in only this browser.
      await isNewDevice(tx, { userId: user.id, digests: deviceDigests(needs, input.device) }, now);
      await mailVerification(needs, tx, user, input);
    } else if (mayNotify) {
      await notifyAccountChange(needs, tx, input);
    }
  });
}

// Also sent for an account that was never verified: its password may be a stranger's, so no letter offers to confirm it. Anyone with
// access to the mailbox can reset the password instead.
async function notifyAccountChange(needs: SignUpNeeds, tx: Transaction, { email, origin }: Input): Promise<void> {
  const user = await findUserByEmail(tx, email);
  if (!user) return; // deleted concurrently
  const links = { signInLink: `${origin}/sign-in`, resetLink: `${origin}/forgotten-password` };
  await writeToUser(needs, tx, user, { kind: 'account-exists', facts: { firstName: greetingName(user), ...links } });
}
