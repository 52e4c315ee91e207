// The owner stops a release that an executor has asked for: by the link in the emails about it, without a session, or signed in. To stop
// needs no proof the first time, because it gives nothing away; its email shows a stranger's press to the owner, and the executors can ask again.

import { proofReasons } from '@remembrance/contract/proof.ts';
import { objectionDays } from '@remembrance/contract/release-limits.ts';
import type { StoppableRelease } from '@remembrance/contract/release-requests.ts';
import { requireProof } from '../../http/require-proof.ts';
import type { Owner } from '../../http/routes.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { RestoreHold } from '../../records/journal/restore-hold.ts';
import { type EndNeeds, endByEvent } from '../requests/end-requests.ts';
import { wasStopped } from '../requests/quarrel-store.ts';
import { askerName } from '../requests/request-letters.ts';
import { findOpenRequest, findRequestByToken, lockVaultOfRequest, type RequestRow } from '../requests/request-store.ts';
import { findVaultState } from '../vault/vault-store.ts';

export interface StopNeeds extends EndNeeds {
  database: Database;
  restoreHold: Pick<RestoreHold, 'refuse'>;
}

type ByOwner = Pick<Owner, 'id' | 'provenAt'>;

const digestsOf = ({ keyring }: StopNeeds, token: string) => keyring.digests('link-token', token.trim());

/** Changes nothing. @throws {Refusal} stop-link-unknown */
export async function showStoppable(needs: StopNeeds, token: string): Promise<StoppableRelease> {
  const request = (await findRequestByToken(needs.database, digestsOf(needs, token))) ?? refuse('stop-link-unknown');
  const found = (await findVaultState(needs.database, request.vaultId)) ?? refuse('stop-link-unknown');
  return showRequest(request, found.vault);
}

/** Once it has ended, it shows what became of it. @throws {Refusal} stop-link-unknown */
export async function stopByLink(needs: StopNeeds, token: string): Promise<StoppableRelease> {
  const digests = digestsOf(needs, token);
  const found = (await findRequestByToken(needs.database, digests)) ?? refuse('stop-link-unknown');
  return needs.database.transaction(async (tx) => {
    await needs.restoreHold.refuse(tx);
    const vault = (await lockVaultOfRequest(tx, found.vaultId)) ?? refuse('stop-link-unknown');
    const open = await findOpenRequest(tx, vault.id);
    // The link of an earlier request does not stop a later one.
    const ended = open?.id === found.id ? await endByEvent(needs, tx, { vault, open, event: 'stop' }) : null;
    const request = ended ?? (await findRequestByToken(tx, digests)) ?? refuse('stop-link-unknown');
    return showRequest(request, vault);
  });
}

/** Returns false if there was nothing to stop. @throws {Refusal} vault-not-found, proof-needed */
export async function stopByOwner(
  needs: StopNeeds,
  { owner, vaultId }: { owner: ByOwner; vaultId: string },
): Promise<boolean> {
  if (!isId(vaultId)) refuse('vault-not-found');
  return needs.database.transaction(async (tx) => {
    const vault = await lockVaultOfRequest(tx, vaultId);
    if (!vault || vault.creatorId !== owner.id || vault.status === 'deleting') refuse('vault-not-found');
    const open = await findOpenRequest(tx, vault.id);
    if (!open) return false;
    // The owner may have died, and somebody sits at their browser.
    const now = needs.clock.now();
    if (await wasStopped(tx, vault.id, daysLater(now, -objectionDays)))
      requireProof(owner, now, proofReasons.stoppedAgain);
    return (await endByEvent(needs, tx, { vault, open, event: 'stop' })) !== null;
  });
}

const showRequest = (
  request: RequestRow,
  { title, recipientName }: { title: string; recipientName: string },
): StoppableRelease => ({
  state: request.state as StoppableRelease['state'], // a check constraint limits it
  vaultTitle: title,
  recipientName,
  askedBy: askerName(request),
  dueAt: request.dueAt.toISOString(),
  endedAt: request.endedAt?.toISOString() ?? null,
});
