// Creates the account of a new person from the OpenID provider, after they have given the required consents. It replaces an account
// with the same address that was never confirmed, because nobody has ever signed in to it.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import type * as contract from '@remembrance/contract/openid.ts';
import { knownTimeZone } from '@remembrance/contract/time-zone.ts';
import { newId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { findUserOfIdentity, insertIdentity } from '../openid/identity-store.ts';
import type { Identity } from '../openid/openid-provider.ts';
import type { Visitor } from '../sessions/visitor.ts';
import { deleteUnconfirmedUser, insertUser } from '../users/user-store.ts';
import { type BeginSessionNeeds, beginSession, type SignInResult } from './begin-session.ts';

interface Visit {
  issuer: string;
  identity: Identity & { email: string };
  form: BodyOf<typeof contract.finishFirstVisit>;
  visitor: Visitor;
}

export async function finishFirstVisit(
  needs: BeginSessionNeeds,
  { issuer, identity, form, visitor }: Visit,
): Promise<SignInResult> {
  const { email, subject, idToken } = identity;
  const userId = await needs.database.transaction(async (tx) => {
    const now = needs.clock.now();
    const { firstName, lastName } = form;
    const names = { email, firstName, lastName, timeZone: knownTimeZone(form.timeZone) };
    const person = { id: newId(now), ...names, termsAcceptedAt: now, emailVerified: true };
    await deleteUnconfirmedUser(tx, email);
    const user = await insertUser(tx, person);
    if (user && (await insertIdentity(tx, { issuer, subject, userId: user.id, now }))) return user.id;
    // The request was repeated, or an account was created with this address in the meantime.
    return (await findUserOfIdentity(tx, { issuer, subject })) ?? refuse('account-not-linked');
  });
  const whenGone = 'first-visit-over';
  return beginSession(needs, { userId, visitor, skipsTwoFactor: false, idToken, provesMailbox: true, whenGone });
}
