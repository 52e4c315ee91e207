// What follows when a purchase is found paid that starts an ended one again: all its vaults go over to it, as they are, with
// their codes. The one that ended is followed once; what is paid beyond that goes back.
import type { Transaction } from '../database/transaction.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';
import type { PlanRow } from '../plans/plan-store.ts';
import { findRoom } from '../purchases/find-room.ts';
import { findPurchaseById, type PurchaseRow } from '../purchases/purchase-store.ts';
import type { UserRow } from '../users/user-store.ts';
import { listVaultsOn } from '../vaults/vault-payment-store.ts';
import { takeOverVaults } from './move-vaults.ts';
import { tellOfRestart } from './notify-payment.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { decideRestart, type ReturnReason } from './settle-rules.ts';

interface Restarting {
  purchase: Purchase;
  row: PurchaseRow;
  plan: PlanRow;
  owner: UserRow;
}
type Restarted = { act: 'nothing' } | { act: 'restart' } | { act: 'return'; reason: ReturnReason };

/** Hold the owner's lock. */
export async function settleRestart(needs: PaymentNeeds, tx: Transaction, restarting: Restarting): Promise<Restarted> {
  const { purchase, row, plan, owner } = restarting;
  const now = needs.clock.now();
  const ended = row.followsId ? await findPurchaseById(tx, row.followsId) : null;
  if (!ended || ended.userId !== owner.id) return { act: 'return', reason: 'vault-gone' };
  // An account whose deletion was asked for starts nothing again.
  const vaults = owner.deletedAt ? 0 : (await listVaultsOn(tx, ended.id)).length;
  const room = await findRoom(tx, owner.id, plan, vaults);
  const decision = decideRestart({ purchase, plan, isEnded: ended.status === 'lapsed', vaults, ...room });
  if (decision.act === 'move-to-free-place') {
    await takeOverVaults(tx, { ended, vaults, place: decision.place }, now);
    return { act: 'return', reason: 'place-was-free' };
  }
  if (decision.act === 'restart') {
    const place = { subscriptionId: row.id, paymentStatus: 'paid' } as const;
    await takeOverVaults(tx, { ended, vaults, place }, now);
    if (purchase.state === 'paid') await tellOfRestart(needs, tx, restarting);
  }
  return decision;
}
