// The HTTP routes of a release: the executor's, whose credential is the access code or the link in their letter, the report of an email, and
// the owner's undo.
import { confirmExecutor as confirmExecutorCall } from '@remembrance/contract/executors.ts';
import * as contract from '@remembrance/contract/release.ts';
import { undoRelease as undoReleaseCall } from '@remembrance/contract/released-vaults.ts';
import { reportEmail as reportEmailCall } from '@remembrance/contract/report-email.ts';
import type { VaultStatus } from '@remembrance/contract/vaults.ts';
import type { Routes } from '../../http/routes.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { type ReopenNeeds, reopenQuestions } from '../vault-access/reopen-questions.ts';
import { type ConfirmNeeds, confirmExecutor } from './confirm-executor.ts';
import { type ExecutorReleaseNeeds, releaseByExecutor } from './release-by-executor.ts';
import { type ReportNeeds, reportEmail } from './report-email.ts';
import { undoRelease } from './undo-release.ts';
import { findCodeHolder, type VerifyNeeds, verifyExecutor } from './verify-executor.ts';

type Needs = ExecutorReleaseNeeds & VerifyNeeds & ConfirmNeeds & ReopenNeeds & ReportNeeds;

export function releaseRoutes(routes: Routes, needs: Needs): void {
  routes.open(contract.verifyExecutor, async ({ body }) => {
    const { vault, note, ownerName, wasOwnerHere } = await verifyExecutor(needs, body.accessCode);
    const { releasesUndone, ...summary } = vault;
    return {
      ...summary,
      ...(releasesUndone > 0 && { releasesUndone }),
      note,
      ownerName,
      wasOwnerHere,
      status: vault.status as VaultStatus,
      createdAt: vault.createdAt.toISOString(),
      releasedAt: vault.releasedAt?.toISOString() ?? null,
    };
  });
  routes.open(contract.releaseVault, async ({ params, body }) => {
    const releasedAt = await releaseByExecutor(needs, { vaultId: params.vaultId, ...body });
    return { vaultId: params.vaultId, releasedAt: releasedAt.toISOString() };
  });
  routes.open(contract.reopenQuestionsByExecutor, async ({ params, body }) => {
    const { executor, vault } = await findCodeHolder(needs, body.accessCode);
    if (vault.id !== params.vaultId) refuse('access-code-refused');
    const by = { actor: 'executor' as const, actorId: executor.id };
    return { reopened: await reopenQuestions(needs, { vaultId: vault.id, by }) };
  });
  routes.open(confirmExecutorCall, async ({ body }) => {
    const { confirmedAt, ownerName } = await confirmExecutor(needs, body.token);
    return { confirmedAt: confirmedAt.toISOString(), ownerName };
  });
  routes.owner(undoReleaseCall, ({ params, owner }) => undoRelease(needs, { ownerId: owner.id, vaultId: params.id }));
  routes.open(reportEmailCall, async ({ body }) => {
    await reportEmail(needs, body.token);
    return { reported: true as const };
  });
}
