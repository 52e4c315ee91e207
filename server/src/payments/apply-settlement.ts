// Carries out what was decided about a purchase: one function for each outcome, in the transaction that holds the owner's
// lock. What follows at the gateway, a refund, is only noted here and happens after the commit.
import type { PaymentStatus } from '@remembrance/contract/vaults.ts';
import { recordAudit } from '../audit/audit-store.ts';
import type { Transaction } from '../database/transaction.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';
import type { PlanRow } from '../plans/plan-store.ts';
import type { FreePlace } from '../purchases/place-rules.ts';
import { advancePurchase, countVaultOn, type PurchaseRow, setStatus } from '../purchases/purchase-store.ts';
import { markTrial, type UserRow } from '../users/user-store.ts';
import { activateVault } from '../vaults/activate-vault.ts';
import { setPaymentStatusOn } from '../vaults/vault-payment-store.ts';
import { lockVaultOf, type VaultRow } from '../vaults/vault-store.ts';
import { movePlan } from './move-plan.ts';
import { moveVaultsOnce } from './move-vaults.ts';
import { notifyActivation, notifyRenewal } from './notify-payment.ts';
import { notifyPlanChange } from './notify-plan-change.ts';
import { notifyRefund } from './notify-refund.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { type Facts, type Outcome, type RefundReason, statusOf, vaultStatusAfter } from './settlement-rules.ts';

/** `paymentStatus` is the vault's afterwards, or null where it is gone. */
export type Settlement =
  /** Nothing was paid, nothing is changed. */
  | { outcome: 'nothing' }
  /** The purchase holds. */
  | { outcome: 'settled'; paymentStatus: PaymentStatus | null }
  /** The money is refunded, whether or not the vault is active by another purchase. */
  | { outcome: 'refunded'; reason: RefundReason; planName: string; paymentStatus: PaymentStatus | null }
  /** It belongs to nobody here. */
  | { outcome: 'unknown' };

/** A purchase under the owner's lock, with everything its outcome depends on. */
export interface Settling extends Facts<VaultRow> {
  purchase: Purchase;
  row: PurchaseRow;
  plan: PlanRow;
  owner: UserRow;
}
export interface Settled {
  settlement: Settlement;
  /** What is to be refunded once this is committed. */
  toRefund?: PurchaseRow;
}

export async function applySettlement(
  needs: PaymentNeeds,
  tx: Transaction,
  settling: Settling,
  outcome: Outcome<VaultRow>,
): Promise<Settled> {
  const at = { needs, tx, settling };
  switch (outcome.act) {
    case 'unchanged':
      return settledNow(at);
    case 'update':
      return update(at);
    case 'expire':
      return expire(at);
    case 'activate':
      return activate(at, outcome.vault);
    case 'activate-on-free-place':
      return activateOnFreePlace(at, outcome.place);
    case 'renew':
      return renew(at, outcome.ended);
    case 'renew-on-free-place':
      return renewOnFreePlace(at, outcome.ended, outcome.place);
    case 'refund':
      return refund(at, outcome.reason);
    case 'refunded':
      return refunded(at, outcome.isPending);
  }
}

interface At {
  needs: PaymentNeeds;
  tx: Transaction;
  settling: Settling;
}

async function update(at: At): Promise<Settled> {
  const { needs, tx, settling } = at;
  const { purchase, row, plan } = settling;
  if (await advance(at)) {
    await carryToVaults(at);
    await notifyPlanChange(needs, tx, settling);
    if (isResumed(row, purchase)) await notifyRenewal(needs, tx, settling);
    if (row.planId !== plan.id) await movePlan(tx, row.id, plan);
  }
  return settledNow(at);
}

async function expire(at: At): Promise<Settled> {
  await advance(at);
  return { settlement: { outcome: 'nothing' } };
}

async function activate(at: At, vault: VaultRow): Promise<Settled> {
  const { needs, tx, settling } = at;
  const { purchase, row, plan, owner } = settling;
  const isTrial = purchase.state === 'trialing';
  const paymentStatus = isTrial ? 'trial' : 'paid';
  if (purchase.beginning !== 'payment') await markTrial(tx, owner.id, needs.clock.now());
  await advance(at);
  await countVaultOn(tx, row.id);
  await activateVault(needs, tx, { vaultId: vault.id, paymentStatus, subscriptionId: row.id });
  if (isLate(purchase)) await catchUp(at);
  else await notifyActivation(needs, tx, { purchase, plan, owner, vault });
  await audit(at, { event: isTrial ? 'trial-started' : 'payment-seen', outcome: 'activated' });
  return { settlement: { outcome: 'settled', paymentStatus: vaultStatusAfter(purchase.state) ?? paymentStatus } };
}

