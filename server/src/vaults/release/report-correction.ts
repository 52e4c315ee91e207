// Who hears of a correction of the recipient's address: its owner, with the link that stops it, both addresses of the recipient, and the other
// executors; and all executors, if the owner stops it.
import type { Keyring } from '../../keys/secret/keyring.ts';
import { labelIn, SecretMissing } from '../../keys/secret/keyring.ts';
import { deriveSecret, type SecretSource } from '../../keys/secret/mailed-secret.ts';
import { type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import { toEachMailbox } from '../../letters/ledger/to-each-mailbox.ts';
import { trustedAddress } from '../../people/users/earlier-email-store.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import { findUser, type UserRow } from '../../people/users/user-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { isSameEmail } from '../recipients/answer-rules.ts';
import { nameForOthers } from '../requests/request-letters.ts';
import { setStopToken } from '../vault/follow-up-store.ts';
import type { VaultRow } from '../vault/vault-store.ts';
import { nameOf } from './press-release.ts';

interface ReportNeeds extends QueueLetterNeeds {
  publicUrl: string;
}
type Vault = Pick<VaultRow, 'id' | 'releasedAt' | 'correctionToken'>;

/** The same at every try, so that a letter that is written again after a restore has the same link. */
const stopSource = ({ id, releasedAt }: Pick<Vault, 'id' | 'releasedAt'>, salt: string): SecretSource => ({
  form: 'token',
  of: `stop-correction ${id} ${releasedAt?.toISOString()}`,
  salt,
});

/** The digest of the token that stops a new correction. */
export const newStopToken = (keyring: Keyring, vault: Pick<Vault, 'id' | 'releasedAt'>): string =>
  keyring.digest('link-token', deriveSecret(keyring, stopSource(vault, keyring.label())));

/** Under the secret that its digest names, which may not be today's. If that was retired, the link in the first email is dead, and another counts. */
async function sourceOf({ keyring }: ReportNeeds, tx: Transaction, vault: Vault): Promise<SecretSource> {
  const source = stopSource(vault, labelIn(vault.correctionToken ?? keyring.label()));
  try {
    deriveSecret(keyring, source);
    return source;
  } catch (error) {
    if (!(error instanceof SecretMissing)) throw error;
    await setStopToken(tx, vault.id, newStopToken(keyring, vault));
    return stopSource(vault, keyring.label());
  }
}

export const keyFor = ({ id, releasedAt }: Pick<Vault, 'id' | 'releasedAt'>, what: string): string =>
  `correction/${id}/${releasedAt?.getTime()}/${what}`;

export interface Asker {
  id: string;
  name: string;
  email: string;
}
interface Report {
  /** As it is with the correction. */
  vault: VaultRow;
  /** Null after a restore, which does not know who asked. */
  executor: Asker | null;
  /** The id of the executor who asked for it before, where two must agree. */
  agreedWith?: string | null;
  email: string;
  dueAt: Date;
}
type Reported = Report & { owner: UserRow; executors: Awaited<ReturnType<typeof listExecutors>> };

export async function reportCorrection(needs: ReportNeeds, tx: Transaction, report: Report): Promise<void> {
  const executors = await listExecutors(tx, report.vault.id);
  const owner = await findUser(tx, report.vault.creatorId);
  if (!owner) return;
  const reported = { ...report, owner, executors };
  await notifyOwner(needs, tx, reported);
  await notifyRecipient(needs, tx, reported);
  if (!report.executor) return;
  const others = executors.filter(({ id }) => id !== report.executor?.id);
  await notifyExecutors(needs, tx, { ...reported, executors: others, what: 'asked' });
}

/** Only the owner's trusted address gets the link: a new one may be a thief's. */
async function notifyOwner(needs: ReportNeeds, tx: Transaction, reported: Reported): Promise<void> {
  const { vault, executor, owner, executors } = reported;
  const first = executors.find(({ id }) => id === reported.agreedWith);
  const trusted = trustedAddress(owner, needs.clock.now());
  const facts = {
    firstName: greetingName(owner),
    vaultTitle: vault.title,
    executorName: executor ? nameOf(executor) : '',
    ...(first && { agreedWith: nameOf(first) }),
    recipientName: vault.recipientName,
    earlierAddress: vault.recipientEmail,
    newAddress: reported.email,
    isExecutors: executors.some(({ email, secondEmail }) =>
      [email, secondEmail ?? ''].some((known) => isSameEmail(known, reported.email)),
    ),
    dueAt: reported.dueAt.toISOString(),
  };
  const stop = { before: `${needs.publicUrl}/stop-correction#`, secret: await sourceOf(needs, tx, vault) };
  for (const email of new Set([trusted, owner.email])) {
    const isTrusted = email === trusted;
    await queueLetter(needs, tx, {
      to: { name: ownerName(owner), email },
      userId: owner.id,
      vaultId: vault.id,
      onceKey: keyFor(vault, isTrusted ? 'owner' : 'copy'),
      content: { kind: 'correction-asked', facts: { ...facts, link: isTrusted ? stop : null } },
    });
  }
}

/** Neither address learns the new one. */
async function notifyRecipient(needs: ReportNeeds, tx: Transaction, { vault, owner, dueAt }: Reported): Promise<void> {
  const { recipientName, recipientEmail, recipientSecondEmail, releasedBy } = vault;
  const facts = { recipientName, ownerName: ownerName(owner), releasedBy, dueAt: dueAt.toISOString() };
  for (const [key, email] of Object.entries({ recipient: recipientEmail, second: recipientSecondEmail })) {
    if (!email) continue;
    await queueLetter(needs, tx, {
      to: { name: recipientName, email },
      vaultId: vault.id,
      onceKey: keyFor(vault, key),
      content: { kind: 'recipient-correction', facts: { ...facts, isSecond: key === 'second' } },
    });
  }
}

/** To all executors, when the owner has stopped it. */
export const reportStopped = (needs: QueueLetterNeeds, tx: Transaction, vault: VaultRow): Promise<void> =>
  notifyOthers(needs, tx, { vault, executor: null, what: 'stopped' });

/** To the executors who may agree. */
export const askOthers = (needs: QueueLetterNeeds, tx: Transaction, by: Pick<Report, 'vault' | 'executor'>) =>
  notifyOthers(needs, tx, { ...by, what: 'agree' });

async function notifyOthers(
  needs: QueueLetterNeeds,
  tx: Transaction,
  { vault, executor, what }: Pick<Report, 'vault' | 'executor'> & Pick<ToExecutors, 'what'>,
): Promise<void> {
  const owner = await findUser(tx, vault.creatorId);
  const executors = (await listExecutors(tx, vault.id)).filter(({ id }) => id !== executor?.id);
  if (owner) await notifyExecutors(needs, tx, { vault, owner, executors, executor, dueAt: null, what });
}

type ToExecutors = Pick<Reported, 'vault' | 'owner' | 'executors' | 'executor'> & {
  dueAt: Date | null;
  what: 'agree' | 'asked' | 'stopped';
};

async function notifyExecutors(needs: QueueLetterNeeds, tx: Transaction, reported: ToExecutors): Promise<void> {
  const { vault, owner, executors, executor, dueAt, what } = reported;
  const shared = {
    ownerName: ownerName(owner),
    vaultTitle: vault.title,
    recipientName: vault.recipientName,
    isStopped: what === 'stopped',
    ...(what === 'agree' && { needsAgreement: true as const }),
    askedBy: executor ? nameForOthers(nameOf(executor)) : '',
    dueAt: dueAt?.toISOString() ?? '',
  };
  const letters = executors.flatMap((one) => {
    const content = { kind: 'executor-correction' as const, facts: { ...shared, executorName: one.name } };
    return toEachMailbox(one, { vaultId: vault.id, onceKey: keyFor(vault, `${what}/${one.id}`), content });
  });
  await queueLetter(needs, tx, ...letters);
}
