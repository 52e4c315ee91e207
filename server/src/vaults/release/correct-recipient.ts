// An executor corrects the address of a recipient who has not opened the email, once for each release. It takes effect after a day: the owner
// can stop it with one press, and the recipient's proof at the present address ends it. Each of these is one guarded statement.
import { correctionHours } from '@remembrance/contract/limits.ts';
import { deriveSecret, type SecretSource } from '../../keys/secret/mailed-secret.ts';
import { queueLetter } from '../../letters/ledger/queue-letter.ts';
import { trustedAddress } from '../../people/users/earlier-email-store.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import { findUser } from '../../people/users/user-store.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { countReleasesUndone } from '../../records/acts/undone-release-store.ts';
import { isSameEmail } from '../recipients/answer-rules.ts';
import { endLinks } from '../recipients/link-store.ts';
import { type IssueNeeds, issueLink } from '../recipients/new-link.ts';
import {
  findFollowUp,
  insertCorrection,
  isAskingExecutors,
  listDueCorrections,
  makeCorrection,
} from '../vault/follow-up-store.ts';
import { lockReleasedVault, type VaultRow } from '../vault/vault-store.ts';
import { findCodeHolder } from './verify-executor.ts';

export interface CorrectionNeeds extends IssueNeeds {
  database: Database;
}

interface Asked {
  vaultId: string;
  accessCode: string;
}

/** @throws {Refusal} access-code-refused, not-released, correction-not-open, correction-used, correction-same-address */
export async function correctRecipient(
  needs: CorrectionNeeds,
  { email, ...asked }: Asked & { email: string },
): Promise<void> {
  await asExecutor(needs, asked, async (tx, { vault, executor }) => {
    if ([vault.recipientEmail, vault.recipientSecondEmail ?? ''].some((known) => isSameEmail(known, email)))
      refuse('correction-same-address');
    const dueAt = minutesLater(needs.clock.now(), correctionHours * 60);
    const token = needs.keyring.digest('link-token', deriveSecret(needs.keyring, stopSource(needs, vault)));
    if (!(await insertCorrection(tx, vault.id, { email, dueAt, token }))) refuse('correction-used');
    const act = { vaultId: vault.id, userId: vault.creatorId, actor: 'executor', actorId: executor.id } as const;
    await recordAct(needs, tx, { ...act, event: 'correction-asked' });
    await reportCorrection(needs, tx, { vault, executorName: executor.name || executor.email, email, dueAt });
  });
}

/** @throws {Refusal} access-code-refused, not-released, correction-not-open */
export async function confirmRecipientKnows(needs: CorrectionNeeds, asked: Asked): Promise<void> {
  await asExecutor(needs, asked, async (tx, { vault, executor, knownAt }) => {
    if (knownAt) return;
    const act = { vaultId: vault.id, userId: vault.creatorId, actor: 'executor', actorId: executor.id } as const;
    await recordAct(needs, tx, { ...act, event: 'recipient-knows' });
  });
}

interface ByExecutor {
  vault: VaultRow;
  executor: { id: string; name: string; email: string };
  knownAt: Date | null;
}

/** Runs it under the vault's lock, for an executor who is asked. */
async function asExecutor(
  needs: CorrectionNeeds,
  { vaultId, accessCode }: Asked,
  run: (tx: Transaction, by: ByExecutor) => Promise<void>,
): Promise<void> {
  const { executor, vault } = await findCodeHolder(needs, accessCode);
  if (vault.id !== vaultId.toLowerCase()) refuse('access-code-refused');
  await needs.database.transaction(async (tx) => {
    const locked = (await lockReleasedVault(tx, vault.id)) ?? refuse('not-released');
    const found = await findFollowUp(tx, vault.id);
    if (!found || !isAskingExecutors(found, needs.clock.now())) refuse('correction-not-open');
    await run(tx, { vault: locked.vault, executor, knownAt: found.knownAt });
  });
}

/** The same at every try, so that a letter that is written again after a restore has the same link. */
const stopSource = (
  { keyring }: CorrectionNeeds,
  { id, releasedAt }: Pick<VaultRow, 'id' | 'releasedAt'>,
): SecretSource => ({
  form: 'token',
  of: `stop-correction ${id} ${releasedAt?.toISOString()}`,
  salt: keyring.label(),
});

