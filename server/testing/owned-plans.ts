// Fixtures for the payment harness: an owner's purchases in each possible state, made by the product's own calls, and later
// events.
import { beginCardChange, completeCardChange } from '../src/payments/billing/monthly-plan.ts';
import { createPaymentIntent } from '../src/payments/checkout/create-payment-intent.ts';
import { createSubscription } from '../src/payments/checkout/create-subscription.ts';
import { receiveWebhook } from '../src/payments/webhooks/receive-webhook.ts';
import type { PurchaseId } from '../src/platform/lib/ids.ts';
import { cards, intentOf, type PaymentHarness } from './payment-harness.ts';
import { purchaseIdOf } from './purchase-id.ts';

export interface OwnedPlan {
  ownerId: string;
  id: PurchaseId;
  stripeId: string;
  /** The first vault on it. */
  vaultId: string;
}
export type Monthly = 'basic_subscription' | 'premium_subscription';
type Once = 'basic_one_time' | 'premium_one_time';

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

/** A plan whose first month was paid. */
export async function paidMonthly(harness: PaymentHarness): Promise<OwnedPlan & { intentId: string }> {
  const plan = await monthly(harness);
  await passDays(harness, plan.stripeId, 31);
  const [month] = await harness.objects<{ payment_intent: string }>('charge');
  return { ...plan, intentId: month?.payment_intent ?? '' };
}

/** A payment that was started for a vault of this owner, or of a new one. */
export async function begunOnce(harness: PaymentHarness, planType: Once = 'basic_one_time', owner?: string) {
  const ownerId = owner ?? (await harness.owner());
  const vaultId = await harness.draft(ownerId, planType);
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  return { ownerId, vaultId, clientSecret, intentId: intentOf(clientSecret) };
}

export async function paidOnce(harness: PaymentHarness, planType: Once = 'basic_one_time', owner?: string) {
  const begun = await begunOnce(harness, planType, owner);
  await harness.confirm(begun.clientSecret);
  await harness.sandbox.delivered();
  return begun;
}

/** A successful payment that no event and no page has reported. */
export async function paidUnnoticed(harness: PaymentHarness, planType: Once = 'basic_one_time', owner?: string) {
  const begun = await begunOnce(harness, planType, owner);
  await harness.sandbox.delivered(); // earlier events have been handled
  harness.eventsArrive(false);
  await harness.confirm(begun.clientSecret);
  await harness.sandbox.delivered();
  const event = harness.sentEvents.find(({ payload }) => payload.includes('"payment_intent.succeeded"'));
  if (!event) throw new Error('the payment had no event');
  return { ...begun, event };
}

/** Another vault on the free place of the owner's plan. */
export async function addVault(harness: PaymentHarness, ownerId: string, planType: Monthly): Promise<string> {
  const vaultId = await harness.draft(ownerId, planType);
  await createSubscription(harness.needs, { ownerId, vaultId }).catch(() => {}); // the vault is active, so it need not be paid
  if ((await harness.statusOf(vaultId)) === 'unpaid') throw new Error('the plan had no free place');
  return vaultId;
}

export async function paused(harness: PaymentHarness, card: string | null = cards.pays): Promise<OwnedPlan> {
  const plan = await monthly(harness, 'basic_subscription', card);
  harness.clock.pass({ days: 10 });
  await harness.sandbox.tools.pause(plan.stripeId);
  await harness.sandbox.delivered();
  return plan;
}

/** A plan whose free month has ended without a card. */
export async function ended(harness: PaymentHarness, planType: Monthly = 'basic_subscription', vaults = 1) {
  const plan = await monthly(harness, planType, null);
  const vaultIds = [plan.vaultId];
  while (vaultIds.length < vaults) vaultIds.push(await addVault(harness, plan.ownerId, planType));
  await timePasses(harness, plan, 31);
  return { ...plan, vaultIds };
}

/** Lets time pass for everybody. Changes at Stripe happen at the next call, and their events follow. */
export async function timePasses(harness: PaymentHarness, { stripeId }: Pick<OwnedPlan, 'stripeId'>, days: number) {
  await harness.sandbox.delivered();
  harness.clock.pass({ days });
  await harness.paymentGateway.readPurchase(stripeId);
  await harness.sandbox.delivered();
}

/** Lets days pass for a single Stripe subscription with the clock frozen. */
export async function passDays(harness: PaymentHarness, stripeId: string, days: number): Promise<void> {
  await harness.sandbox.tools.passDays(stripeId, days);
  await harness.sandbox.delivered();
}

/** Saves another card for a plan, as reported by its page. */
export async function saveCard(harness: PaymentHarness, plan: OwnedPlan, card: string = cards.pays) {
  const { clientSecret } = await beginCardChange(harness.needs, plan);
  await harness.confirm(clientSecret, card);
  const changed = await completeCardChange(harness.needs, { ...plan, setupIntentId: intentOf(clientSecret) });
  await harness.sandbox.delivered();
  return changed;
}

/** Delivers every event so far again, newest first. */
export async function deliverAllAgain(harness: PaymentHarness): Promise<void> {
  for (const { payload } of [...harness.sentEvents].reverse()) {
    await receiveWebhook(harness.needs, harness.signed(JSON.parse(payload), harness.clock.now()));
  }
}
