// Lets in anyone the OpenID provider vouches for. An account is found by the provider's own name for the person; by their
// address only where both sides have proven it.
import type { SignInTrouble } from '@remembrance/contract/openid.ts';
import { findUserOfIdentity, type Joining } from '../openid/identity-store.ts';
import type { Identity } from '../openid/openid-provider.ts';
import type { NotifyChangeNeeds } from '../sessions/notify-sign-in-change.ts';
import type { Visitor } from '../sessions/visitor.ts';
import { findUserByEmail } from '../users/user-store.ts';
import { type BeginSessionNeeds, beginSession, type Entry } from './begin-session.ts';
import { joinIdentity } from './join-identity.ts';

export type ProviderEntryNeeds = BeginSessionNeeds & NotifyChangeNeeds;
interface Arrival {
  issuer: string;
  identity: Identity;
  visitor: Visitor;
}

type Outcome =
  | Entry
  /** The code of the second step is asked for before the identity is joined. */
  | { state: 'second-step'; setCookies: string[]; joining: Joining }
  | { state: 'first-visit'; email: string }
  | { state: 'trouble'; trouble: SignInTrouble };

export async function enterFromProvider(needs: ProviderEntryNeeds, arrival: Arrival): Promise<Outcome> {
  const { issuer, identity, visitor } = arrival;
  const { email, idToken, subject } = identity;
  if (!email || !identity.emailVerified) return { state: 'trouble', trouble: 'email-not-confirmed' };
  const known = await findUserOfIdentity(needs.database, { issuer, subject });
  const local = await findUserByEmail(needs.database, email);
  if (known) {
    const provesMailbox = known === local?.id;
    return beginSession(needs, { userId: known, visitor, skipsTwoFactor: false, idToken, provesMailbox });
  }
  if (!local) return { state: 'first-visit', email };
  // Anyone who signed up with an address first need not be its owner, as long as nobody has confirmed it.
  if (!local.emailVerified) return { state: 'trouble', trouble: 'account-not-linked' };
  const joining: Joining = { issuer, subject, userId: local.id, idToken };
  const entry = await beginSession(needs, {
    userId: local.id,
    visitor,
    skipsTwoFactor: false,
    ignoresUnprovedTwoFactor: true,
    provesMailbox: true,
    idToken,
    complete: (tx) => joinIdentity(needs, tx, joining),
  });
  return entry.state === 'second-step' ? { ...entry, joining } : entry;
}
