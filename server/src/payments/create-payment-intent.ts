// Starts the one-time payment of a vault. The amount is the plan's price; the browser sends no amount.

import { centsOf } from '../lib/money.ts';
import { refuse } from '../lib/refusal.ts';
import {
  type BeginInput,
  clientSecretOf,
  customerOf,
  linkToVault,
  readPayable,
  reuseOpenPurchase,
} from './begin-purchase.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { stripeIdOf } from './upsert-purchase.ts';

/** @returns the client secret for the page. Every tab gets the same one. */
export async function createPaymentIntent(needs: PaymentNeeds, input: BeginInput): Promise<{ clientSecret: string }> {
  const payable = await readPayable(needs, input, 'once');
  const { plan, owner, earlier } = payable;
  const customerId = await customerOf(needs, owner);
  const purchase =
    (await reuseOpenPurchase(needs, payable, { beginning: 'payment', whenPaid: 'already-paid' })) ??
    (await needs.paymentGateway.beginPayment({
      vaultId: input.vaultId,
      userId: owner.id,
      planId: plan.id,
      customerId,
      amountCents: centsOf(plan.price),
      after: earlier && stripeIdOf(earlier),
    }));
  if (!(await linkToVault(needs, purchase))) refuse('already-paid');
  return { clientSecret: clientSecretOf(purchase) };
}
