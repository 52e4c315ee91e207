// The owner's HTTP routes for executors: list, correct, send a new code.
import * as contract from '@remembrance/contract/executors.ts';
import type { Database } from '../database/open-database.ts';
import type { Routes } from '../http/routes.ts';
import { isId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { ownerName } from '../users/owner-name.ts';
import { correctExecutor } from './correct-executor.ts';
import { listExecutorsOf } from './executor-store.ts';
import type { CodeNeeds } from './issue-code.ts';
import type { LetterLimitNeeds } from './limit-executor-letters.ts';

export function executorRoutes(routes: Routes, needs: CodeNeeds & LetterLimitNeeds & { database: Database }): void {
  routes.owner(contract.listExecutors, async ({ params, owner }) => {
    const executors = isId(params.id) ? await listExecutorsOf(needs.database, params.id, owner.id) : null;
    return executors ?? refuse('vault-not-found');
  });
  routes.owner(contract.correctExecutor, ({ params, body, owner }) =>
    correctExecutor(needs, {
      ownerId: owner.id,
      ownerName: ownerName(owner),
      vaultId: params.id,
      executorId: params.executorId,
      to: body,
    }),
  );
  routes.owner(contract.reissueCode, ({ params, owner }) =>
    correctExecutor(needs, {
      ownerId: owner.id,
      ownerName: ownerName(owner),
      vaultId: params.id,
      executorId: params.executorId,
    }),
  );
}
