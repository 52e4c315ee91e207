// Mails the code that completes a sign-in by password in an unknown browser. If a code was mailed a moment ago, no second one is
// sent, so that somebody who knows the password can neither fill the mailbox nor use up the letters: that code works here too.
import { mailedCode as limits } from '@remembrance/contract/limits.ts';
import { readTypedCode } from '@remembrance/contract/typed-code.ts';
import type { Digests } from '../../keys/secret/digest-store.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import { deriveSecret, newSource } from '../../keys/secret/mailed-secret.ts';
import { nextCodeAt } from '../../letters/ledger/code-rules.ts';
import { listCodeTimes } from '../../letters/ledger/letter-report-store.ts';
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { signInTokenDigests } from '../sessions/account-links.ts';
import { deviceInWords } from '../sessions/device-rules.ts';
import { findNewestSignInCode, findWaitingAccount, storeSignInCode } from '../sessions/sign-in-code-store.ts';
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
  isSent: boolean;
  resendAt: string;
}

/** @throws {Refusal} second-step-over, next-code-waits */
export async function mailSignInCode(needs: QueueLetterNeeds, tx: Transaction, waiting: Waiting): Promise<MailedCode> {
  const { user, token } = waiting;
  const now = needs.clock.now();
  const mailedAt = await listCodeTimes(tx, { userId: user.id, kind: 'sign-in-code' }, now);
  const resendAt = nextCodeAt(mailedAt, now);
  const earlier = resendAt > now ? await findNewestSignInCode(tx, user.id, now) : null;
  const code = earlier ?? (await writeCode(needs, tx, waiting));
  const endsAt = minutesLater(now, limits.minutes);
  const tries = await storeSignInCode(tx, signInTokenDigests(needs, token), { code, endsAt, now });
  if (tries === null) refuse('second-step-over');
  if (tries >= limits.tries) refuse('next-code-waits', { retryAt: resendAt });
  const nextAt = earlier ? resendAt : nextCodeAt([now, ...mailedAt], now);
  return { isSent: !earlier, resendAt: nextAt.toISOString() };
}

async function writeCode(needs: QueueLetterNeeds, tx: Transaction, { user, visitor }: Waiting) {
  const now = needs.clock.now();
  const secret = newSource(needs.keyring, 'code', `sign-in-code ${user.id}`);
  const facts = {
    firstName: greetingName(user),
    code: { before: '', secret },
    device: deviceInWords(visitor.userAgent),
    network: visitor.network,
    at: now.toISOString(),
    resetLink: `${visitor.origin}/forgotten-password`,
  };
  await writeToUser(needs, tx, user, { kind: 'sign-in-code', facts });
  await recordAct(needs, tx, { userId: user.id, actor: 'owner', event: 'sign-in-code-sent' });
  const [digest] = signInCodeDigests(needs, user.id, deriveSecret(needs.keyring, secret));
  return { digest, expiresAt: minutesLater(now, limits.minutes) };
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
