// The HTTP routes without a session: the executor's, whose credential is the access code, and the report of an email.
import * as contract from '@remembrance/contract/release.ts';
import { reportEmail as reportEmailCall } from '@remembrance/contract/report-email.ts';
import type { VaultStatus } from '@remembrance/contract/vaults.ts';
import type { Routes } from '../../http/routes.ts';
import { type ExecutorReleaseNeeds, releaseByExecutor } from './release-by-executor.ts';
import { type ReportNeeds, reportEmail } from './report-email.ts';
import { type VerifyNeeds, verifyExecutor } from './verify-executor.ts';

export function releaseRoutes(routes: Routes, needs: ExecutorReleaseNeeds & VerifyNeeds & ReportNeeds): void {
  routes.open(contract.verifyExecutor, async ({ body }) => {
    const { vault, note, ownerName, wasOwnerHere } = await verifyExecutor(needs, body.accessCode);
    return {
      ...vault,
      note,
      ownerName,
      wasOwnerHere,
      status: vault.status as VaultStatus,
      createdAt: vault.createdAt.toISOString(),
      releasedAt: vault.releasedAt?.toISOString() ?? null,
    };
  });
  routes.open(contract.releaseVault, async ({ params, body }) => {
    const releasedAt = await releaseByExecutor(needs, { vaultId: params.vaultId, accessCode: body.accessCode });
    return { vaultId: params.vaultId, releasedAt: releasedAt.toISOString() };
  });
  routes.open(reportEmailCall, async ({ body }) => {
    await reportEmail(needs, body.token);
    return { reported: true as const };
  });
}
