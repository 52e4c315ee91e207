// Mails the code that completes a sign-in by password in an unknown browser. Each waiting browser has its own code, and the letter names
// the browser of each. Somebody who knows the password can neither fill the mailbox nor use up the letters.
import { mailedCode as limits } from '@remembrance/contract/limits.ts';
import { readTypedCode } from '@remembrance/contract/typed-code.ts';
import type { Digests } from '../../keys/secret/digest-store.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import { deriveSecret, newSource } from '../../keys/secret/mailed-secret.ts';
import { firstCodeAt, nextCodeAt } from '../../letters/ledger/code-rules.ts';
import { listCodeTimes } from '../../letters/ledger/letter-report-store.ts';
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import type { SecretText } from '../../letters/templates/queued-content.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { signInTokenDigests } from '../sessions/account-links.ts';
import { deviceInWords } from '../sessions/device-rules.ts';
import {
  extendWait,
  findSignIn,
  findWaitingAccount,
  hasValidCode,
  listWithoutCode,
  storeSignInCode,
  type WaitingBrowser,
} from '../sessions/sign-in-code-store.ts';
import type { Visitor } from '../sessions/visitor.ts';
import { greetingName } from '../users/owner-name.ts';
import { lockUser, type UserRow } from '../users/user-store.ts';
import { writeToUser } from '../users/write-to-user.ts';

interface Waiting {
  /** The caller must hold its lock. */
  user: UserRow;
  /** The token of the sign-in, in the browser that gave the password. */
  token: string;
  visitor: Visitor;
}

interface MailedCode {
  /** Whether a code was mailed now, the one of this browser still works, or this browser waits for the next letter. */
  state: 'sent' | 'still-works' | 'waits';
  /** From when another may be mailed. */
  resendAt: string;
}

/** @throws {Refusal} second-step-over, next-code-waits */
export async function mailSignInCode(needs: QueueLetterNeeds, tx: Transaction, waiting: Waiting): Promise<MailedCode> {
  const { user, token, visitor } = waiting;
  const now = needs.clock.now();
  const own = (await findSignIn(tx, signInTokenDigests(needs, token), now)) ?? refuse('second-step-over');
  const mailedAt = await listCodeTimes(tx, { userId: user.id, kind: 'sign-in-code' }, now);
  const nextAt = own.codeExpiresAt ? nextCodeAt(mailedAt, now) : firstCodeAt(mailedAt, now);
  // Once a sign-in has completed, no code is left, and the next browser need not wait.
  const mayMailAt = (await hasValidCode(tx, user.id, now)) ? nextAt : now;
  const browser = { device: deviceInWords(visitor.userAgent), network: visitor.network, at: now.toISOString() };
  // It waits for the next letter, and then for as long as that code works.
  await extendWait(tx, own.tokenDigest, { browser, until: minutesLater(mayMailAt, limits.minutes) });
  if (mayMailAt <= now) {
    await writeCodes(needs, tx, waiting, { tokenDigest: own.tokenDigest, browser });
    return { state: 'sent', resendAt: nextCodeAt([now, ...mailedAt], now).toISOString() };
  }
  const isValid = own.codeExpiresAt !== null && own.codeExpiresAt > now;
  if (isValid && own.tries >= limits.tries) refuse('next-code-waits', { retryAt: mayMailAt });
  return { state: isValid ? 'still-works' : 'waits', resendAt: mayMailAt.toISOString() };
}

/** The other browsers in one letter, one for each network. Those that do not fit are in the next. */
const maxOthers = 19;
const maxWaiting = 500;

// One letter has the code of every browser that waits without one. So nobody can use up the letters and keep the owner's code away.
async function writeCodes(
  needs: QueueLetterNeeds,
  tx: Transaction,
  { user, visitor }: Waiting,
  own: { tokenDigest: string; browser: WaitingBrowser },
): Promise<void> {
  const found = await listWithoutCode(tx, user.id, maxWaiting, needs.clock.now());
  const waiting = found.filter(({ tokenDigest }) => tokenDigest !== own.tokenDigest);
  // The newest of each network, the longest waiting network first, so that nobody crowds the others out from one place.
  const others = [...new Map(waiting.map((one) => [one.waitsFrom?.network, one])).values()].slice(0, maxOthers);
  const newCode = (tokenDigest: string) => storeNewCode(needs, tx, { userId: user.id, tokenDigest });
  const facts = {
    firstName: greetingName(user),
    ...own.browser,
    code: await newCode(own.tokenDigest),
    others: [] as (WaitingBrowser & { code: SecretText })[],
    resetLink: `${visitor.origin}/forgotten-password`,
  };
  for (const { tokenDigest, waitsFrom } of others)
    if (waitsFrom) facts.others.push({ ...waitsFrom, code: await newCode(tokenDigest) });
  await writeToUser(needs, tx, user, { kind: 'sign-in-code', facts });
  await recordAct(needs, tx, { userId: user.id, actor: 'owner', event: 'sign-in-code-sent' });
}

async function storeNewCode(
  needs: QueueLetterNeeds,
  tx: Transaction,
  { userId, tokenDigest }: { userId: string; tokenDigest: string },
): Promise<SecretText> {
  const secret = newSource(needs.keyring, 'code', `sign-in-code ${tokenDigest}`);
  const [codeDigest] = signInCodeDigests(needs, userId, deriveSecret(needs.keyring, secret));
  const expiresAt = minutesLater(needs.clock.now(), limits.minutes);
  await storeSignInCode(tx, tokenDigest, { codeDigest, expiresAt });
  return { before: '', secret };
}

/** A code is valid only for its own account. */
export const signInCodeDigests = ({ keyring }: { keyring: Keyring }, userId: string, typed: string): Digests =>
  keyring.digests('sign-in-code', `${userId} ${readTypedCode(typed)}`);

type Needs = QueueLetterNeeds & { database: Database };

/**
 * Mails another code for a sign-in that waits for one, and extends the wait by the same time.
 * @throws {Refusal} second-step-over, next-code-waits
 */
export async function resendSignInCode(needs: Needs, { token, visitor }: { token: string; visitor: Visitor }) {
  const tokenDigests = signInTokenDigests(needs, token);
  return needs.database.transaction(async (tx) => {
    const userId = await findWaitingAccount(tx, tokenDigests, needs.clock.now());
    const user = userId ? await lockUser(tx, userId) : null;
    if (!user) refuse('second-step-over');
    return mailSignInCode(needs, tx, { user, token, visitor });
  });
}
