// Corrects an executor's name or address, or mails a new code. Where a code was out, the old one stops working in the same moment.
import { recordAudit } from '../audit/audit-store.ts';
import type { Database } from '../database/open-database.ts';
import { isId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { type ExecutorRow, lockExecutorOf, renameExecutor } from './executor-store.ts';
import { type CodeNeeds, issueCode } from './issue-code.ts';

interface Correction {
  ownerId: string;
  ownerName: string;
  vaultId: string;
  executorId: string;
  /** Left out, only the code is made anew. */
  to?: { name: string; email: string };
}

export async function correctExecutor(
  needs: CodeNeeds & { database: Database },
  input: Correction,
): Promise<ExecutorRow> {
  if (!isId(input.vaultId)) refuse('vault-not-found');
  if (!isId(input.executorId)) refuse('executor-not-found');
  return needs.database.transaction(async (tx) => {
    const { vault, executor } = await lockExecutorOf(tx, input);
    if (!vault) refuse('vault-not-found');
    if (!executor) refuse('executor-not-found');
    if (vault.status === 'released') refuse('vault-released');
    const corrected = { ...executor, ...input.to };
    if (input.to) {
      await renameExecutor(tx, executor.id, input.to);
      const { ownerId, vaultId } = input;
      await recordAudit(needs, tx, {
        vaultId,
        userId: ownerId,
        actor: 'owner',
        event: 'executor-changed',
        detail: { executorId: executor.id },
      });
    }
    const sameAddress = input.to !== undefined && corrected.email === executor.email;
    const activated = vault.paymentStatus !== 'unpaid';
    // Before activation nobody has a code; a corrected name alone leaves the code as it is.
    if (activated && !sameAddress) {
      await issueCode(needs, tx, { executor: corrected, vault, ownerName: input.ownerName, replacesEarlier: true });
    }
    return corrected;
  });
}
