// Signs in by email address and password.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import type * as contract from '@remembrance/contract/sign-in.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { SlowHash } from '../../platform/lib/slow-hash.ts';
import { checkPassword, renewHash } from '../passwords/password-hash.ts';
import { isPasswordStill } from '../passwords/password-store.ts';
import type { Visitor } from '../sessions/visitor.ts';
import { findUserByEmail } from '../users/user-store.ts';
import { type BeginSessionNeeds, beginSession, type SignInResult } from './begin-session.ts';
import { resendVerification } from './mail-verification.ts';
import { guardSignIn, type SignInGuardNeeds } from './sign-in-guard.ts';

export interface SignInNeeds extends BeginSessionNeeds, SignInGuardNeeds {
  slowHash: SlowHash;
}
type Input = BodyOf<typeof contract.signIn> & { visitor: Visitor };

export async function signIn(needs: SignInNeeds, { email, password, next, visitor }: Input): Promise<SignInResult> {
  // Reserves its place first, so that refused sign-ins do not keep the database busy for the others.
  const { tries, user, hash } = await needs.slowHash.reserve(async (slowHash) => {
    const tries = await guardSignIn(needs, email, visitor);
    const user = await findUserByEmail(needs.database, email);
    const hash = await checkPassword({ ...needs, slowHash }, user?.id ?? null, password);
    if (!user || !hash) return { tries, user, hash: null };
    return { tries, user, hash: await renewHash({ ...needs, slowHash }, { userId: user.id, password, hash }) };
  });
  if (!user || !hash) refuse('wrong-credentials');
  await tries.forget();
  if (!user.emailVerified) {
    await resendVerification(needs, { email, next, origin: visitor.origin });
    refuse('email-not-verified');
  }
  const confirm = async (tx: Transaction) => {
    if (!(await isPasswordStill(tx, user.id, hash))) refuse('wrong-credentials');
  };
  return beginSession(needs, {
    userId: user.id,
    visitor,
    skipsTwoFactor: false,
    isByPasswordAlone: true,
    whenGone: 'wrong-credentials',
    confirm,
  });
}
