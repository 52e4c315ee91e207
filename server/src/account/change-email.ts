// Changes the account's email address: requested by an owner with a proof, confirmed from the new mailbox, reported to both
// addresses, and undone from the letter to the previous one. It does not reveal whether an address has an account.
import { addressChangesPerDay, ownerChangeDays } from '@remembrance/contract/limits.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { Owner } from '../http/routes.ts';
import { queueLetter } from '../letters/ledger/queue-letter.ts';
import type { QueuedContent } from '../letters/templates/queued-content.ts';
import { listOpenChanges } from '../people/owner-changes/owner-change-store.ts';
import { openEarlier, type ReportChangeNeeds, reportChange } from '../people/owner-changes/report-change.ts';
import { deleteLinksOf } from '../people/sessions/account-link-store.ts';
import { consumeAccountLink, findAccountOfLink, insertAccountLink } from '../people/sessions/account-links.ts';
import { endUnderWay } from '../people/sessions/end-under-way.ts';
import { isSessionLive } from '../people/sessions/session-store.ts';
import { isMailAllowed } from '../people/sign-in/sign-in-guard.ts';
import { setEarlierEmail } from '../people/users/earlier-email-store.ts';
import { envelopeName, greetingName } from '../people/users/owner-name.ts';
import { findUserByEmail, lockUser, setEmail, type UserRow } from '../people/users/user-store.ts';
import type { Database, Transaction } from '../platform/database/transaction.ts';
import { daysLater } from '../platform/lib/clock.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { recordAct } from '../records/acts/act-store.ts';

export interface ChangeEmailNeeds extends ReportChangeNeeds {
  database: Database;
  rateLimiter: RateLimiter;
}

const aDay = { tries: addressChangesPerDay, seconds: 86_400, durable: true, refusal: 'letter-limit-reached' as const };

export async function requestEmailChange(
  needs: ChangeEmailNeeds,
  { owner, origin, ...input }: { owner: Owner; email: string; origin: string },
): Promise<void> {
  const email = input.email.toLowerCase();
  const sentence = 'This is already your address.';
  if (email === owner.email) refuse('invalid-input', { detail: sentence, fields: { email: sentence } });
  await needs.rateLimiter.take('address changes of', owner.id, aDay);
  const mayWrite = await isMailAllowed(needs, 'email-confirmation', email);
  await needs.database.transaction(async (tx) => {
    const user = await lockUser(tx, owner.id);
    if (!user || user.deletedAt) refuse('unauthorized');
    await deleteLinksOf(tx, user.id, ['new-email']); // a previous request can no longer be confirmed
    const request = { email, sessionId: owner.sessionId };
    await recordAct(needs, tx, { userId: user.id, actor: 'owner', event: 'email-asked' });
    await reportChange(needs, tx, { userId: user.id, kind: 'email-asked', after: email, earlier: request });
    if (mayWrite) await writeToNewAddress(needs, tx, { user, email, origin });
  });
}

async function writeToNewAddress(
  needs: ChangeEmailNeeds,
  tx: Transaction,
  { user, email, origin }: { user: UserRow; email: string; origin: string },
): Promise<void> {
  const holder = await findUserByEmail(tx, email);
  const newLink = () => insertAccountLink(needs, tx, 'new-email', user.id);
  // Nobody has confirmed a new address, so its letter names nobody: a stranger may have written the name.
  const content: QueuedContent = holder
    ? { kind: 'email-taken', facts: { firstName: greetingName(holder) } }
    : {
        kind: 'email-confirmation',
        facts: { firstName: '', link: { before: `${origin}/confirm-address#`, secret: await newLink() } },
      };
  const name = holder ? envelopeName(holder) : '';
  await queueLetter(needs, tx, { to: { name, email }, userId: user.id, content });
}

/** @throws {Refusal} email-link-refused */
export async function confirmEmailChange(needs: ChangeEmailNeeds, token: string): Promise<UserRow> {
  return needs.database.transaction(async (tx) => {
    const userId = await findAccountOfLink(needs, tx, 'new-email', token);
    // As everywhere, the owner is locked first: an undo holds this lock while it ends the link.
    const user = userId ? await lockUser(tx, userId) : null;
    if (!user || user.deletedAt || (await consumeAccountLink(needs, tx, 'new-email', token)) !== user.id)
      refuse('email-link-refused');
    const now = needs.clock.now();
    // Each request stays open, so that its letter can still stop the move and sign others out.
    const pending = (await listOpenChanges(tx, user.id, 'email-asked', now)).at(-1);
    const request = pending && (await openEarlier(needs, pending));
    const sessionId = request?.sessionId;
    if (!pending || !request || !sessionId) refuse('email-link-refused');
    // A request ends with the session that asked.
    if (!(await isSessionLive(tx, { userId: user.id, sessionId }, now))) refuse('email-link-refused');
    const moved = (await setEmail(tx, user.id, request.email, now)) ?? refuse('email-link-refused');
    await setEarlierEmail(tx, user, daysLater(now, ownerChangeDays), now);
    // This includes the links in the previous mailbox. An owner whose account is moved by somebody else can still sign in where they
    // are known.
    await endUnderWay(needs, tx, { userId: user.id, sessions: { except: sessionId }, browsers: 'none' });
    await recordAct(needs, tx, { userId: user.id, actor: 'owner', event: 'email-changed' });
    const earlier = { email: user.email };
    await reportChange(needs, tx, { userId: user.id, kind: 'email', before: user.email, after: moved.email, earlier });
    return moved;
  });
}
