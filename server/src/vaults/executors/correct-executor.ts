// Corrects an executor's name or address, or mails a new code. A new code invalidates the old one in the same transaction.
// A replaced executor is notified, and the owner gets a letter with a link to undo the change.
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import type { VaultTexts } from '../../keys/vault/vault-texts.ts';
import { queueLetter } from '../../letters/ledger/queue-letter.ts';
import { toEachMailbox } from '../../letters/ledger/to-each-mailbox.ts';
import { type ReportChangeNeeds, reportChange } from '../../people/owner-changes/report-change.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { endRequestsOfExecutor } from '../requests/end-requests.ts';
import {
  formatExecutor,
  isSameMailbox,
  type PersonInput,
  personAfter,
  personOf,
  refuseKnown,
  takesSecondAway,
} from './executor-person.ts';
import {
  changeExecutor,
  deleteExecutor,
  type ExecutorRow,
  findExecutor,
  findExecutorOf,
  listExecutors,
  lockExecutorOf,
} from './executor-store.ts';
import { type LetterLimitNeeds, limitExecutorLetters } from './limit-executor-letters.ts';
import { type CodeNeeds, mailCode, newCode } from './new-code.ts';

type Needs = CodeNeeds & ReportChangeNeeds;
interface ExecutorRef {
  ownerId: string;
  ownerName: string;
  vaultId: string;
  executorId: string;
}

/** @param input.to if missing, only a new code is created. `confirm` runs under the vault's lock, before anything changes */
export async function correctExecutor(
  needs: Needs & LetterLimitNeeds & { database: Database; vaultKeys: VaultKeys },
  input: ExecutorRef & { to?: PersonInput; network?: string; confirm?: (tx: Transaction) => Promise<void> },
): Promise<ExecutorRow> {
  refuseOtherIds(input);
  await limitCorrection(needs, input);
  const texts = await needs.vaultKeys.ownTexts(needs.database, input);
  return needs.database.transaction(async (tx) => {
    const { to } = input;
    const { vault, executor } = await lockActive(tx, input);
    await input.confirm?.(tx);
    const after = to && personAfter(executor, to);
    const isSamePerson = after && formatExecutor(after) === formatExecutor(executor);
    if (isSamePerson && after.note === executor.note) return executor;
    if (after)
      refuseKnown(
        after,
        (await listExecutors(tx, input.vaultId)).filter(({ id }) => id !== executor.id),
      );
    const corrected = to
      ? await replaceExecutor(needs, tx, { ...input, to, texts })
      : await sendCode(needs, tx, { executor, vault, ownerName: input.ownerName, replacesEarlier: true }, texts);
    // A new note does not redirect the letter.
    if (isSamePerson) return corrected;
    await reportChange(needs, tx, {
      userId: input.ownerId,
      vault,
      itemId: executor.id,
      after: formatExecutor(corrected),
      ...(to
        ? {
            kind: 'executor',
            before: formatExecutor(executor),
            earlier: personOf(executor),
            state: personOf(corrected),
          }
        : { kind: 'executor-code' }),
    });
    return corrected;
  });
}

/** Changes the name or addresses of a vault's executor, in the caller's transaction. @throws {Refusal} */
export async function replaceExecutor(
  needs: Needs,
  tx: Transaction,
  input: ExecutorRef & { to: PersonInput; texts: VaultTexts },
): Promise<ExecutorRow> {
  const { ownerId, ownerName, vaultId, to, texts } = input;
  const { vault, executor } = await lockActive(tx, input);
  const replaced = { ...executor, ...personAfter(executor, to) };
  await changeExecutor(tx, executor.id, replaced);
  const isSamePerson = isSameMailbox(to, executor);
  const detail = { executorId: executor.id, ...(isSamePerson && { isSamePerson }) };
  await recordAct(needs, tx, { vaultId, userId: ownerId, actor: 'owner', event: 'executor-changed', detail });
  // A new name does not change the code, and before activation nobody was sent a code.
  if (vault.paymentStatus === 'unpaid') return replaced;
  const code = { executor: replaced, vault, ownerName };
  if (isSamePerson) {
    // Its emails may have the code.
    const isTakenAway = takesSecondAway(executor, replaced);
    return isTakenAway ? sendCode(needs, tx, { ...code, replacesEarlier: true }, texts) : replaced;
  }
  // For a new address it is the first letter, or the first since our letter that they are no longer the executor.
  const renewed = await sendCode(needs, tx, { ...code, replacesEarlier: false }, texts);
  await notifyReplaced(needs, tx, executor, { ...input, replaced });
  return renewed;
}

