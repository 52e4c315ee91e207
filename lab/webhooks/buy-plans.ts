// A simulated owner starts: buys both plans, or starts and abandons a purchase.

import { intentOf } from '@remembrance/sandbox/card-page.ts';
import { sandboxObjects } from '@remembrance/sandbox/schema.ts';
import { completePayment } from '@remembrance/server/payments/checkout/complete-payment.ts';
import { createPaymentIntent } from '@remembrance/server/payments/checkout/create-payment-intent.ts';
import { createSubscription } from '@remembrance/server/payments/checkout/create-subscription.ts';
import type { PaymentHarness } from '@remembrance/server/testing/payment-harness.ts';
import { eq } from 'drizzle-orm';
import type { Random } from '../support/random.ts';
import type { SimulatedOwner } from './simulated-owner.ts';

/** Buys both plans, or starts and abandons the purchase. The page may be closed before it reports the confirmation. */
export async function buyAtRandom(harness: PaymentHarness, random: Random): Promise<SimulatedOwner> {
  const ownerId = await harness.owner();
  const once = await buyOnce(harness, ownerId, random);
  const monthly = await buyMonthly(harness, ownerId, random);
  const cents = once.state === 'paid' ? 2999 : 0;
  const history = [`bought ${once.state}, ${monthly.state}`];
  const counted = {
    creditCents: 0,
    failures: 0,
    earlier: [],
    missed: [],
    returnedMissed: 0,
    pauses: 0,
    cancellations: 0,
  };
  return { ownerId, once, monthly, cents, ...counted, isTrialEnding: false, history };
}

async function buyOnce(harness: PaymentHarness, ownerId: string, random: Random): Promise<SimulatedOwner['once']> {
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  if (random.happens(0.3)) await failOnce(harness, () => createPaymentIntent(harness.needs, { ownerId, vaultId }));
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  const intentId = intentOf(clientSecret);
  const byLink = random.happens(0.3) ? await harness.confirmByLink(clientSecret) : null; // a page that offers more than cards
  if (byLink?.intent) return { vaultId, intentId, state: 'paid' };
  if (random.happens(0.2)) return { vaultId, intentId, state: 'unpaid' };
  // In one tab or two.
  const tabs = [clientSecret, (await createPaymentIntent(harness.needs, { ownerId, vaultId })).clientSecret];
  await Promise.all(tabs.slice(random.happens(0.5) ? 1 : 0).map((secret) => harness.confirm(secret)));
  return { vaultId, intentId, state: 'paid' };
}

/** Stripe answers one call with its own fault, and repeats it for every call with the same key. */
async function failOnce({ sandbox }: PaymentHarness, begin: () => Promise<unknown>): Promise<void> {
  sandbox.tools.breakNext();
  await begin().catch(() => {});
}

/** Simulates a changed account or mode: the previous customers are unknown. */
async function forgetCustomers({ database }: PaymentHarness): Promise<void> {
  await database.delete(sandboxObjects).where(eq(sandboxObjects.kind, 'customer'));
}

async function buyMonthly(
  harness: PaymentHarness,
  ownerId: string,
  random: Random,
): Promise<SimulatedOwner['monthly']> {
  if (random.happens(0.3)) await forgetCustomers(harness);
  const vaultId = await harness.draft(ownerId, 'basic_subscription');
  const promo = random.happens(0.25) ? 'freetrial' : undefined;
  const subscription = await createSubscription(harness.needs, { ownerId, vaultId, promo });
  const rows = await harness.purchases(ownerId);
  const stripeSubscriptionId = rows.find((row) => row.stripeSubscriptionId)?.stripeSubscriptionId ?? '';
  if (subscription.status === 'trialing') return { vaultId, stripeSubscriptionId, state: 'trial-without-card' };
  if (!subscription.clientSecret || random.happens(0.15)) return { vaultId, stripeSubscriptionId, state: 'unpaid' };
  if (random.happens(0.3)) await harness.confirmByLink(subscription.clientSecret);
  await harness.confirm(subscription.clientSecret);
  return { vaultId, stripeSubscriptionId, state: 'trial' };
}

/** Reports the confirmation from the page. */
export async function reportBought(
  { needs, paymentGateway, purchases }: PaymentHarness,
  owner: SimulatedOwner,
): Promise<void> {
  const { ownerId, once, monthly } = owner;
  if (once.state === 'paid') await completePayment(needs, { ownerId, paymentIntentId: once.intentId });
  const row = (await purchases(ownerId)).find(({ stripeSubscriptionId }) => stripeSubscriptionId);
  const isOpen = (await paymentGateway.readPurchase(monthly.stripeSubscriptionId))?.state === 'open';
  if (isOpen || !row?.stripePaymentIntentId) return;
  await completePayment(needs, { ownerId, setupIntentId: row.stripePaymentIntentId });
}
