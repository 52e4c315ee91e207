// The owner's HTTP routes for executors: to list, add and correct them, and to send new codes.
import * as contract from '@remembrance/contract/executors.ts';
import type { Owner, Routes } from '../../http/routes.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { addExecutor } from './add-executor.ts';
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
}

const ownerOf = (owner: Owner) => ({ ownerId: owner.id, ownerName: ownerName(owner) });

const showExecutor = ({ codeSentAt, usedAt, confirmedAt, ...executor }: ExecutorRow): contract.Executor => ({
  ...executor,
  codeSentAt: codeSentAt?.toISOString() ?? null,
  // Ignore uses of a previous code.
  codeUsedAt: usedAt && codeSentAt && usedAt < codeSentAt ? null : (usedAt?.toISOString() ?? null),
  confirmedAt: confirmedAt?.toISOString() ?? null,
});
