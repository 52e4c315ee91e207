// Starts the monthly plan of a vault: with the free month, which each owner gets once, or with the first payment.
import { findPlan } from '@remembrance/contract/plan-catalogue.ts';
import { findUser } from '../../people/users/user-store.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { Beginning, Purchase } from '../gateway/payment-gateway.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import { activeStatus, settlePayment } from '../settlement/settle-payment.ts';
import {
  type BeginInput,
  begin,
  clientSecretOf,
  linkToVault,
  type Payable,
  readPayable,
  reuseOpenPurchase,
} from './begin-purchase.ts';
import { settleForPage } from './complete-payment.ts';

interface Input extends BeginInput {
  promo?: 'freetrial' | undefined;
}
type StartedSubscription =
  | { status: 'needs-card'; clientSecret: string; trial: boolean }
  | { status: 'trialing'; trial: true };

export async function createSubscription(needs: PaymentNeeds, input: Input): Promise<StartedSubscription> {
  const payable = await readPayable(needs, input, 'monthly');
  const trialDays = trialDaysFor(payable);
  const beginning: Beginning =
    trialDays === 0 ? 'payment' : input.promo === 'freetrial' ? 'trial-without-card' : 'trial-with-card';
  const purchase =
    (await reuseOpenPurchase(needs, payable, { beginning, whenPaid: 'already-paid' })) ??
    (await begin(needs, payable, { vaultId: input.vaultId, beginning, trialDays }));
  if (purchase.state === 'paid') {
    await settleForPage(needs, purchase); // the owner's credit covered the first month
    refuse('already-paid');
  }
  const isLinked = await linkToVault(needs, purchase);
  if (purchase.state === 'trial') return startTrial(needs, input, purchase);
  if (!isLinked) refuse('already-paid');
  return { status: 'needs-card', clientSecret: clientSecretOf(purchase), trial: trialDays > 0 };
}

const trialDaysFor = ({ owner, plan }: Payable): number =>
  owner.trialStartedAt ? 0 : (findPlan(plan.name)?.trialDays ?? 0);

// A trial without a card runs immediately: there is nothing to confirm.
async function startTrial(needs: PaymentNeeds, input: Input, purchase: Purchase): Promise<StartedSubscription> {
  const settlement = await settlePayment(needs, purchase);
  if (settlement.outcome === 'settled') return { status: 'trialing', trial: true };
  if (activeStatus(settlement)) refuse('already-paid');
  // Another vault of this owner used the free month in the meantime, so this one starts with a payment.
  const owner = await findUser(needs.database, input.ownerId);
  if (owner?.trialStartedAt) return createSubscription(needs, input);
  throw new Error(`a trial did not begin: ${settlement.outcome}`);
}
