// For tests: a purchase in our tables with a given status, and the vault it pays for, as if earlier events had been processed.
import type { PlanName } from '@remembrance/contract/plan-catalogue.ts';
import { eq } from 'drizzle-orm';
import type { Purchase, PurchaseState } from '../src/payments/gateway/payment-gateway.ts';
import { insertCustomer } from '../src/plans/customer-store.ts';
import type { PurchaseStatus } from '../src/plans/place-rules.ts';
import { findPlanByName, type PlanRow } from '../src/plans/plan-store.ts';
import { userSubscriptions, vaults } from '../src/platform/database/schema.ts';
import { newPurchaseId, type PurchaseId, type StripeSubscriptionId } from '../src/platform/lib/ids.ts';
import { centsOf } from '../src/platform/lib/money.ts';
import type { PaymentHarness } from './payment-harness.ts';

export interface StoredPurchase {
  /** The purchase as Stripe would report it. */
  purchase: Purchase;
  vaultId: string;
  rowId: PurchaseId;
}

export const planRow = async ({ database }: PaymentHarness, name: PlanName): Promise<PlanRow> =>
  (await findPlanByName(database, name)) ?? Promise.reject(new Error(`there is no plan ${name}`));

/** An owner who exists at Stripe. */
export async function customer(harness: PaymentHarness): Promise<string> {
  const ownerId = await harness.owner();
  await insertCustomer(
    harness.database,
    { id: `cus_${ownerId}`, userId: ownerId, mode: 'sandbox' },
    harness.clock.now(),
  );
  return ownerId;
}

interface Wanted {
  status: PurchaseStatus;
  kind: Purchase['kind'];
  state?: PurchaseState;
  /** If missing, a new owner is created. */
  owner?: string;
  /** The ended purchase that it renews. */
  replacesId?: PurchaseId;
}

/** Unless it is open, its vault is active, or lapsed if the status implies that. */
export async function storedPurchase(
  harness: PaymentHarness,
  { status, kind, state = 'paid', owner, replacesId }: Wanted,
): Promise<StoredPurchase> {
  const ownerId = owner ?? (await customer(harness));
  const name = kind === 'monthly' ? 'basic_subscription' : 'basic_one_time';
  const plan = await planRow(harness, name);
  const vaultId = await harness.draft(ownerId, name);
  const now = harness.clock.now();
  const rowId = newPurchaseId(now);
  const stripeId = `${kind === 'monthly' ? 'sub' : 'pi'}_${rowId}`;
  await harness.database.insert(userSubscriptions).values({
    id: rowId,
    userId: ownerId,
    planId: plan.id,
    status,
    vaultsCreated: status === 'open' ? 0 : 1,
    replacesId,
    ...(kind === 'monthly'
      ? { stripeSubscriptionId: stripeId as StripeSubscriptionId }
      : { stripePaymentIntentId: stripeId }),

    currentPeriodStart: now,
    createdAt: now,
    updatedAt: now,
  });
  if (status !== 'open') {
    const isLapsed = ['paused', 'ended', 'replaced'].includes(status);
    const paymentStatus = isLapsed ? 'lapsed' : status === 'trial' ? 'trial' : 'paid';
    await harness.database.update(vaults).set({ paymentStatus, purchaseId: rowId }).where(eq(vaults.id, vaultId));
  }
  const nextMonth = new Date(now.getTime() + 31 * 86_400_000);
  const purchase = {
    kind,
    id: stripeId,
    vaultId,
    userId: ownerId,
    planId: plan.id,
    replacesId: replacesId ?? null,

    customerId: `cus_${ownerId}`,
    state,
    beginning: 'payment' as const,
    isCharged: state === 'paid',

    amountCents: centsOf(plan.price),
    currency: 'usd',
    intentId: null,
    clientSecret: null,
    card: null,

    periodStart: nextMonth,
    periodEnd: new Date(nextMonth.getTime() + 30 * 86_400_000),

    invoiceId: `in_${rowId}`,
    endsAt: null,
  };
  return { purchase, vaultId, rowId };
}
