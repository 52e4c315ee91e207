// Applies the outcome decided for a purchase: one function per outcome, in the transaction that holds the owner's lock.
// A refund is only recorded here; Stripe is called after the commit.
import { markTrial } from '../../people/users/user-store.ts';
import type { FreePlace } from '../../plans/place-rules.ts';
import { advancePurchase, countVaultOn, setStatus } from '../../plans/purchase-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { activateVault } from '../../vaults/create/activate-vault.ts';
import { changeVaultsOn } from '../../vaults/vault/vault-payment-store.ts';
import type { VaultRow } from '../../vaults/vault/vault-store.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';
import { movePlan, moveVaultsOnce } from './move-vaults.ts';
import { notifyPlanChange } from './notify-plan-change.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { notifyTrial, recordPayments } from './record-payments.ts';
import { notifyRefund } from './settle-refund.ts';
import {
  type Context,
  paymentStatusNow,
  recordPaymentAct,
  type SettlementFacts,
  type SettlementResult,
} from './settlement-context.ts';
import { type Outcome, type RefundReason, type RenewalFacts, vaultStatusAfter } from './settlement-rules.ts';

export async function applySettlement(
  needs: PaymentNeeds,
  tx: Transaction,
  facts: SettlementFacts,
  outcome: Outcome<VaultRow>,
): Promise<SettlementResult> {
  const context = { needs, tx, facts };
  switch (outcome.act) {
    case 'unchanged':
      return unchanged(context);
    case 'update':
      return update(context);
    case 'expire':
      return expire(context);
    case 'activate':
      return activate(context, outcome.vault);
    case 'activate-on-free-place':
      return activateOnFreePlace(context, outcome.place);
    case 'renew':
      return renew(context, outcome.ended);
    case 'renew-on-free-place':
      return renewOnFreePlace(context, outcome.ended, outcome.place);
    case 'refund':
      return refund(context, outcome.reason);
    case 'refunded':
      return refunded(context, outcome.isPending);
  }
}

async function update(context: Context): Promise<SettlementResult> {
  const { needs, tx, facts } = context;
  const { row, plan } = facts;
  await recordPayments(context, row.status === 'paused' ? 'restart' : 'continued');
  if (await advance(context)) {
    await syncVaultStatus(context);
    await notifyPlanChange(needs, tx, facts);
    if (row.planId !== plan.id) await movePlan(tx, row.id, plan);
  }
  return unchanged(context);
}

// If it was charged, it ended before its webhook events arrived: a plan was cancelled, or a payment was refunded or lost to a
// dispute, which is then recorded and notified as such.
async function expire(context: Context): Promise<SettlementResult> {
  const { needs, tx, facts } = context;
  const wasCharged = await recordPayments(context, facts.purchase.kind === 'once' ? 'returned' : 'continued');
  if (wasCharged) await notifyPlanChange(needs, tx, facts);
  await advance(context);
  return { settlement: { outcome: 'nothing' } };
}

async function activate(context: Context, vault: VaultRow): Promise<SettlementResult> {
  const { needs, tx, facts } = context;
  const { purchase, row, owner } = facts;
  const isTrial = purchase.state === 'trial';
  const paymentStatus = isTrial ? 'trial' : 'paid';
  if (purchase.beginning !== 'payment') await markTrial(tx, owner.id, needs.clock.now());
  await advance(context);
  await countVaultOn(tx, row.id);
  await activateVault(needs, tx, { vaultId: vault.id, paymentStatus, purchaseId: row.id });
  await recordPayments(context, { vault });
  if (isTrial) await notifyTrial(context, vault);
  if (isLate(purchase)) await catchUp(context);
  await recordPaymentAct(context, { event: isTrial ? 'trial-started' : 'payment-seen', outcome: 'activated' });
  return { settlement: { outcome: 'settled', paymentStatus: vaultStatusAfter(purchase.state) ?? paymentStatus } };
}

async function activateOnFreePlace(context: Context, place: FreePlace): Promise<SettlementResult> {
  await countVaultOn(context.tx, place.purchaseId);
  await activateVault(context.needs, context.tx, { vaultId: context.facts.purchase.vaultId, ...place });
  return refund(context, 'place-was-free');
}

type Ended = Pick<RenewalFacts, 'id' | 'vaults'>;

async function renew(context: Context, ended: Ended): Promise<SettlementResult> {
  const { needs, tx, facts } = context;
  const { purchase, row } = facts;
  const place = { purchaseId: row.id, paymentStatus: 'paid' } as const;
  await moveVaultsOnce(tx, { ended, place }, needs.clock.now());
  await recordPayments(context, 'restart');
  await advance(context);
  if (isLate(purchase)) await catchUp(context);
  await recordPaymentAct(context, { event: 'payment-seen', outcome: 'renewed' });
  return { settlement: { outcome: 'settled', paymentStatus: vaultStatusAfter(purchase.state) ?? 'paid' } };
}

async function renewOnFreePlace(context: Context, ended: Ended, place: FreePlace): Promise<SettlementResult> {
  await moveVaultsOnce(context.tx, { ended, place }, context.needs.clock.now());
  return refund(context, 'place-was-free');
}

// Final: a refunded purchase never activates anything later.
async function refund(context: Context, reason: RefundReason): Promise<SettlementResult> {
  const { needs, tx, facts } = context;
  const { purchase, row, plan, owner } = facts;
  await setStatus(tx, row.id, 'refunding', needs.clock.now());
  const { stripePaymentIntentId: intentId } = row;
  if (purchase.state === 'paid' && intentId?.startsWith('pi_')) {
    await notifyRefund(needs, tx, { owner, intentId, amountCents: purchase.amountCents });
  }
  await recordPayments(context, 'refunded');
  await recordPaymentAct(context, { event: 'payment-seen', outcome: 'refunded', reason });
  const paymentStatus = await paymentStatusNow(context);
  return { settlement: { outcome: 'refunded', reason, planName: plan.name, paymentStatus }, toRefund: row };
}

async function refunded(context: Context, isPending: boolean): Promise<SettlementResult> {
  const { row, plan } = context.facts;
  const paymentStatus = await paymentStatusNow(context);
  const settlement = { outcome: 'refunded', reason: 'earlier', planName: plan.name, paymentStatus } as const;
  return isPending ? { settlement, toRefund: row } : { settlement };
}

const unchanged = async (context: Context): Promise<SettlementResult> => ({
  settlement: { outcome: 'settled', paymentStatus: await paymentStatusNow(context) },
});

/** Updates our row to Stripe's state. Returns false if our row is already ahead. */
function advance({ needs, tx, facts: { purchase, row } }: Context): Promise<boolean> {
  const { state, periodStart, periodEnd } = purchase;
  return advancePurchase(tx, row.id, { status: state, periodStart, periodEnd }, needs.clock.now());
}

async function syncVaultStatus({ tx, facts: { purchase, row } }: Context): Promise<void> {
  const vaultStatus = vaultStatusAfter(purchase.state);
  if (vaultStatus) await changeVaultsOn(tx, row.id, { paymentStatus: vaultStatus });
}

// Its start was never reported, and it is past due or paused by now. The owner is notified of that instead.
const isLate = ({ state }: Purchase): boolean => state === 'past-due' || state === 'paused';

async function catchUp(context: Context): Promise<void> {
  await syncVaultStatus(context);
  await notifyPlanChange(context.needs, context.tx, context.facts);
}
