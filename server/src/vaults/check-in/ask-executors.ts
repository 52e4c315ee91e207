// Asks the executors of the vaults that chose it whether it is time, once per round. Their codes are as before, and nothing is opened.
import { queueLetter } from '../../letters/ledger/queue-letter.ts';
import { toEachMailbox } from '../../letters/ledger/to-each-mailbox.ts';
import type { ReportChangeNeeds } from '../../people/owner-changes/report-change.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import type { UserRow } from '../../people/users/user-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { listExecutorsToAsk } from '../vault/vault-check-in-store.ts';

interface Silence {
  user: UserRow;
  /** When the owner was first asked. */
  roundAt: Date;
  /** The vaults whose wait has begun, which nobody needs to ask about. */
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
  const act = { userId: user.id, actor: 'service', event: 'executors-asked' } as const;
  const vaultIds = [...new Set(asked.map(({ vault }) => vault.id))];
  await recordAct(needs, tx, ...(vaultIds.length > 0 ? vaultIds.map((vaultId) => ({ ...act, vaultId })) : [act]));
  return asked;
}