/** Removes an executor, in the caller's transaction. Their code stops working. @throws {Refusal} */
export async function removeExecutor(needs: Needs, tx: Transaction, input: ExecutorRef): Promise<void> {
  const { vault, executor } = await lockActive(tx, input);
  await endRequestsOfExecutor(needs, tx, { vaultId: vault.id, executorId: executor.id, isReplaced: true });
  await deleteExecutor(tx, executor.id);
  if (vault.paymentStatus !== 'unpaid') await notifyReplaced(needs, tx, executor, input);
}

/** Not at an address that the executor still has. */
function notifyReplaced(
  needs: Needs,
  tx: Transaction,
  executor: ExecutorRow,
  { vaultId, ownerName, replaced }: ExecutorRef & { replaced?: ExecutorRow },
) {
  const facts = { executorName: executor.name, ownerName };
  const letters = toEachMailbox(executor, { vaultId, content: { kind: 'executor-replaced', facts } });
  const kept = [replaced?.email, replaced?.secondEmail].map((email) => email?.toLowerCase());
  return queueLetter(needs, tx, ...letters.filter(({ to }) => !kept.includes(to.email.toLowerCase())));
}

function refuseOtherIds({ vaultId, executorId }: ExecutorRef): void {
  if (!isId(vaultId)) refuse('vault-not-found');
  if (!isId(executorId)) refuse('executor-not-found');
}

async function lockActive(tx: Transaction, input: ExecutorRef) {
  refuseOtherIds(input);
  const { vault, executor } = await lockExecutorOf(tx, input);
  if (!vault) refuse('vault-not-found');
  if (!executor) refuse('executor-not-found');
  if (vault.status === 'released') refuse('vault-released');
  return { vault, executor };
}

type Vault = Awaited<ReturnType<typeof lockActive>>['vault'];

async function sendCode(
  needs: Needs,
  tx: Transaction,
  code: { executor: ExecutorRow; vault: Vault; ownerName: string; replacesEarlier: boolean },
  texts: VaultTexts,
): Promise<ExecutorRow> {
  if (code.vault.paymentStatus === 'unpaid') return code.executor;
  const { id: executorId, vaultId } = code.executor;
  await endRequestsOfExecutor(needs, tx, { vaultId, executorId, isReplaced: !code.replacesEarlier });
  await mailCode(needs, tx, code, newCode(needs, texts, code.executor));
  return (await findExecutor(tx, { executorId, vaultId })) ?? refuse('executor-not-found');
}

/** Outside any transaction, applies the limit if the change would mail a code to somebody who may never have asked for one. */
export async function limitCorrection(
  needs: LetterLimitNeeds,
  input: Omit<ExecutorRef, 'ownerName'> & {
    to?: { email: string; secondEmail?: string | null | undefined };
    network?: string;
  },
): Promise<void> {
  const before = await findExecutorOf(needs.database, input);
  if (!before) return;
  const { ownerId, network, to } = input;
  const second = to?.secondEmail;
  if (second && second.toLowerCase() !== before.secondEmail?.toLowerCase())
    await limitExecutorLetters(needs, { ownerId, network, email: second });
  // A second address that is taken away causes a new code too, but was counted when it was named.
  if (to && isSameMailbox(before, to)) return;
  if (to) await limitExecutorLetters(needs, { ownerId, network, email: to.email });
  // A new code, or the letter to the person who is the executor no longer.
  await limitExecutorLetters(needs, { ownerId, email: before.email, executorId: before.id });
}