async function activateOnFreePlace(at: At, place: FreePlace): Promise<Settled> {
  await countVaultOn(at.tx, place.subscriptionId);
  await activateVault(at.needs, at.tx, { vaultId: at.settling.purchase.vaultId, ...place });
  return refund(at, 'place-was-free');
}

interface Ended {
  id: string;
  vaults: number;
}

async function renew(at: At, ended: Ended): Promise<Settled> {
  const { needs, tx, settling } = at;
  const { purchase, row } = settling;
  const place = { subscriptionId: row.id, paymentStatus: 'paid' } as const;
  await moveVaultsOnce(tx, { ended, place }, needs.clock.now());
  if (purchase.state === 'paid') await notifyRenewal(needs, tx, settling);
  await advance(at);
  if (isLate(purchase)) await catchUp(at);
  await audit(at, { event: 'payment-seen', outcome: 'renewed' });
  return { settlement: { outcome: 'settled', paymentStatus: vaultStatusAfter(purchase.state) ?? 'paid' } };
}

async function renewOnFreePlace(at: At, ended: Ended, place: FreePlace): Promise<Settled> {
  await moveVaultsOnce(at.tx, { ended, place }, at.needs.clock.now());
  return refund(at, 'place-was-free');
}

// Decided once and for good: a purchase that is refunded never activates anything later.
async function refund(at: At, reason: RefundReason): Promise<Settled> {
  const { needs, tx, settling } = at;
  const { purchase, row, plan, owner } = settling;
  await setStatus(tx, row.id, 'refunding', needs.clock.now());
  const { stripePaymentIntentId: intentId } = row;
  if (purchase.state === 'paid' && intentId?.startsWith('pi_')) {
    await notifyRefund(needs, tx, { owner, intentId, amountCents: purchase.amountCents });
  }
  await audit(at, { event: 'payment-seen', outcome: 'refunded', reason });
  const paymentStatus = await paymentStatusNow(at);
  return { settlement: { outcome: 'refunded', reason, planName: plan.name, paymentStatus }, toRefund: row };
}

async function refunded(at: At, isPending: boolean): Promise<Settled> {
  const { row, plan } = at.settling;
  const paymentStatus = await paymentStatusNow(at);
  const settlement = { outcome: 'refunded', reason: 'earlier', planName: plan.name, paymentStatus } as const;
  return isPending ? { settlement, toRefund: row } : { settlement };
}

const settledNow = async (at: At): Promise<Settled> => ({
  settlement: { outcome: 'settled', paymentStatus: await paymentStatusNow(at) },
});

/** Brings our row to the gateway's state. False where ours is further already. */
function advance({ needs, tx, settling: { purchase, row } }: At): Promise<boolean> {
  const { state, periodStart, periodEnd } = purchase;
  return advancePurchase(tx, row.id, { status: statusOf(state), periodStart, periodEnd }, needs.clock.now());
}

async function carryToVaults({ tx, settling: { purchase, row } }: At): Promise<void> {
  const vaultStatus = vaultStatusAfter(purchase.state);
  if (vaultStatus) await setPaymentStatusOn(tx, row.id, vaultStatus);
}

// Its beginning was never reported, and it has fallen behind or been paused since: the owner reads that instead.
const isLate = ({ state }: Purchase): boolean => state === 'past-due' || state === 'paused';

async function catchUp(at: At): Promise<void> {
  await carryToVaults(at);
  await notifyPlanChange(at.needs, at.tx, at.settling);
}

// Resumed with a month that was charged. One that goes on within its paid month was charged before.
const isResumed = ({ status, currentPeriodStart }: PurchaseRow, { state, periodStart }: Purchase): boolean =>
  status === 'paused' && state === 'paid' && (periodStart?.getTime() ?? 0) > (currentPeriodStart?.getTime() ?? 0);

async function paymentStatusNow({ tx, settling: { purchase } }: At): Promise<PaymentStatus | null> {
  const vault = await lockVaultOf(tx, purchase.userId, purchase.vaultId);
  return (vault?.paymentStatus as PaymentStatus | undefined) ?? null; // the table's check holds it to the contract's words
}

interface AuditedPayment {
  event: 'payment-seen' | 'trial-started';
  outcome: 'activated' | 'renewed' | 'refunded';
  reason?: RefundReason;
}

async function audit({ needs, tx, settling }: At, { event, ...detail }: AuditedPayment): Promise<void> {
  const { purchase, plan } = settling;
  await recordAudit(needs, tx, {
    vaultId: purchase.vaultId,
    userId: purchase.userId,
    actor: 'service',
    event,
    detail: { ...detail, plan: plan.name, amountCents: purchase.amountCents, purchase: purchase.id },
  });
}
