// Ends a request that no second executor agreed to in time. The executors are notified, and can ask again at once.
import type { Database } from '../../platform/database/transaction.ts';
import type { RestoreHold } from '../../records/journal/restore-hold.ts';
import { type EndNeeds, endByEvent } from '../requests/end-requests.ts';
import { findOpenRequest, lockVaultOfRequest } from '../requests/request-store.ts';

export interface LapseNeeds extends EndNeeds {
  database: Database;
  restoreHold: Pick<RestoreHold, 'refuse'>;
}

/** @param now a trusted time */
export async function lapseRequest(needs: LapseNeeds, vaultId: string, now: Date): Promise<void> {
  await needs.database.transaction(async (tx) => {
    await needs.restoreHold.refuse(tx);
    const vault = await lockVaultOfRequest(tx, vaultId);
    if (!vault) return;
    const open = await findOpenRequest(tx, vaultId);
    if (!open) return;
    const hasLapsed = open.state === 'asked' && open.dueAt <= now;
    if (!hasLapsed && (open.askedBy !== null || open.bySilence)) return;
    const event = hasLapsed ? 'due' : 'withdraw-code';
    await endByEvent(needs, tx, { vault, open, event, actor: { actor: 'service' } });
  });
}
