// Everything an owner bought: the plans as they stand, and every payment with the plan it was for.
import type { BilledPayment, Billing } from '@remembrance/contract/billing.ts';
import { refuse } from '../lib/refusal.ts';
import { listOwnedPurchases, type OwnedPurchase } from '../plans/purchase-store.ts';
import { findUser } from '../users/user-store.ts';
import { billedPlanOf } from './billing-rules.ts';
import type { Invoice, Purchase } from './payment-gateway.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { priceOf } from './settle-rules.ts';

export async function showBilling({ database, paymentGateway }: PaymentNeeds, ownerId: string): Promise<Billing> {
  const owner = (await findUser(database, ownerId)) ?? refuse('unauthorized');
  const owned = (await listOwnedPurchases(database, ownerId)).filter(({ row }) => row.status !== 'incomplete');
  const purchases = new Map<string, Purchase | null>();
  for (const { row } of owned) {
    const isOver = row.stripeSubscriptionId !== null && ['lapsed', 'followed', 'returned'].includes(row.status);
    const name = row.stripeSubscriptionId ?? row.stripePaymentIntentId;
    if (name && !isOver) purchases.set(row.id, await paymentGateway.readPurchase(name));
  }
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

function paidOnce({ row, plan }: OwnedPurchase, purchase: Purchase | null): BilledPayment[] {
  if (purchase?.kind !== 'once') return [];
  const state = purchase.state === 'paid' && row.status === 'active' ? 'paid' : 'returned';
  const at = row.createdAt.toISOString();
  return [{ id: row.id, at, description: plan.displayName, amount: priceOf(purchase.amountCents), state }];
}

function paidMonthly({ id, at, totalCents, isPaid, subscriptionId }: Invoice, owned: OwnedPurchase[]): BilledPayment[] {
  const bought = owned.find(({ row }) => row.stripeSubscriptionId === subscriptionId);
  // A free month is an invoice over nothing.
  if (!bought || totalCents === 0) return [];
  const state = ['returning', 'returned'].includes(bought.row.status) ? 'returned' : isPaid ? 'paid' : 'open';
  const amount = priceOf(totalCents);
  return [{ id, at: at.toISOString(), description: `${bought.plan.displayName}, monthly`, amount, state }];
}
