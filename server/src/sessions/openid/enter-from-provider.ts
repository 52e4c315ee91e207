// Lets in whoever the outside provider vouches for. An account is found by the provider's own name for the person; by their
// address only where both sides have proven it.
import type { SignInTrouble } from '@remembrance/contract/openid.ts';
import { findUserByEmail } from '../../users/user-store.ts';
import { type BeginSessionNeeds, beginSession, type Entry } from '../begin-session.ts';
import type { TellChangeNeeds } from '../tell-sign-in-change.ts';
import type { Visitor } from '../visitor.ts';
import { findUserOfIdentity, type Joining } from './identity-store.ts';
import { joinIdentity } from './join-identity.ts';
import type { Identity } from './outside-provider.ts';

export type ProviderEntryNeeds = BeginSessionNeeds & TellChangeNeeds;
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
    return beginSession(needs, { userId: known, visitor, skipsSecondStep: false, idToken, provesMailbox });
  }
  if (!local) return { state: 'first-visit', email };
  // Whoever signed up with an address first need not be its owner, as long as nobody has confirmed it.
  if (!local.emailVerified) return { state: 'trouble', trouble: 'account-not-linked' };
  const joining: Joining = { issuer, subject, userId: local.id, idToken };
  const entry = await beginSession(needs, {
    userId: local.id,
    visitor,
    skipsSecondStep: false,
    ignoresUnprovedSecondStep: true,
    provesMailbox: true,
    idToken,
    complete: (tx) => joinIdentity(needs, tx, joining),
  });
  return entry.state === 'second-step' ? { ...entry, joining } : entry;
}
