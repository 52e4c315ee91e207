// Starts a session. Every kind of sign-in ends here: it undoes a requested deletion, refuses a suspended account, asks for a code
// if one is needed, and notifies the owner of a new browser.
import { billingPath } from '@remembrance/contract/billing.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import type { FactsOf } from '../../letters/templates/letter-content.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { newId, newLinkToken, newSessionToken } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import type { RestoreHold } from '../../records/journal/restore-hold.ts';
import { insertBrowserToken } from '../sessions/account-links.ts';
import { deviceInWords } from '../sessions/device-rules.ts';
import { deviceDigests } from '../sessions/known-device.ts';
import { findDevice, isNewDevice, proveDevice, trustDevice } from '../sessions/known-device-store.ts';
import type { SessionCookies } from '../sessions/session-cookies.ts';
import { firstExpiry } from '../sessions/session-rules.ts';
import { insertSession } from '../sessions/session-store.ts';
import type { Visitor } from '../sessions/visitor.ts';
import { findTwoFactor } from '../two-factor/two-factor-store.ts';
import { isDeletedForGood } from '../users/deletion-rules.ts';
import { earlierEmailOf } from '../users/earlier-email-store.ts';
import { greetingName } from '../users/owner-name.ts';
import { lockUser, setDeleted, type UserRow } from '../users/user-store.ts';
import { writeToUser } from '../users/write-to-user.ts';
import { mailSignInCode } from './mail-sign-in-code.ts';

export interface BeginSessionNeeds extends QueueLetterNeeds {
  database: Database;
  restoreHold: Pick<RestoreHold, 'isStillOn' | 'difference'>;
  cookies: SessionCookies;
  /** What happens to the monthly plans of a deleted account that is restored now. */
  listRestoredPlans: (tx: Transaction, user: UserRow, now: Date) => Promise<FactsOf<'account-kept'>['plans']>;
}

interface Proven {
  userId: string;
  visitor: Visitor;
  /** Whether the proof makes a two-factor code unnecessary. */
  skipsTwoFactor: boolean;
  /** Verifies the rest under the user's lock, in the session's transaction. @throws {Refusal} */
  confirm?: (tx: Transaction) => Promise<void>;
  /** Runs after everything is verified and before the session starts. */
  complete?: (tx: Transaction) => Promise<void>;
  /** A sign-in that has passed its first step already. */
  isContinued?: boolean;
  /** The proof includes access to the account's mailbox. */
  provesMailbox?: boolean;
  /** The time until which this browser needs no code. */
  trustedUntil?: Date;
  /** Only the password was proven, so a browser that is unknown to the account needs a code from the mailbox. */
  isByPasswordAlone?: boolean;
  /** Does not require a second step that is not known to be the owner's. */
  ignoresUnprovedTwoFactor?: boolean;
  /** The refusal if the account no longer exists, or can no longer be restored. */
  whenGone: RefusalCode;
  /** The ID token of the OpenID provider, for signing out there too. */
  idToken?: string | undefined;
}

/** The session, or the question for a code before it, each with its Set-Cookie lines. */
export type SignInResult =
  | { state: 'signed-in'; user: UserRow; setCookies: string[] }
  | {
      state: 'second-step';
      codeFrom: 'app' | 'mailbox';
      /** When the code can be mailed, if other browsers have just been mailed theirs. */
      codeAt?: Date | undefined;
      setCookies: string[];
    };

export async function beginSession(needs: BeginSessionNeeds, proven: Proven): Promise<SignInResult> {
  const { cookies } = needs;
  const isOnHold = await needs.restoreHold.isStillOn();
  if (needs.restoreHold.difference() !== null) refuse('on-hold'); // it may name an address that the account has left
  return needs.database.transaction(async (tx): Promise<SignInResult> => {
    const user = await lockUser(tx, proven.userId);
    if (!user) refuse(proven.whenGone);
    await proven.confirm?.(tx);
    if (user.suspendedAt) refuse('account-suspended');
    const now = needs.clock.now();
    if (isDeletedForGood(user, now)) refuse(proven.whenGone);
    const codeFrom = await neededCode(needs, tx, { ...proven, isOnHold });
    if (codeFrom) return askForCode(needs, tx, { codeFrom, user, visitor: proven.visitor });
    if (user.deletedAt) await restoreAccountOf(needs, tx, user, proven.visitor.origin);
    const token = newSessionToken();
    const device = proven.visitor.device ?? newLinkToken();
    const arrival = { user, visitor: proven.visitor, device };
    await proven.complete?.(tx);
    // A mailbox proof covers only the current address. While the previous one can undo its change, it is notified too.
    if (earlierEmailOf(user, now)) await reportNewDevice(needs, tx, arrival);
    if (proven.provesMailbox) await proveDevice(tx, digestOf(needs, user.id, device), now);
    await openSession(needs, tx, { ...proven, token, user });
    await reportNewDevice(needs, tx, arrival);
    if (proven.trustedUntil) await trustDevice(tx, digestOf(needs, user.id, device), proven.trustedUntil);
    const newSession = cookies.newSession(token, device, user.deletedAt !== null);
    return { state: 'signed-in', user, setCookies: [...newSession, cookies.twoFactor.cleared] };
  });
}

