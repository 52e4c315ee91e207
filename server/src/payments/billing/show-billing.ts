// Shows an owner's plans and payments. Changes at Stripe that our rows lack are settled first, as their webhook events would
// have done, so that the page is never out of date.
import type { BilledPayment, Billing } from '@remembrance/contract/billing.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import { findUser } from '../../people/users/user-store.ts';
import { listOwnedPurchases, type OwnedPurchase, type PurchaseRow } from '../../plans/purchase-store.ts';
import { priceOf } from '../../platform/lib/money.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';
import { keepPurchases } from '../settlement/end-purchases.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import { listPaymentsOf } from '../settlement/payment-store.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { settleRefund } from '../settlement/settle-refund.ts';
import { billedPlanOf } from './billing-rules.ts';

export async function showBilling(needs: PaymentNeeds, ownerId: string): Promise<Billing> {
  const { database } = needs;
  const owner = (await findUser(database, ownerId)) ?? refuse('unauthorized');
  await keepPurchases(needs, ownerId);
  const before = await listStartedPurchases(needs, ownerId);
  const purchases = await readPurchases(needs, before);
  const changed = before.flatMap(({ row }) => changedPurchase(row, purchases.get(row.id)) ?? []);
  for (const purchase of changed) {
    await settlePayment(needs, purchase);
    if (purchase.kind === 'once') await settleRefund(needs, purchase.id);
  }
  const owned = changed.length > 0 ? await listStartedPurchases(needs, ownerId) : before;
  const billedTo = { name: ownerName(owner), email: owner.email };
  return {
    plans: owned.flatMap((one) => billedPlanOf(one, purchases.get(one.row.id) ?? null) ?? []),
    payments: [
      ...(await Promise.all(owned.map((one) => owedFor(needs, one, billedTo)))).flat(),
      ...(await listPaymentsOf(database, ownerId)),
    ].toSorted((one, other) => other.at.localeCompare(one.at)),
  };
}

const listStartedPurchases = async ({ database }: PaymentNeeds, ownerId: string): Promise<OwnedPurchase[]> =>
  (await listOwnedPurchases(database, ownerId)).filter(({ row }) => row.status !== 'open');

/** The purchases that can still change, with their state at Stripe, by the id of our row. */
async function readPurchases({ paymentGateway }: PaymentNeeds, owned: OwnedPurchase[]): Promise<Map<string, Purchase>> {
  const read = await Promise.all(
    owned.map(async ({ row }) => {
      const isOver = row.stripeSubscriptionId !== null && ['ended', 'replaced', 'refunded'].includes(row.status);
      const name = row.stripeSubscriptionId ?? row.stripePaymentIntentId;
      return [row.id, name && !isOver ? await paymentGateway.readPurchase(name) : null] as const;
    }),
  );
  return new Map(read.flatMap(([id, purchase]) => (purchase ? [[id, purchase]] : [])));
}

// Viewing the page writes only when something has changed. Refunds in progress are left to the reconciliation job.
function changedPurchase(row: PurchaseRow, purchase: Purchase | undefined): Purchase | null {
  if (!purchase || row.status === 'refunding' || row.status === 'refunded') return null;
  if (purchase.kind === 'once') return purchase.state === 'ended' && row.status === 'paid' ? purchase : null;
  const isSame =
    row.status === purchase.state &&
    row.planId === purchase.planId &&
    row.currentPeriodEnd?.getTime() === purchase.periodEnd?.getTime();
  return isSame ? null : purchase;
}

/** The months of a plan that are not paid yet. */
async function owedFor(
  { paymentGateway }: PaymentNeeds,
  { row, plan }: OwnedPurchase,
  billedTo: BilledPayment['billedTo'],
): Promise<BilledPayment[]> {
  if (row.status !== 'past-due' || !row.stripeSubscriptionId) return [];
  const invoices = await paymentGateway.listInvoices(row.stripeSubscriptionId);
  return invoices
    .filter(({ isPaid }) => !isPaid)
    .map(({ id, at, totalCents, dueCents }) => ({
      id,
      at: at.toISOString(),
      description: `${plan.displayName}, monthly`,
      billedTo,
      state: 'open',
      amount: priceOf(dueCents),
      credit: priceOf(totalCents - dueCents),
      refunded: priceOf(0),
    }));
}
