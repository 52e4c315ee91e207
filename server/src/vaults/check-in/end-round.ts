// Ends an open round because the owner has shown up, and with it the releases that the silence began. Notifies the executors whom we had
// asked. The caller holds the user's lock.
import { queueLetter } from '../../letters/ledger/queue-letter.ts';
import { toEachMailbox } from '../../letters/ledger/to-each-mailbox.ts';
import type { ReportChangeNeeds } from '../../people/owner-changes/report-change.ts';
import { closedRound, setRound } from '../../people/users/check-in-store.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import type { UserRow } from '../../people/users/user-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { endRequestsBySilence } from '../requests/end-requests.ts';
import { listExecutorsToAsk } from '../vault/vault-check-in-store.ts';
import { recordForVaults } from './ask-executors.ts';

/** @returns false if there was nothing to answer; the next question is postponed all the same */
export async function endRound(
  needs: ReportChangeNeeds,
  tx: Transaction,
  user: UserRow,
  nextAt: Date,
): Promise<boolean> {
  const stopped = await endRequestsBySilence(needs, tx, user.id);
  const round = { id: user.id, roundAt: user.checkInRoundAt, step: user.checkInStep };
  if (!(await setRound(tx, round, { ...closedRound, checkInSilentAt: null, checkInNextAt: nextAt }))) return false;
  if (!user.checkInRoundAt && !user.checkInSilentAt) return false;
  await reportAnswer(needs, tx, user, stopped);
  return true;
}

/** The acts of an answer, and the emails to the executors whom we had asked. Executors of stopped releases get another email. */
async function reportAnswer(
  needs: ReportChangeNeeds,
  tx: Transaction,
  user: UserRow,
  stopped: readonly string[],
): Promise<void> {
  const asked = await listExecutorsToAsk(tx, user.id);
  await recordForVaults(needs, tx, { userId: user.id, actor: 'owner', event: 'check-in-answered' }, asked);
  const silentAt = user.checkInSilentAt;
  if (!silentAt) return;
  for (const { vault, executor } of asked.filter(({ vault }) => !stopped.includes(vault.id))) {
    const facts = { executorName: executor.name, ownerName: ownerName(user), vaultTitle: vault.title };
    const letters = toEachMailbox(executor, {
      vaultId: vault.id,
      onceKey: `executor-check-in-over/${executor.id}/${silentAt.toISOString()}`,
      content: { kind: 'executor-check-in-over', facts },
    });
    await queueLetter(needs, tx, ...letters);
  }
}
