// Records that an executor has the letter with their code, once. A repeat returns the time of the first confirmation.
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { confirmOnce, findByConfirmToken } from '../executors/code-use-store.ts';

export interface ConfirmNeeds extends QueueLetterNeeds {
  database: Database;
}

/** @throws {Refusal} confirmation-link-unknown, also for the letter of a replaced code */
export function confirmExecutor(needs: ConfirmNeeds, token: string) {
  const digests = needs.keyring.digests('link-token', token.trim());
  const now = needs.clock.now();
  return needs.database.transaction(async (tx) => {
    const { executor, owner } = (await findByConfirmToken(tx, digests)) ?? refuse('confirmation-link-unknown');
    const confirmed = await confirmOnce(tx, digests, now);
    if (confirmed) {
      const act = { vaultId: confirmed.vaultId, userId: owner.id, actor: 'executor', actorId: confirmed.id } as const;
      await recordAct(needs, tx, { ...act, event: 'executor-confirmed' });
    }
    return { confirmedAt: executor.confirmedAt ?? now, ownerName: ownerName(owner) };
  });
}
