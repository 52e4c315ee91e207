// Adds an executor to a vault that is not released, with a code if the vault is activated. The owner gets a letter with an
// undo link. Repeating the call adds nobody.
import { executorsPerVault } from '@remembrance/contract/limits.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import { type ReportChangeNeeds, reportChange } from '../../people/owner-changes/report-change.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { isId, newId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { formatExecutor, isSamePerson, refuseKnown } from './executor-person.ts';
import {
  type ExecutorRow,
  insertExecutor,
  isDraftVault,
  listExecutors,
  lockVaultOfExecutors,
} from './executor-store.ts';
import { type LetterLimitNeeds, limitExecutorLetters } from './limit-executor-letters.ts';
import { type CodeNeeds, mailCode, newCode } from './new-code.ts';

interface Addition {
  ownerId: string;
  ownerName: string;
  vaultId: string;
  to: { name: string; email: string; secondEmail?: string | undefined; note?: string | undefined };
  /** Where it was asked for. */
  network?: string;
}

/** @throws {Refusal} vault-unreadable, among others, because a code is derived from the vault's key */
export async function addExecutor(
  needs: CodeNeeds & ReportChangeNeeds & LetterLimitNeeds & { database: Database; vaultKeys: VaultKeys },
  { ownerId, ownerName, vaultId, to, network }: Addition,
): Promise<ExecutorRow> {
  if (!isId(vaultId)) refuse('vault-not-found');
  const isDraft = await isDraftVault(needs.database, vaultId);
  const { name, email, secondEmail, note = '' } = to;
  await limitExecutorLetters(needs, { ownerId, network, email: isDraft ? null : email });
  if (secondEmail && !isDraft) await limitExecutorLetters(needs, { ownerId, network, email: secondEmail });
  const texts = await needs.vaultKeys.ownTexts(needs.database, { vaultId, ownerId });
  return needs.database.transaction(async (tx) => {
    const vault = (await lockVaultOfExecutors(tx, { vaultId, ownerId })) ?? refuse('vault-not-found');
    if (vault.status === 'released') refuse('vault-released');
    const before = await listExecutors(tx, vaultId);
    const named = { name, email, secondEmail: secondEmail || null, note };
    const same = before.find((executor) => isSamePerson(executor, named));
    if (same) return same;
    refuseKnown(named, before);
    if (before.length >= executorsPerVault) refuse('executor-limit-reached');
    const now = needs.clock.now();
    const id = newId(now);
    const person = { id, vaultId, ...named, createdAt: now };
    const executor = await insertExecutor(tx, { ...person, ...newCode(needs, texts, { id }) });
    const detail = { executorId: executor.id };
    await recordAct(needs, tx, { vaultId, userId: ownerId, actor: 'owner', event: 'executor-added', detail });
    const isActive = vault.paymentStatus !== 'unpaid';
    if (isActive) await mailCode(needs, tx, { executor, vault, ownerName, replacesEarlier: false });
    const about = { userId: ownerId, vault, itemId: executor.id };
    await reportChange(needs, tx, { ...about, kind: 'executor-added', after: formatExecutor(person) });
    return isActive ? { ...executor, codeSentAt: now } : executor;
  });
}
