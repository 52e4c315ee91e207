// An executor objects to a release that another has asked for, or withdraws their own request. Everybody is notified.
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { RestoreHold } from '../../records/journal/restore-hold.ts';
import { withAccessCode } from '../executors/executor-store.ts';
import { type EndNeeds, endByEvent } from '../requests/end-requests.ts';
import { factsOf } from '../requests/request-facts.ts';
import { findOpenRequest, lockExecutorByCode, lockKeptOwner, lockVaultOfRequest } from '../requests/request-store.ts';
import { nameOf } from './press-release.ts';
import { accessCodeDigests, type CodeHolderNeeds } from './verify-executor.ts';

export interface ObjectNeeds extends EndNeeds, CodeHolderNeeds {
  restoreHold: Pick<RestoreHold, 'refuse'>;
}

interface Objection {
  vaultId: string;
  accessCode: string;
  reason: string;
}

/** @throws {Refusal} access-code-refused, no-open-request */
export async function objectToRelease(needs: ObjectNeeds, { vaultId, accessCode, reason }: Objection): Promise<void> {
  if (!isId(vaultId)) refuse('access-code-refused');
  const found = await withAccessCode(needs.database, accessCodeDigests(needs, accessCode), (codeDigest) =>
    objectBy(needs, { vaultId, codeDigest, reason }),
  );
  if (!found) refuse('access-code-refused');
  if (!found.hasEnded) refuse('no-open-request');
}

function objectBy(
  needs: ObjectNeeds,
  { vaultId, codeDigest, reason }: { vaultId: string; codeDigest: string; reason: string },
) {
  return needs.database.transaction(async (tx) => {
    await needs.restoreHold.refuse(tx);
    const owner = await lockKeptOwner(tx, vaultId);
    const vault = owner && (await lockVaultOfRequest(tx, vaultId));
    const executor = vault && (await lockExecutorByCode(tx, { vaultId, codeDigest }));
    if (!vault || !executor || vault.paymentStatus === 'unpaid' || vault.status === 'deleting') return null;
    const open = await findOpenRequest(tx, vaultId);
    if (!open) return { hasEnded: false };
    const facts = { ...(await factsOf(tx, vault)), isAsker: open.askedBy === executor.id, bySilence: open.bySilence };
    const by = { endedByName: nameOf(executor), reason };
    const actor = { actor: 'executor', actorId: executor.id } as const;
    const ended = await endByEvent(needs, tx, { vault, open, event: 'object', facts, by, actor });
    return { hasEnded: ended !== null };
  });
}
