// Adds an executor to a vault that is not released, with a code where the vault is activated. The owner gets a letter with a
// link to undo it. Repeated for the same address, it adds nobody twice.
import { executorsPerVault } from '@remembrance/contract/limits.ts';
import { recordAudit } from '../audit/audit-store.ts';
import type { Database } from '../database/open-database.ts';
import { isId, newId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { formatPerson, type ReportChangeNeeds, reportChange } from '../owner-changes/report-change.ts';
import {
  type ExecutorRow,
  insertExecutor,
  isDraftVault,
  listExecutors,
  lockVaultOfExecutors,
} from './executor-store.ts';
import { type CodeNeeds, issueCode } from './issue-code.ts';
import { type LetterLimitNeeds, limitExecutorLetters } from './limit-executor-letters.ts';

interface Addition {
  ownerId: string;
  ownerName: string;
  vaultId: string;
  to: { name: string; email: string; note?: string | undefined };
}

export async function addExecutor(
  needs: CodeNeeds & ReportChangeNeeds & LetterLimitNeeds & { database: Database },
  { ownerId, ownerName, vaultId, to }: Addition,
): Promise<ExecutorRow> {
  if (!isId(vaultId)) refuse('vault-not-found');
  const isDraft = await isDraftVault(needs.database, vaultId);
  await limitExecutorLetters(needs, { ownerId, email: isDraft ? null : to.email });
  const { name, email, note = '' } = to;
  return needs.database.transaction(async (tx) => {
    const vault = (await lockVaultOfExecutors(tx, { vaultId, ownerId })) ?? refuse('vault-not-found');
    if (vault.status === 'released') refuse('vault-released');
    const before = await listExecutors(tx, vaultId);
    const same = before.find((executor) => executor.email.toLowerCase() === email.toLowerCase());
    if (same) return same;
    if (before.length >= executorsPerVault) refuse('executor-limit-reached');
    const now = needs.clock.now();
    const executor = await insertExecutor(tx, { id: newId(now), vaultId, name, email, note, createdAt: now });
    const detail = { executorId: executor.id };
    await recordAudit(needs, tx, { vaultId, userId: ownerId, actor: 'owner', event: 'executor-added', detail });
    const isActive = vault.paymentStatus !== 'unpaid';
    if (isActive) await issueCode(needs, tx, { executor, vault, ownerName, replacesEarlier: false });
    const about = { userId: ownerId, vault, executorId: executor.id };
    await reportChange(needs, tx, { ...about, kind: 'executor-added', after: formatPerson(to) });
    return isActive ? { ...executor, codeSentAt: now } : executor;
  });
}
