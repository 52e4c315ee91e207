// Asks the executors of the vaults whose owner chose it whether it is time, once per round. Their codes stay as they are, and nothing opens.
import { queueLetter } from '../../letters/ledger/queue-letter.ts';
import { toEachMailbox } from '../../letters/ledger/to-each-mailbox.ts';
import type { ReportChangeNeeds } from '../../people/owner-changes/report-change.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import type { UserRow } from '../../people/users/user-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { type Act, recordAct } from '../../records/acts/act-store.ts';
import { listExecutorsToAsk } from '../vault/vault-check-in-store.ts';

interface Silence {
  user: UserRow;
  /** When the owner was first asked. */
  roundAt: Date;
  /** Vaults whose wait has begun. Their executors get another email. */
  except: readonly string[];
}

/** @returns those who were asked */
export async function askExecutors(needs: ReportChangeNeeds, tx: Transaction, { user, roundAt, except }: Silence) {
  const asked = (await listExecutorsToAsk(tx, user.id)).filter(({ vault }) => !except.includes(vault.id));
  for (const { vault, executor } of asked) {
    const facts = {
      executorName: executor.name,
      ownerName: ownerName(user),
      vaultTitle: vault.title,
      recipientName: vault.recipientName,
      askedAt: roundAt.toISOString(),
      link: `${needs.publicUrl}/executor-access`,
    };
    const letters = toEachMailbox(executor, {
      vaultId: vault.id,
      onceKey: `executor-check-in/${executor.id}/${roundAt.toISOString()}`,
      content: { kind: 'executor-check-in', facts },
    });
    await queueLetter(needs, tx, ...letters);
  }
  await recordForVaults(needs, tx, { userId: user.id, actor: 'service', event: 'executors-asked' }, asked);
  return asked;
}

/** Records the act once for each vault whose executors are asked, or once for the account if there is none. */
export async function recordForVaults(
  needs: ReportChangeNeeds,
  tx: Transaction,
  act: Act,
  asked: Awaited<ReturnType<typeof listExecutorsToAsk>>,
): Promise<void> {
  const vaultIds = [...new Set(asked.map(({ vault }) => vault.id))];
  await recordAct(needs, tx, ...(vaultIds.length > 0 ? vaultIds.map((vaultId) => ({ ...act, vaultId })) : [act]));
}
