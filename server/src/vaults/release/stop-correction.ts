// The owner stops a correction of the recipient's address, by the link in the email about it. It needs no session.
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { findCorrection, stopWaiting } from '../vault/follow-up-store.ts';
import { reportStopped } from './report-correction.ts';

export interface StopNeeds extends QueueLetterNeeds {
  database: Database;
}

/** @returns the vault's title. @throws {Refusal} correction-link-unknown, correction-over */
export function stopCorrection(needs: StopNeeds, token: string): Promise<string> {
  const digests = needs.keyring.digests('link-token', token.trim());
  return needs.database.transaction(async (tx) => {
    const stopped = await stopWaiting(tx, digests);
    if (stopped) {
      const { id: vaultId, creatorId: userId, title } = stopped;
      await reportStopped(needs, tx, stopped);
      await recordAct(needs, tx, { vaultId, userId, actor: 'owner', event: 'correction-stopped' });
      return title;
    }
    const found = (await findCorrection(tx, digests)) ?? refuse('correction-link-unknown');
    return found.state === 'stopped' ? found.title : refuse('correction-over');
  });
}
