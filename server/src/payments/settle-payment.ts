// Settles one purchase: the single way by which money activates a vault, for the webhook, the page and the repairing job
// alike. Everything that follows from a payment stands in one transaction; repeating it changes nothing.
import type { PaymentStatus } from '@remembrance/contract/vaults.ts';
import { recordAudit } from '../audit/audit-store.ts';
import type { Transaction } from '../database/transaction.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';
import { isId } from '../lib/ids.ts';
import { findPlanById, type PlanRow } from '../plans/plan-store.ts';
import {
  countVaultOn,
  movePlan,
  type PurchaseRow,
  placesOf,
  setStanding,
  setStatus,
} from '../purchases/purchase-store.ts';
import { findUser, markTrial, type UserRow } from '../users/user-store.ts';
import { activateVault } from '../vaults/activate-vault.ts';
import { setPaymentStatusOn } from '../vaults/vault-payment-store.ts';
import { lockOwner, lockVaultOf, type VaultRow } from '../vaults/vault-store.ts';
import { tellOfActivation, tellOfRestart } from './notify-payment.ts';
import { tellOfPlan } from './notify-plan-change.ts';
import { tellOfRefund } from './notify-refund.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { giveBack } from './refund-purchase.ts';
import { settleRestart } from './settle-renewal.ts';
import { decideSettlement, type ReturnReason, statusOf, vaultStatusAfter } from './settle-rules.ts';
import { keepPurchase } from './upsert-purchase.ts';

/** `paymentStatus` is the vault's afterwards, or null where it is gone. */
export type Settlement =
  /** Nothing was paid, nothing is changed. */
  | { outcome: 'nothing' }
  /** The purchase stands. */
  | { outcome: 'settled'; paymentStatus: PaymentStatus | null }
  /** The money goes back, whether or not the vault is active by another purchase. */
  | { outcome: 'returned'; reason: ReturnReason; planName: string; paymentStatus: PaymentStatus | null }
  /** It belongs to nobody here. */
  | { outcome: 'unknown' };

/** @param purchase as the card processor holds it at this moment. */
export async function settlePayment(needs: PaymentNeeds, purchase: Purchase): Promise<Settlement> {
  if (purchase.state === 'open') return { outcome: 'nothing' };
  const { userId, vaultId, planId, followsId } = purchase;
  if (![userId, vaultId, planId, followsId ?? userId].every(isId)) return { outcome: 'unknown' };
  const { settlement, goesBack } = await needs.database.transaction((tx) => settleUnderLock(needs, tx, purchase));
  if (goesBack) await giveBack(needs, goesBack);
  return settlement;
}

/** The vault's state where it is active now, by whatever paid for it; null otherwise. */
export function activeStatus(settlement: Settlement): PaymentStatus | null {
  const { paymentStatus = null } = 'paymentStatus' in settlement ? settlement : {};
  return paymentStatus === 'unpaid' ? null : paymentStatus;
}

interface Settling {
  purchase: Purchase;
  row: PurchaseRow;
  plan: PlanRow;
  owner: UserRow;
}
interface Settled {
  settlement: Settlement;
  /** What still has to be given back, once this is committed. */
  goesBack?: PurchaseRow;
}

async function settleUnderLock(needs: PaymentNeeds, tx: Transaction, purchase: Purchase): Promise<Settled> {
  const { userId, vaultId } = purchase;
  await lockOwner(tx, userId);
  const owner = await findUser(tx, userId);
  const plan = await findPlanById(tx, purchase.planId);
  if (!owner || !plan || owner.stripeCustomerId !== purchase.customerId) return { settlement: { outcome: 'unknown' } };

  // An account whose deletion was asked for buys nothing more: what was paid goes back.
  const vault = owner.deletedAt ? null : await lockVaultOf(tx, userId, vaultId);
  const row = await keepPurchase(tx, purchase, needs.clock.now());
  const settling = { purchase, row, plan, owner };
  if (row.status !== 'incomplete') return followPurchase(needs, tx, settling);
  if (row.followsId) return settleFollower(needs, tx, settling);

  const trialUsed = owner.trialStartedAt !== null;
  const places = await placesOf(tx, userId, plan);
  const decision = decideSettlement({ purchase, plan, vault, trialUsed, places });
  switch (decision.act) {
    case 'nothing':
      return followPurchase(needs, tx, settling);
    case 'return':
      return sendBack(needs, tx, settling, decision.reason);
    case 'activate-on-free-place':
      await countVaultOn(tx, decision.place.subscriptionId);
      await activateVault(needs, tx, { vaultId, ...decision.place });
      return sendBack(needs, tx, settling, 'place-was-free');
    case 'activate':
      return activatePaid(needs, tx, settling, decision.vault);
  }
}

async function activatePaid(
  needs: PaymentNeeds,
  tx: Transaction,
  settling: Settling,
  vault: VaultRow,
): Promise<Settled> {
  const { purchase, row, plan, owner } = settling;
  const now = needs.clock.now();
  const trialing = purchase.state === 'trialing';
  const paymentStatus = trialing ? 'trial' : 'paid';
  if (purchase.beginning !== 'payment') await markTrial(tx, owner.id, now);
  await setStanding(tx, row.id, standingOf(purchase), now);
  await countVaultOn(tx, row.id);
  await activateVault(needs, tx, { vaultId: vault.id, paymentStatus, subscriptionId: row.id });
  if (isLate(purchase)) await catchUp(needs, tx, settling);
  else await tellOfActivation(needs, tx, { purchase, plan, owner, vault });
  await tell(needs, tx, settling, { event: trialing ? 'trial-started' : 'payment-seen', outcome: 'activated' });
  return { settlement: { outcome: 'settled', paymentStatus: vaultStatusAfter(purchase.state) ?? paymentStatus } };
}

