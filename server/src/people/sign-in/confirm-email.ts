// Confirms an account's address by a button on the page that its letter opens, and signs in. The link is not sufficient: scanners
// open links too, and the account may be a stranger's. The browser must be the one that signed up, or send the password.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import type * as contract from '@remembrance/contract/sign-in.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { checkPassword } from '../passwords/password-hash.ts';
import { isPasswordStill } from '../passwords/password-store.ts';
import { consumeAccountLink, findAccountOfLink } from '../sessions/account-links.ts';
import { deviceDigests } from '../sessions/known-device.ts';
import { findDevice } from '../sessions/known-device-store.ts';
import type { Visitor } from '../sessions/visitor.ts';
import { findUser, markEmailVerified, type UserRow } from '../users/user-store.ts';
import { beginSession, type SignInResult } from './begin-session.ts';
import type { SignInNeeds } from './sign-in.ts';
import { guardSignIn } from './sign-in-guard.ts';

type Input = BodyOf<typeof contract.confirmEmail> & { visitor: Visitor };

export async function confirmEmail(needs: SignInNeeds, { token, password, visitor }: Input): Promise<SignInResult> {
  const userId = await findAccountOfLink(needs, needs.database, 'verify-email', token);
  const user = userId ? await findUser(needs.database, userId) : null;
  if (!user || user.emailVerified) refuse('confirm-link-refused');
  const hash = (await hasSignedUpHere(needs, user, visitor))
    ? null
    : await provePassword(needs, user, { password, visitor });
  return beginSession(needs, {
    userId: user.id,
    visitor,
    skipsTwoFactor: false,
    provesMailbox: true,
    whenGone: 'confirm-link-refused',
    async confirm(tx: Transaction) {
      if ((await consumeAccountLink(needs, tx, 'verify-email', token)) !== user.id) refuse('confirm-link-refused');
      if (hash && !(await isPasswordStill(tx, user.id, hash))) refuse('confirm-link-refused');
      await markEmailVerified(tx, user.id, needs.clock.now());
    },
  });
}

// Nobody has signed in to an unconfirmed account, so the only browser it knows is the one that signed up.
async function hasSignedUpHere(needs: SignInNeeds, { id: userId }: UserRow, { device }: Visitor): Promise<boolean> {
  if (!device) return false;
  return (await findDevice(needs.database, { userId, digests: deviceDigests(needs, device) })) !== null;
}

async function provePassword(
  needs: SignInNeeds,
  user: UserRow,
  { password, visitor }: { password: string | undefined; visitor: Visitor },
): Promise<string> {
  if (password === undefined) refuse('password-to-confirm');
  const tries = await guardSignIn(needs, user.email, visitor);
  const hash = await checkPassword(needs, user.id, password);
  if (!hash) refuse('wrong-password', { fields: { password: 'This is not the password of the account.' } });
  await tries.forget();
  return hash;
}
