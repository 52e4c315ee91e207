// Shows an owner's plans and payments. Changes at Stripe that our rows lack are settled first, as their webhook events would
// have done, so that the page is never out of date.
import type { BilledPayment, Billing } from '@remembrance/contract/billing.ts';
import type { Invoice, Purchase } from '../gateway/payment-gateway.ts';
import { priceOf } from '../lib/money.ts';
import { refuse } from '../lib/refusal.ts';
import type { PaymentNeeds } from '../payments/payment-needs.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { statusOf } from '../payments/settlement-rules.ts';
import { listOwnedPurchases, type OwnedPurchase, type PurchaseRow } from '../purchases/purchase-store.ts';
import { findUser } from '../users/user-store.ts';
import { billedPlanOf } from './billing-rules.ts';

export async function showBilling(needs: PaymentNeeds, ownerId: string): Promise<Billing> {
  const { database, paymentGateway } = needs;
  const owner = (await findUser(database, ownerId)) ?? refuse('unauthorized');
  const before = await listStartedPurchases(needs, ownerId);
  const purchases = await readPurchases(needs, before);
  const changed = before.flatMap(({ row }) => changedPurchase(row, purchases.get(row.id)) ?? []);
  for (const purchase of changed) await settlePayment(needs, purchase);
  const owned = changed.length > 0 ? await listStartedPurchases(needs, ownerId) : before;
  const hasMonthly = owned.some(({ row }) => row.stripeSubscriptionId !== null);
  const { stripeCustomerId: customerId } = owner;
  const invoices = hasMonthly && customerId ? await paymentGateway.listInvoices(customerId) : [];
  return {
    plans: owned.flatMap((one) => billedPlanOf(one, purchases.get(one.row.id) ?? null) ?? []),
    payments: [
      ...owned.flatMap((one) => paidOnce(one, purchases.get(one.row.id) ?? null)),
      ...invoices.flatMap((invoice) => paidMonthly(invoice, owned)),
    ].toSorted((one, other) => other.at.localeCompare(one.at)),
  };
}

const listStartedPurchases = async ({ database }: PaymentNeeds, ownerId: string): Promise<OwnedPurchase[]> =>
  (await listOwnedPurchases(database, ownerId)).filter(({ row }) => row.status !== 'incomplete');

/** The purchases that can still change, as Stripe has them, by the id of our row. */
async function readPurchases({ paymentGateway }: PaymentNeeds, owned: OwnedPurchase[]): Promise<Map<string, Purchase>> {
  const purchases = new Map<string, Purchase>();
  for (const { row } of owned) {
    const isOver = row.stripeSubscriptionId !== null && ['lapsed', 'replaced', 'refunded'].includes(row.status);
    const name = row.stripeSubscriptionId ?? row.stripePaymentIntentId;
    const purchase = name && !isOver ? await paymentGateway.readPurchase(name) : null;
    if (purchase) purchases.set(row.id, purchase);
  }
  return purchases;
}

// Viewing the page writes only when something has changed. Refunds in progress are left to the reconciliation job.
function changedPurchase(row: PurchaseRow, purchase: Purchase | undefined): Purchase | null {
  if (!purchase || row.status === 'refunding' || row.status === 'refunded') return null;
  if (purchase.kind === 'once') return purchase.state === 'ended' && row.status === 'active' ? purchase : null;
  const isSame =
    row.status === statusOf(purchase.state) &&
    row.planId === purchase.planId &&
    row.currentPeriodEnd?.getTime() === purchase.periodEnd?.getTime();
  return isSame ? null : purchase;
}

function paidOnce({ row, plan }: OwnedPurchase, purchase: Purchase | null): BilledPayment[] {
  if (purchase?.kind !== 'once') return [];
  const state = purchase.state === 'paid' && row.status === 'active' ? 'paid' : 'refunded';
  const at = row.createdAt.toISOString();
  return [{ id: row.id, at, description: plan.displayName, amount: priceOf(purchase.amountCents), state }];
}

function paidMonthly(
  { id, at, totalCents, isPaid, stripeSubscriptionId }: Invoice,
  owned: OwnedPurchase[],
): BilledPayment[] {
  const bought = owned.find(({ row }) => row.stripeSubscriptionId === stripeSubscriptionId);
  // A free month has an invoice of zero.
  if (!bought || totalCents === 0) return [];
  const state = ['refunding', 'refunded'].includes(bought.row.status) ? 'refunded' : isPaid ? 'paid' : 'open';
  const amount = priceOf(totalCents);
  return [{ id, at: at.toISOString(), description: `${bought.plan.displayName}, monthly`, amount, state }];
}
