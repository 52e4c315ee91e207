// A simulated owner of a webhook run with two vaults, one paid once and one monthly. It records what must be charged, so that the
// check can compare.

import type { SandboxObjects } from '@remembrance/sandbox/objects.ts';
import { type SandboxStore, sandboxStore } from '@remembrance/sandbox/store.ts';
import { purchaseStripeId } from '@remembrance/server/payments/settlement/upsert-purchase.ts';
import type { PaymentHarness } from '@remembrance/server/testing/payment-harness.ts';
import { purchaseIdOf } from '@remembrance/server/testing/purchase-id.ts';
import type { Random } from '../support/random.ts';

/** `card-missed`: a month is unpaid, and the page that saved another card for it was closed. */
type Monthly =
  | 'unpaid'
  | 'trial-without-card'
  | 'trial'
  | 'paid'
  | 'owed'
  | 'card-missed'
  | 'ending'
  | 'paused'
  | 'ended';

export interface SimulatedOwner {
  ownerId: string;
  once: { vaultId: string; intentId: string; state: 'unpaid' | 'paid' | 'over' };
  monthly: { vaultId: string; stripeSubscriptionId: string; state: Monthly };
  /** What must have been charged to this owner and not refunded, in cents. */
  cents: number;
  /** The owner's credit from a change to a smaller plan. */
  creditCents: number;
  /** Months that could not be charged. */
  failures: number;
  /** Stripe ids of the payments and subscriptions that were replaced by a renewal. */
  earlier: string[];
  /** Restarts paid on a page that was then closed, whose webhook events may be undelivered. */
  missed: string[];
  /** The number of these that were refunded or lost to a dispute: they may have activated nothing, and so may have no receipt. */
  returnedMissed: number;
  pauses: number;
  cancellations: number;
  /** Whether the end of the trial is near enough for a letter. */
  isTrialEnding: boolean;
  /** The steps taken, printed with a violation. */
  history: string[];
}

export interface StepContext {
  harness: PaymentHarness;
  owner: SimulatedOwner;
  random: Random;
  store: SandboxStore;
}
export type Step = (context: StepContext) => Promise<void>;

const prices: Record<string, number> = { basic_subscription: 299, premium_subscription: 499 };

// Just past its end, so that exactly one month starts.
export async function passPeriod(
  { sandbox, database, clock }: PaymentHarness,
  { monthly }: SimulatedOwner,
): Promise<void> {
  const subscription = await sandboxStore(database, clock.now()).get('subscription', monthly.stripeSubscriptionId);
  const left = (subscription?.items.data[0]?.current_period_end ?? 0) - clock.now().getTime() / 1000;
  await sandbox.tools.passDays(monthly.stripeSubscriptionId, Math.max(Math.ceil(left / 86_400), 1));
}

// The price of the next month, less the owner's credit, which it uses up.
export async function useNextDue(owner: SimulatedOwner, store: SandboxStore): Promise<number> {
  const price = prices[await currentPlan(owner, store)] ?? 0;
  const due = Math.max(price - owner.creditCents, 0);
  owner.creditCents = Math.max(owner.creditCents - price, 0);
  return due;
}

/** The monthly plan's newest invoice; null if there is none. */
export async function newestInvoice({ owner, store }: StepContext): Promise<SandboxObjects['invoice'] | null> {
  const subscription = await store.get('subscription', owner.monthly.stripeSubscriptionId);
  return store.get('invoice', subscription?.latest_invoice ?? '');
}

export async function currentPlan({ monthly }: SimulatedOwner, store: SandboxStore): Promise<string> {
  const subscription = await store.get('subscription', monthly.stripeSubscriptionId);
  return subscription?.items.data[0]?.price.lookup_key?.split('/')[0] ?? '';
}

export const ownPlan = (harness: PaymentHarness, { ownerId, monthly }: SimulatedOwner) =>
  ownPurchase(harness, ownerId, monthly.stripeSubscriptionId);

export async function ownPurchase({ purchases }: PaymentHarness, ownerId: string, stripeId: string) {
  const row = (await purchases(ownerId)).find((one) => purchaseStripeId(one) === stripeId);
  return { ownerId, id: purchaseIdOf(row?.id) };
}
