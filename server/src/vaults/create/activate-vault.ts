// Activates a paid vault, exactly once. The executors' code letters and the act are written in the caller's transaction.
import { ownerName } from '../../people/users/owner-name.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { type CodeNeeds, mailCode } from '../executors/new-code.ts';
import { type Activation, activateOnce } from '../vault/vault-payment-store.ts';

/** @returns false, without any effect, if the vault was already active or is gone */
export async function activateVault(needs: CodeNeeds, tx: Transaction, input: Activation): Promise<boolean> {
  const now = needs.clock.now();
  const activated = await activateOnce(tx, input, now);
  if (!activated) return false;
  const { vault, owner } = activated;
  for (const executor of await listExecutors(tx, vault.id)) {
    await mailCode(needs, tx, { executor, vault, ownerName: ownerName(owner), replacesEarlier: false });
  }
  await recordAct(needs, tx, {
    vaultId: vault.id,
    userId: vault.creatorId,
    actor: 'service',
    event: 'vault-activated',
    detail: { paymentStatus: input.paymentStatus, planType: vault.planType },
  });
  return true;
}
