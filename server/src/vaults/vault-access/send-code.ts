// Mails a code to the recipient's address, for a browser that has entered that address. If a code was mailed a moment ago, no
// second one is sent: the browser may try the code that is already in the mailbox.
import type { SentCode } from '@remembrance/contract/access-state.ts';
import { mailedCode as limits } from '@remembrance/contract/limits.ts';
import { readTypedCode } from '@remembrance/contract/typed-code.ts';
import type { Digests } from '../../keys/secret/digest-store.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import { deriveSecret, newSource } from '../../keys/secret/mailed-secret.ts';
import { nextCodeAt } from '../../letters/ledger/code-rules.ts';
import { listCodeTimes } from '../../letters/ledger/letter-report-store.ts';
import { type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { findNewestCode, storeCode } from './code-store.ts';
import { areLocked, canRecipientReopen, type Guesses, guessRefusal } from './guess-rules.ts';
import { lockGuesses } from './guess-store.ts';
import { holdLink, type LinkNeeds, type OpenLink, openLink, type Visit } from './open-link.ts';

type Needs = LinkNeeds & QueueLetterNeeds;

export async function sendCode(needs: Needs, { token, sessionOf }: Visit): Promise<SentCode> {
  const now = needs.clock.now();
  const link = await openLink(needs, token);
  const { browserId } = sessionOf(link.id) ?? refuse('email-step-first');
  const requester = { vaultId: link.vault.id, browserId };
  return needs.database.transaction(async (tx) => {
    await holdLink(needs, tx, { token, vaultId: link.vault.id });
    const guesses = await lockGuesses(tx, link.vault.id);
    refuseUnneeded(guesses, now);
    const mailedAt = await listCodeTimes(tx, { vaultId: link.vault.id, kind: 'recipient-code' }, now);
    const resendAt = nextCodeAt(mailedAt, now);
    const earlier = resendAt > now ? await findNewestCode(tx, link.vault.id, now) : null;
    const code = earlier ?? (await mailCode(needs, tx, { link, reopens: areLocked(guesses) }));
    const tries = await storeCode(tx, { ...requester, ...code });
    if (tries >= limits.tries) refuse('next-code-waits', { retryAt: resendAt });
    const nextAt = earlier ? resendAt : nextCodeAt([now, ...mailedAt], now);
    return { expiresAt: code.expiresAt.toISOString(), resendAt: nextAt.toISOString() };
  });
}

/** A code is mailed only if the recipient can use it now. */
function refuseUnneeded(guesses: Guesses, now: Date): void {
  if (canRecipientReopen(guesses)) return;
  const refusal = guessRefusal(guesses, { holdsMailbox: false }, now);
  if (refusal === 'mailbox-code-first') return;
  if (!refusal) refuse('mailbox-code-not-needed');
  refuse(refusal, refusal === 'answers-paused' && guesses.pausedUntil ? { retryAt: guesses.pausedUntil } : {});
}

async function mailCode(needs: Needs, tx: Transaction, { link, reopens }: { link: OpenLink; reopens: boolean }) {
  const { vault, owner } = link;
  const secret = newSource(needs.keyring, 'code', `recipient-code ${vault.id}`);
  const expiresAt = minutesLater(needs.clock.now(), limits.minutes);
  const { recipientName } = vault;
  const facts = { recipientName, ownerName: ownerName(owner), code: { before: '', secret }, reopens };
  await queueLetter(needs, tx, {
    to: { name: recipientName, email: vault.recipientEmail },
    vaultId: vault.id,
    content: { kind: 'recipient-code', facts },
  });
  await recordAct(needs, tx, { vaultId: vault.id, actor: 'recipient', event: 'mailbox-code-sent' });
  return { digest: mailboxCodeDigests(needs.keyring, vault.id, deriveSecret(needs.keyring, secret))[0], expiresAt };
}

/** A code is valid only for its own vault. */
export const mailboxCodeDigests = (keyring: Keyring, vaultId: string, typed: string): Digests =>
  keyring.digests('recipient-code', `${vaultId} ${readTypedCode(typed)}`);