interface CodeAsked extends Pick<Proven, 'visitor'> {
  codeFrom: 'app' | 'mailbox';
  user: UserRow;
}

async function askForCode(
  needs: BeginSessionNeeds,
  tx: Transaction,
  { codeFrom, user, visitor }: CodeAsked,
): Promise<SignInResult> {
  const token = await insertBrowserToken(needs, tx, 'second-step', user.id);
  const setCookies = [needs.cookies.twoFactor.line(token)];
  if (codeFrom === 'app') return { state: 'second-step', codeFrom, setCookies };
  const mailed = await mailSignInCode(needs, tx, { user, token, visitor });
  const codeAt = mailed.state === 'waits' ? new Date(mailed.resendAt) : undefined;
  return { state: 'second-step', codeFrom, codeAt, setCookies };
}

const digestOf = (needs: BeginSessionNeeds, userId: string, token: string) => ({
  userId,
  digests: deviceDigests(needs, token),
});

async function neededCode(
  needs: BeginSessionNeeds,
  tx: Transaction,
  { userId, visitor, ...proven }: Proven & { isOnHold: boolean },
): Promise<'app' | 'mailbox' | null> {
  // A restored database may not know that a password, a passkey or a browser was withdrawn, but the mailbox is the owner's.
  if (proven.isOnHold && !proven.provesMailbox && !proven.isContinued) return 'mailbox';
  const found = proven.skipsTwoFactor ? null : await findTwoFactor(tx, userId);
  const hasTwoFactor = found?.confirmedAt != null && !(proven.ignoresUnprovedTwoFactor && !found.provedAt);
  if (!hasTwoFactor && !proven.isByPasswordAlone) return null;
  const known = visitor.device ? await findDevice(tx, digestOf(needs, userId, visitor.device)) : null;
  if (!hasTwoFactor) return known ? null : 'mailbox';
  return known?.trustedUntil && known.trustedUntil > needs.clock.now() ? null : 'app';
}

interface NewSession extends Proven {
  token: string;
  user: UserRow;
}

async function openSession(
  needs: BeginSessionNeeds,
  tx: Transaction,
  { token, user, visitor, idToken }: NewSession,
): Promise<void> {
  const now = needs.clock.now();
  const id = newId(now);
  const { network: ipAddress, userAgent } = visitor;
  // The ID token names the person, so it is stored encrypted like all personal data.
  const sess = idToken ? { idToken: await needs.keyring.seal(`id-token/${id}`, idToken) } : null;
  const times = { expire: firstExpiry(now), createdAt: now, updatedAt: now };
  const sid = needs.cookies.sidOf(token);
  await insertSession(tx, { id, sid, userId: user.id, ipAddress, userAgent, sess, ...times });
  await recordAct(needs, tx, { userId: user.id, actor: 'owner', event: 'signed-in' });
}

// Signing in undoes the deletion of an account.
async function restoreAccountOf(
  needs: BeginSessionNeeds,
  tx: Transaction,
  user: UserRow,
  origin: string,
): Promise<void> {
  const now = needs.clock.now();
  const plans = await needs.listRestoredPlans(tx, user, now);
  await setDeleted(tx, user.id, null, now);
  await recordAct(needs, tx, { userId: user.id, actor: 'owner', event: 'account-kept' });
  const facts = { firstName: greetingName(user), plans, link: origin + billingPath };
  await writeToUser(needs, tx, user, { kind: 'account-kept', facts });
}

interface Arrival {
  user: UserRow;
  visitor: Visitor;
  device: string;
}

async function reportNewDevice(
  needs: BeginSessionNeeds,
  tx: Transaction,
  { user, visitor, device }: Arrival,
): Promise<void> {
  const now = needs.clock.now();
  const { userAgent } = visitor;
  if (!(await isNewDevice(tx, { ...digestOf(needs, user.id, device), userAgent }, now))) return;
  await writeToUser(needs, tx, user, {
    kind: 'new-device',
    facts: {
      firstName: greetingName(user),
      device: deviceInWords(visitor.userAgent),
      network: visitor.network,
      at: now.toISOString(),
      link: `${visitor.origin}/account`,
      resetLink: `${visitor.origin}/forgotten-password`,
    },
  });
}
