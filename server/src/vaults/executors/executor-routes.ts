// The HTTP routes for executors: the owner lists, adds and corrects them and sends new codes; an executor confirms their letter.
import * as contract from '@remembrance/contract/executors.ts';
import type { Owner, Routes } from '../../http/routes.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { addExecutor } from './add-executor.ts';
import { confirmExecutor } from './confirm-executor.ts';
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
  routes.owner(contract.addExecutor, async ({ params, body, owner }) =>
    showExecutor(await addExecutor(needs, { ...ownerOf(owner), vaultId: params.id, to: body })),
  );
  routes.owner(contract.correctExecutor, async ({ params: { id, executorId }, body, owner }) =>
    showExecutor(await correctExecutor(needs, { ...ownerOf(owner), vaultId: id, executorId, to: body })),
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