const keyFor = ({ id, releasedAt }: Pick<VaultRow, 'id' | 'releasedAt'>, what: string): string =>
  `correction/${id}/${releasedAt?.getTime()}/${what}`;

interface Report {
  vault: VaultRow;
  executorName: string;
  email: string;
  dueAt: Date;
}

/** Only the owner's trusted address gets the link: a new one may be a thief's. The old address does not learn the new one. */
async function reportCorrection(needs: CorrectionNeeds, tx: Transaction, report: Report): Promise<void> {
  const { vault, executorName, email: newAddress } = report;
  const owner = await findUser(tx, vault.creatorId);
  if (!owner) return;
  const dueAt = report.dueAt.toISOString();
  const { id: vaultId, title: vaultTitle, recipientName, recipientEmail: earlierAddress, releasedBy } = vault;
  const trusted = trustedAddress(owner, needs.clock.now());
  const facts = {
    firstName: greetingName(owner),
    vaultTitle,
    executorName,
    recipientName,
    earlierAddress,
    newAddress,
    dueAt,
  };
  for (const email of new Set([trusted, owner.email])) {
    const stop = { before: `${needs.publicUrl}/stop-correction#`, secret: stopSource(needs, vault) };
    const isTrusted = email === trusted;
    await queueLetter(needs, tx, {
      to: { name: ownerName(owner), email },
      userId: owner.id,
      vaultId,
      onceKey: keyFor(vault, isTrusted ? 'owner' : 'copy'),
      content: { kind: 'correction-asked', facts: { ...facts, link: isTrusted ? stop : null } },
    });
  }
  await queueLetter(needs, tx, {
    to: { name: recipientName, email: earlierAddress },
    vaultId,
    onceKey: keyFor(vault, 'recipient'),
    content: {
      kind: 'recipient-correction',
      facts: { recipientName, ownerName: ownerName(owner), releasedBy, dueAt },
    },
  });
}

/** Makes the corrections whose day is over: the links of the old address end, and the new one gets its own. */
export async function makeDueCorrections(needs: CorrectionNeeds, signal?: AbortSignal): Promise<void> {
  for (const vaultId of await listDueCorrections(needs.database, needs.clock.now())) {
    if (signal?.aborted) return;
    await needs.database.transaction((tx) => makeOne(needs, tx, vaultId));
  }
}

async function makeOne(needs: CorrectionNeeds, tx: Transaction, vaultId: string): Promise<void> {
  const now = needs.clock.now();
  if (!(await makeCorrection(tx, vaultId, now))) return;
  await recordAct(needs, tx, { vaultId, actor: 'service', event: 'correction-made' });
  await endLinks(tx, vaultId, now);
  await mailToCorrected(needs, tx, vaultId);
}

async function mailToCorrected(needs: CorrectionNeeds, tx: Transaction, vaultId: string): Promise<void> {
  const { vault, owner } = (await lockReleasedVault(tx, vaultId)) ?? refuse('not-released');
  // The same address may have been corrected in a release that was undone, and that link is dead.
  const number = (await countReleasesUndone(tx, [vaultId])).get(vaultId) ?? 0;
  await issueLink(needs, tx, {
    kind: 'recipient-invitation',
    vault,
    ownerName: ownerName(owner),
    onceKey: keyFor(vault, 'made'),
    number,
  });
}

/** Queues the emails of a correction that a restored database follows: each has a key, so that one that was sent is not sent again. */
export async function mailCorrectionAgain(needs: CorrectionNeeds, tx: Transaction, vaultId: string): Promise<void> {
  const { vault } = (await lockReleasedVault(tx, vaultId)) ?? refuse('not-released');
  const { correctionState: state, correctionEmail: email, correctionDueAt: dueAt } = vault;
  if (state === 'made') return mailToCorrected(needs, tx, vaultId);
  if (state === 'waiting' && email && dueAt)
    await reportCorrection(needs, tx, { vault, executorName: '', email, dueAt });
}
