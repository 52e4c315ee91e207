// The HTTP routes for executors: the owner lists, adds and corrects them and sends new codes; an executor confirms their letter.
import * as contract from '@remembrance/contract/executors.ts';
import type { Owner, Routes } from '../../http/routes.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { addExecutor } from './add-executor.ts';
import { confirmOnce, findByConfirmToken } from './code-use-store.ts';
import { correctExecutor } from './correct-executor.ts';
import { type ExecutorRow, listExecutorsOf } from './executor-store.ts';
import type { LetterLimitNeeds } from './limit-executor-letters.ts';
import type { CodeNeeds } from './new-code.ts';

type Needs = CodeNeeds & LetterLimitNeeds & { database: Database; vaultKeys: VaultKeys };

export function executorRoutes(routes: Routes, needs: Needs): void {
  routes.owner(contract.listExecutors, async ({ params, owner }) => {
    const executors = isId(params.id) ? await listExecutorsOf(needs.database, params.id, owner.id) : null;
    return (executors ?? refuse('vault-not-found')).map(showExecutor);
  });
  routes.owner(contract.addExecutor, async ({ params, body, owner, network }) =>
    showExecutor(await addExecutor(needs, { ...ownerOf(owner), network, vaultId: params.id, to: body })),
  );
  routes.owner(contract.correctExecutor, async ({ params: { id, executorId }, body, owner, network }) =>
    showExecutor(await correctExecutor(needs, { ...ownerOf(owner), network, vaultId: id, executorId, to: body })),
  );
  routes.owner(contract.reissueCode, async ({ params: { id, executorId }, owner }) =>
    showExecutor(await correctExecutor(needs, { ...ownerOf(owner), vaultId: id, executorId })),
  );
  routes.open(contract.confirmExecutor, async ({ body }) => {
    const { confirmedAt, ownerName: name } = await confirmExecutor(needs, body.token);
    return { confirmedAt: confirmedAt.toISOString(), ownerName: name };
  });
}

const ownerOf = (owner: Owner) => ({ ownerId: owner.id, ownerName: ownerName(owner) });

const showExecutor = ({ codeSentAt, usedAt, confirmedAt, ...executor }: ExecutorRow): contract.Executor => ({
  ...executor,
  codeSentAt: codeSentAt?.toISOString() ?? null,
  // Ignore uses of a previous code.
  codeUsedAt: usedAt && codeSentAt && usedAt < codeSentAt ? null : (usedAt?.toISOString() ?? null),
  confirmedAt: confirmedAt?.toISOString() ?? null,
});

/**
 * Records that an executor has the letter with their code, once. A repeat returns the time of the first confirmation.
 * @throws {Refusal} confirmation-link-unknown, also for the letter of a replaced code
 */
function confirmExecutor(needs: QueueLetterNeeds & { database: Database }, token: string) {
  const digests = needs.keyring.digests('link-token', token.trim());
  const now = needs.clock.now();
  return needs.database.transaction(async (tx) => {
    const { executor, owner } = (await findByConfirmToken(tx, digests)) ?? refuse('confirmation-link-unknown');
    const confirmed = await confirmOnce(tx, digests, now);
    if (confirmed) {
      const line = { vaultId: confirmed.vaultId, userId: owner.id, actor: 'executor', actorId: confirmed.id } as const;
      await recordAct(needs, tx, { ...line, event: 'executor-confirmed' });
    }
    return { confirmedAt: executor.confirmedAt ?? now, ownerName: ownerName(owner) };
  });
}
