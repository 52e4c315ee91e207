// Opens the account of whoever has come from the outside provider for the first time, once they have said what we must ask.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import type * as contract from '@remembrance/contract/openid.ts';
import { newId } from '../../lib/ids.ts';
import { refuse } from '../../lib/refusal.ts';
import { insertUser } from '../../users/user-store.ts';
import { type BeginSessionNeeds, beginSession, type Entry } from '../begin-session.ts';
import type { Visitor } from '../visitor.ts';
import { findUserOfIdentity, insertIdentity } from './identity-store.ts';
import type { Identity } from './outside-provider.ts';

interface Visit {
  issuer: string;
  identity: Identity & { email: string };
  said: BodyOf<typeof contract.finishFirstVisit>;
  visitor: Visitor;
}

export async function finishFirstVisit(
  needs: BeginSessionNeeds,
  { issuer, identity, said, visitor }: Visit,
): Promise<Entry> {
  const { email, subject, idToken } = identity;
  const userId = await needs.database.transaction(async (tx) => {
    const now = needs.clock.now();
    const { firstName, lastName } = said;
    const person = { id: newId(now), email, firstName, lastName, termsAcceptedAt: now, emailVerified: true };
    const user = await insertUser(tx, person);
    if (user && (await insertIdentity(tx, { issuer, subject, userId: user.id, now }))) return user.id;
    // A second press of the button, or an account opened with this address in the meantime.
    return (await findUserOfIdentity(tx, { issuer, subject })) ?? refuse('account-not-linked');
  });
  return beginSession(needs, { userId, visitor, skipsSecondStep: false, idToken, provesMailbox: true });
}
