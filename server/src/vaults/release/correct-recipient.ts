// An executor corrects the address of a recipient who has not opened the email, once for each release. Where two must agree, another
// executor has to ask for the same address. It takes effect after a day: the owner can stop it with one press, and the recipient's proof at the
// present address ends it. Each of these is one guarded statement.
import { correctionHours } from '@remembrance/contract/limits.ts';
import { proposalsPerRelease } from '@remembrance/contract/release-limits.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { type Clock, minutesLater } from '../../platform/lib/clock.ts';
import { onItsOwn, type Run } from '../../platform/lib/on-its-own.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { countReleasesUndone } from '../../records/acts/undone-release-store.ts';
import { isSameEmail } from '../recipients/answer-rules.ts';
import { endReminders } from '../recipients/link-choice-store.ts';
import { endLinks } from '../recipients/link-store.ts';
import { type IssueNeeds, issueLink } from '../recipients/new-link.ts';
import { countProposals, type OfExecutor } from '../requests/quarrel-store.ts';
import { mustTwoAgree } from '../requests/request-facts.ts';
import {
  findFollowUp,
  insertCorrection,
  isAskingExecutors,
  listDueCorrections,
  makeCorrection,
} from '../vault/follow-up-store.ts';
import { lockReleasedVault, type VaultRow } from '../vault/vault-store.ts';
import { type Asker, askOthers, keyFor, newStopToken, reportCorrection } from './report-correction.ts';
import { findCodeHolder } from './verify-executor.ts';

export interface CorrectionNeeds extends IssueNeeds {
  database: Database;
}

interface Asked {
  vaultId: string;
  accessCode: string;
}

/** @throws {Refusal} access-code-refused, not-released, correction-not-open, correction-used, proposals-used, correction-same-address */
export async function correctRecipient(
  needs: CorrectionNeeds,
  { email, ...asked }: Asked & { email: string },
): Promise<void> {
  await asExecutor(needs, asked, async (tx, { vault, executor, followUp }) => {
    if ([vault.recipientEmail, vault.recipientSecondEmail ?? ''].some((known) => isSameEmail(known, email)))
      refuse('correction-same-address');
    const isProposed = followUp.correctionDueAt === null && isSameEmail(followUp.correctionEmail ?? '', email);
    if (isProposed && followUp.askedBy === executor.id) return;
    const agreedWith = isProposed ? followUp.askedBy : null;
    const isAgreed = agreedWith !== null || !(await mustTwoAgree(tx, vault));
    if (!isAgreed) await limitProposals(tx, { vaultId: vault.id, executorId: executor.id }, followUp);
    const dueAt = isAgreed ? minutesLater(needs.clock.now(), correctionHours * 60) : null;
    const token = newStopToken(needs.keyring, vault);
    if (!(await insertCorrection(tx, vault.id, { email, dueAt, token }))) refuse('correction-used');
    const act = { vaultId: vault.id, userId: vault.creatorId, actor: 'executor', actorId: executor.id } as const;
    await recordAct({ clock: clockAfter(needs, followUp) }, tx, { ...act, event: 'correction-asked' });
    const corrected = { ...vault, correctionToken: token };
    if (dueAt) await reportCorrection(needs, tx, { vault: corrected, executor, agreedWith, email, dueAt });
    else await askOthers(needs, tx, { vault: corrected, executor });
  });
}

/** An executor who replaces each proposal of the others would keep them from agreeing for ever. */
async function limitProposals(tx: Transaction, of: OfExecutor, { releasedAt }: FollowUp): Promise<void> {
  if ((await countProposals(tx, of, releasedAt)) >= proposalsPerRelease) refuse('proposals-used');
}

/** Who asked last is read from the times of the acts. If the clock was put back, an executor could otherwise agree with themselves. */
function clockAfter({ clock }: CorrectionNeeds, { releasedAt, askedAt }: FollowUp): Clock {
  const earliest = askedAt ? askedAt.getTime() + 1 : releasedAt.getTime();
  return { ...clock, now: () => new Date(Math.max(clock.now().getTime(), earliest)) };
}

/** @throws {Refusal} access-code-refused, not-released, correction-not-open */
export async function confirmRecipientKnows(needs: CorrectionNeeds, asked: Asked): Promise<void> {
  await asExecutor(needs, asked, async (tx, { vault, executor, followUp }) => {
    if (followUp.knownAt) return;
    const act = { vaultId: vault.id, userId: vault.creatorId, actor: 'executor', actorId: executor.id } as const;
    await recordAct(needs, tx, { ...act, event: 'recipient-knows' });
  });
}

type FollowUp = NonNullable<Awaited<ReturnType<typeof findFollowUp>>>;
interface ByExecutor {
  vault: VaultRow;
  executor: Asker;
  followUp: FollowUp;
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
    await run(tx, { vault: locked.vault, executor, followUp: found });
  });
}

/** Makes the corrections whose day is over: the links of the old address end, and the new one gets its own. */
export async function makeDueCorrections(needs: CorrectionNeeds, run: Run = {}): Promise<void> {
  for (const vaultId of await listDueCorrections(needs.database, needs.clock.now())) {
    if (run.signal?.aborted) return;
    await onItsOwn(run, vaultId, () => needs.database.transaction((tx) => makeOne(needs, tx, vaultId)));
  }
}

async function makeOne(needs: CorrectionNeeds, tx: Transaction, vaultId: string): Promise<void> {
  const now = needs.clock.now();
  if (!(await makeCorrection(tx, vaultId, now))) return;
  await recordAct(needs, tx, { vaultId, actor: 'service', event: 'correction-made' });
  await endLinks(tx, vaultId, now);
  await endReminders(tx, vaultId);
  await mailToCorrected(needs, tx, vaultId);
}

/** Once: its letters have keys. */
export async function mailToCorrected(needs: IssueNeeds, tx: Transaction, vaultId: string): Promise<void> {
  const { vault, owner } = (await lockReleasedVault(tx, vaultId)) ?? refuse('not-released');
  // The same address may have been corrected in a release that was undone, and that link is dead.
  const number = (await countReleasesUndone(tx, [vaultId])).get(vaultId) ?? 0;
  await issueLink(needs, tx, {
    kind: 'recipient-invitation',
    vault,
    // The links of the second address have ended too.
    to: [vault.recipientEmail, ...(vault.recipientSecondEmail ? [vault.recipientSecondEmail] : [])],
    ownerName: ownerName(owner),
    onceKey: keyFor(vault, 'made'),
    number,
  });
}