// Nobody heard of its beginning, and it has fallen behind or been paused since: that is told, and no longer the beginning.
const isLate = ({ state }: Purchase): boolean => state === 'past-due' || state === 'paused';

async function catchUp(needs: PaymentNeeds, tx: Transaction, settling: Settling): Promise<void> {
  const vaultStatus = vaultStatusAfter(settling.purchase.state);
  if (vaultStatus) await setPaymentStatusOn(tx, settling.row.id, vaultStatus);
  await tellOfPlan(needs, tx, settling);
}

async function settleFollower(needs: PaymentNeeds, tx: Transaction, settling: Settling): Promise<Settled> {
  const { purchase, row } = settling;
  const restart = await settleRestart(needs, tx, settling);
  if (restart.act === 'nothing') return followPurchase(needs, tx, settling);
  if (restart.act === 'return') return sendBack(needs, tx, settling, restart.reason);
  await setStanding(tx, row.id, standingOf(purchase), needs.clock.now());
  if (isLate(purchase)) await catchUp(needs, tx, settling);
  await tell(needs, tx, settling, { event: 'payment-seen', outcome: 'restarted' });
  return { settlement: { outcome: 'settled', paymentStatus: vaultStatusAfter(purchase.state) ?? 'paid' } };
}

// Decided once and for good: a purchase on its way back never activates anything later.
async function sendBack(
  needs: PaymentNeeds,
  tx: Transaction,
  settling: Settling,
  reason: ReturnReason,
): Promise<Settled> {
  const { purchase, row, plan, owner } = settling;
  await setStatus(tx, row.id, 'returning', needs.clock.now());
  const { stripePaymentIntentId: intentId } = row;
  if (purchase.state === 'paid' && intentId?.startsWith('pi_')) {
    await tellOfRefund(needs, tx, { owner, intentId, amountCents: purchase.amountCents });
  }
  await tell(needs, tx, settling, { event: 'payment-seen', outcome: 'returned', reason });
  const paymentStatus = await paymentStatusNow(tx, settling);
  return { settlement: { outcome: 'returned', reason, planName: plan.name, paymentStatus }, goesBack: row };
}

// A purchase that was settled before: its plan may have gone on, fallen behind, or ended since.
async function followPurchase(needs: PaymentNeeds, tx: Transaction, settling: Settling): Promise<Settled> {
  const { purchase, row, plan } = settling;
  const wasSettled = row.status !== 'incomplete';
  if (row.status === 'returning' || row.status === 'returned') {
    const paymentStatus = await paymentStatusNow(tx, settling);
    const settlement = { outcome: 'returned', reason: 'earlier', planName: plan.name, paymentStatus } as const;
    return row.status === 'returning' ? { settlement, goesBack: row } : { settlement };
  }
  // Of one payment there is nothing further to hear than that all of it was given back.
  const isNews = (wasSettled && purchase.kind === 'monthly') || purchase.state === 'ended';
  if (isNews && (await setStanding(tx, row.id, standingOf(purchase), needs.clock.now()))) {
    const vaultStatus = vaultStatusAfter(purchase.state);
    if (vaultStatus) await setPaymentStatusOn(tx, row.id, vaultStatus);
    if (wasSettled) await tellOfPlan(needs, tx, settling);
    if (isResumed(row, purchase)) await tellOfRestart(needs, tx, settling);
    if (wasSettled && row.planId !== plan.id) await movePlan(tx, row.id, plan);
  }
  if (!wasSettled) return { settlement: { outcome: 'nothing' } };
  return { settlement: { outcome: 'settled', paymentStatus: await paymentStatusNow(tx, settling) } };
}

// Resumed with a month that was charged. One that only goes on where it rested was paid before.
const isResumed = ({ status, currentPeriodStart }: PurchaseRow, { state, periodStart }: Purchase): boolean =>
  status === 'paused' && state === 'paid' && (periodStart?.getTime() ?? 0) > (currentPeriodStart?.getTime() ?? 0);

const standingOf = ({ state, periodStart, periodEnd }: Purchase) => ({
  status: statusOf(state),
  periodStart,
  periodEnd,
});

async function paymentStatusNow(tx: Transaction, { purchase }: Settling): Promise<PaymentStatus | null> {
  const vault = await lockVaultOf(tx, purchase.userId, purchase.vaultId);
  return (vault?.paymentStatus as PaymentStatus | undefined) ?? null; // the table's check holds it to the contract's words
}

interface Told {
  event: 'payment-seen' | 'trial-started';
  outcome: 'activated' | 'restarted' | 'returned';
  reason?: ReturnReason;
}

async function tell(
  needs: PaymentNeeds,
  tx: Transaction,
  settling: Settling,
  { event, ...detail }: Told,
): Promise<void> {
  const { purchase, plan } = settling;
  await recordAudit(needs, tx, {
    vaultId: purchase.vaultId,
    userId: purchase.userId,
    actor: 'service',
    event,
    detail: { ...detail, plan: plan.name, amountCents: purchase.amountCents, purchase: purchase.id },
  });
}
