// Begins the monthly plan of a vault: with its free month, which each owner is given once, or with the first payment.
import { findPlan } from '@remembrance/contract/plan-catalogue.ts';
import type { Beginning, Purchase } from '../gateway/payment-gateway.ts';
import { refuse } from '../lib/refusal.ts';
import { findUser } from '../users/user-store.ts';
import {
  type BeginInput,
  customerOf,
  type Payable,
  readPayable,
  reopen,
  secretOf,
  tieToVault,
} from './begin-purchase.ts';
import { settleForPage } from './complete-payment.ts';
import { priceNameOf } from './ensure-price.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { isPriceOf } from './price-rules.ts';
import { activeStatus, settlePayment } from './settle-payment.ts';
import { stripeIdOf } from './upsert-purchase.ts';

interface Input extends BeginInput {
  promo?: 'freetrial' | undefined;
}
type Begun = { status: 'needs-card'; clientSecret: string; trial: boolean } | { status: 'trialing'; trial: true };

export async function createSubscription(needs: PaymentNeeds, input: Input): Promise<Begun> {
  const payable = await readPayable(needs, input, 'monthly');
  const trialDays = trialDaysFor(payable);
  const beginning: Beginning =
    trialDays === 0 ? 'payment' : input.promo === 'freetrial' ? 'trial-without-card' : 'trial-with-card';
  const purchase =
    (await reopen(needs, payable, { beginning, whenPaid: 'already-paid' })) ??
    (await begin(needs, payable, { ...input, beginning, trialDays }));
  if (purchase.state === 'paid') {
    await settleForPage(needs, purchase); // credit of the owner's covered the first month
    refuse('already-paid');
  }
  const isTied = await tieToVault(needs, purchase);
  if (purchase.state === 'trialing') return startTrial(needs, input, purchase);
  if (!isTied) refuse('already-paid');
  return { status: 'needs-card', clientSecret: secretOf(purchase), trial: trialDays > 0 };
}

const trialDaysFor = ({ owner, plan }: Payable): number =>
  owner.trialStartedAt ? 0 : (findPlan(plan.name)?.trialDays ?? 0);

interface Begin {
  vaultId: string;
  beginning: Beginning;
  trialDays: number;
}

async function begin(needs: PaymentNeeds, { owner, plan, earlier }: Payable, input: Begin): Promise<Purchase> {
  const customerId = await customerOf(needs, owner);
  const purchase = await needs.paymentGateway.beginSubscription({
    ...input,
    userId: owner.id,
    planId: plan.id,
    customerId,
    priceId: await priceNameOf(needs, plan),
    after: earlier && stripeIdOf(earlier),
  });
  if (!isPriceOf(purchase, plan)) throw new Error(`the price of ${plan.name} at the card processor is another`);
  return purchase;
}

// Without a card there is nothing to wait for: the free month runs already.
async function startTrial(needs: PaymentNeeds, input: Input, purchase: Purchase): Promise<Begun> {
  const settlement = await settlePayment(needs, purchase);
  if (settlement.outcome === 'settled') return { status: 'trialing', trial: true };
  if (activeStatus(settlement)) refuse('already-paid');
  // Another vault of this owner took the free month in the meantime: this one begins with a payment.
  const owner = await findUser(needs.database, input.ownerId);
  if (owner?.trialStartedAt) return createSubscription(needs, input);
  throw new Error(`a trial did not begin: ${settlement.outcome}`);
}
