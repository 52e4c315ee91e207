// Signs in a person identified by the OpenID provider. The account is found by the provider's subject, or by the email address if
// both sides have verified it.
import type { SignInTrouble } from '@remembrance/contract/openid.ts';
import { findUserOfIdentity, type Joining } from '../openid/identity-store.ts';
import type { Identity } from '../openid/openid-provider.ts';
import type { ReportChangeNeeds } from '../owner-changes/report-change.ts';
import type { Visitor } from '../sessions/visitor.ts';
import { findUserByEmail } from '../users/user-store.ts';
import { type BeginSessionNeeds, beginSession, type SignInResult } from './begin-session.ts';
import { joinIdentity } from './join-identity.ts';

export type ProviderSignInNeeds = BeginSessionNeeds & ReportChangeNeeds;
interface Arrival {
  issuer: string;
  identity: Identity;
  visitor: Visitor;
}

/** The page then explains that the sign-in has expired. */
const whenGone = 'wrong-credentials';

type Outcome =
  | SignInResult
  /** The two-factor code is required before the identity is linked. */
  | { state: 'second-step'; setCookies: string[]; joining: Joining }
  | { state: 'first-visit'; email: string }
  | { state: 'trouble'; trouble: SignInTrouble };

export async function signInFromProvider(needs: ProviderSignInNeeds, arrival: Arrival): Promise<Outcome> {
  const { issuer, identity, visitor } = arrival;
  const { email, idToken, subject } = identity;
  if (!email) return { state: 'trouble', trouble: 'email-missing' };
  if (!identity.emailVerified) {
    const isUnknown = identity.emailVerified === undefined;
    return { state: 'trouble', trouble: isUnknown ? 'email-confirmation-unknown' : 'email-not-confirmed' };
  }
  const known = await findUserOfIdentity(needs.database, { issuer, subject });
  const local = await findUserByEmail(needs.database, email);
  if (known) {
    const provesMailbox = known === local?.id;
    return beginSession(needs, { userId: known, visitor, skipsTwoFactor: false, whenGone, idToken, provesMailbox });
  }
  // Anyone could sign up with this address. An account that never confirmed it is replaced by its holder's.
  if (!local?.emailVerified) return { state: 'first-visit', email };
  const joining: Joining = { issuer, subject, userId: local.id, idToken };
  const result = await beginSession(needs, {
    userId: local.id,
    visitor,
    skipsTwoFactor: false,
    whenGone,
    ignoresUnprovedTwoFactor: true,
    provesMailbox: true,
    idToken,
    complete: (tx) => joinIdentity(needs, tx, joining),
  });
  return result.state === 'second-step' ? { ...result, joining } : result;
}
