// Fixtures of monthly plans on the test harness of payments, in each state that an owner may find them in.
import type { PurchaseId } from '../src/lib/ids.ts';
import { createSubscription } from '../src/payments/create-subscription.ts';
import { cards, type PaymentHarness } from './payment-harness.ts';
import { purchaseIdOf } from './purchase-id.ts';

export interface OwnedPlan {
  ownerId: string;
  id: PurchaseId;
  stripeId: string;
  /** The first vault on it. */
  vaultId: string;
}
export type Monthly = 'basic_subscription' | 'premium_subscription';

/** A plan in its free month, with a card unless `card` is null. */
export async function monthly(
  harness: PaymentHarness,
  planType: Monthly = 'basic_subscription',
  card: string | null = cards.pays,
): Promise<OwnedPlan> {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, planType);
  const promo = card === null ? ('freetrial' as const) : undefined;
  const started = await createSubscription(harness.needs, { ownerId, vaultId, promo });
  if (card !== null && started.status === 'needs-card') await harness.confirm(started.clientSecret, card);
  await harness.sandbox.delivered();
  const [row] = await harness.purchases(ownerId);
  return { ownerId, id: purchaseIdOf(row?.id), stripeId: row?.stripeSubscriptionId ?? '', vaultId };
}

/** Another vault on the free place of the owner's plan. */
export async function addVault(harness: PaymentHarness, ownerId: string, planType: Monthly): Promise<void> {
  const vaultId = await harness.draft(ownerId, planType);
  await createSubscription(harness.needs, { ownerId, vaultId }).catch(() => {}); // the vault is active, so it need not be paid
  if ((await harness.vault(vaultId))?.paymentStatus !== 'trial') throw new Error('the plan had no free place');
}

export async function paused(harness: PaymentHarness, card: string | null = cards.pays): Promise<OwnedPlan> {
  const plan = await monthly(harness, 'basic_subscription', card);
  await harness.sandbox.tools.pause(plan.stripeId);
  await harness.sandbox.delivered();
  return plan;
}

export async function timePasses(harness: PaymentHarness, { stripeId }: OwnedPlan, days: number): Promise<void> {
  harness.clock.pass({ days });
  await harness.paymentGateway.readPurchase(stripeId);
  await harness.sandbox.delivered();
}

/** A plan whose free month has ended without a card. */
export async function ended(
  harness: PaymentHarness,
  planType: Monthly = 'basic_subscription',
  vaults = 1,
): Promise<OwnedPlan> {
  const plan = await monthly(harness, planType, null);
  for (let count = 1; count < vaults; count += 1) await addVault(harness, plan.ownerId, planType);
  await timePasses(harness, plan, 31);
  return plan;
}
