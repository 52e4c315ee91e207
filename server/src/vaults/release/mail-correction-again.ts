// Queues the emails of a correction that a restored database follows: each has a key, so that one that was sent is not sent again.
import type { Transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { IssueNeeds } from '../recipients/new-link.ts';
import { lockReleasedVault } from '../vault/vault-store.ts';
import { mailToCorrected } from './correct-recipient.ts';
import { reportCorrection } from './report-correction.ts';

export async function mailCorrectionAgain(needs: IssueNeeds, tx: Transaction, vaultId: string): Promise<void> {
  const { vault } = (await lockReleasedVault(tx, vaultId)) ?? refuse('not-released');
  const { correctionState: state, correctionEmail: email, correctionDueAt: dueAt } = vault;
  if (state === 'made') return mailToCorrected(needs, tx, vaultId);
  if (state === 'waiting' && email && dueAt) await reportCorrection(needs, tx, { vault, executor: null, email, dueAt });
}
