// An executor objects to a release that another has asked for, or withdraws their own request. Everybody is notified.
import { objectionDays } from '@remembrance/contract/release-limits.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { RestoreHold } from '../../records/journal/restore-hold.ts';
import { withAccessCode } from '../executors/executor-store.ts';
import { type EndNeeds, endByEvent } from '../requests/end-requests.ts';
import { countObjectionsToOthers, type ObjectionDetail, type OfExecutor } from '../requests/quarrel-store.ts';
import { factsOf } from '../requests/request-facts.ts';
import { findOpenRequest } from '../requests/request-store.ts';
import { lockCodeHolder } from '../vault/release-locks.ts';
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

/** @throws {Refusal} access-code-refused, no-open-request, objected-already */
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
    const holder = await lockCodeHolder(tx, { vaultId, codeDigest });
    if (!holder || holder.vault.paymentStatus === 'unpaid' || holder.vault.status === 'deleting') return null;
    const { vault, executor } = holder;
    const open = await findOpenRequest(tx, vaultId);
    if (!open) return { hasEnded: false };
    const facts = { ...(await factsOf(tx, vault)), isAsker: open.askedBy === executor.id, bySilence: open.bySilence };
    const by = { endedByName: nameOf(executor), reason };
    if (!facts.isAsker) await limitObjections(tx, { vaultId, executorId: executor.id }, needs.clock.now());
    const detail: ObjectionDetail = { own: facts.isAsker, waited: open.waitsFrom !== null };
    const actor = { actor: 'executor', actorId: executor.id, detail } as const;
    const ended = await endByEvent(needs, tx, { vault, open, event: 'object', facts, by, actor });
    return { hasEnded: ended !== null };
  });
}

/** If the others insist, the owner and the wait decide: an executor who objects again and again must not withhold the vault for ever. */
async function limitObjections(tx: Transaction, executor: OfExecutor, now: Date): Promise<void> {
  if ((await countObjectionsToOthers(tx, executor, daysLater(now, -objectionDays), now)) > 0)
    refuse('objected-already');
}
