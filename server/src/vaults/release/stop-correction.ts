// The owner stops a correction of the recipient's address: by the link in the email about it, without a session, or signed in.
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { findCorrection, type StoppedBy, stopWaiting } from '../vault/follow-up-store.ts';
import { lockVaultOf } from '../vault/vault-store.ts';
import { reportStopped } from './report-correction.ts';

export interface StopNeeds extends QueueLetterNeeds {
  database: Database;
}

/** @returns the vault's title. @throws {Refusal} correction-link-unknown, correction-over */
export function stopCorrection(needs: StopNeeds, token: string): Promise<string> {
  const tokenDigests = needs.keyring.digests('link-token', token.trim());
  return needs.database.transaction(async (tx) => {
    const stopped = await stopAndReport(needs, tx, { tokenDigests });
    if (stopped) return stopped.title;
    const found = (await findCorrection(tx, tokenDigests)) ?? refuse('correction-link-unknown');
    return found.state === 'stopped' ? found.title : refuse('correction-over');
  });
}

/** Returns false if there was none to stop. @throws {Refusal} vault-not-found */
export async function stopCorrectionOfVault(
  needs: StopNeeds,
  by: { ownerId: string; vaultId: string },
): Promise<boolean> {
  if (!isId(by.vaultId)) refuse('vault-not-found');
  return needs.database.transaction(async (tx) => {
    const vault = await lockVaultOf(tx, by.ownerId, by.vaultId);
    if (!vault || vault.status === 'deleting') refuse('vault-not-found');
    return (await stopAndReport(needs, tx, by)) !== null;
  });
}

async function stopAndReport(needs: StopNeeds, tx: Transaction, by: StoppedBy) {
  const stopped = await stopWaiting(tx, by);
  if (!stopped) return null;
  await reportStopped(needs, tx, stopped);
  const { id: vaultId, creatorId: userId } = stopped;
  await recordAct(needs, tx, { vaultId, userId, actor: 'owner', event: 'correction-stopped' });
  return stopped;
}
