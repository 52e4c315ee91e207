// Begins the one-time payment of a vault. The amount is the plan's price; nothing of it comes from the browser.

import { centsOf } from '../lib/money.ts';
import { refuse } from '../lib/refusal.ts';
import { type BeginInput, customerOf, readPayable, reopen, secretOf, tieToVault } from './begin-purchase.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { stripeIdOf } from './upsert-purchase.ts';

/** @returns what the page confirms the payment with: the same for every tab. */
export async function createPaymentIntent(needs: PaymentNeeds, input: BeginInput): Promise<{ clientSecret: string }> {
  const payable = await readPayable(needs, input, 'once');
  const { plan, owner, earlier } = payable;
  const customerId = await customerOf(needs, owner);
  const purchase =
    (await reopen(needs, payable, { beginning: 'payment', whenPaid: 'already-paid' })) ??
    (await needs.paymentGateway.beginPayment({
      vaultId: input.vaultId,
      userId: owner.id,
      planId: plan.id,
      customerId,
      amountCents: centsOf(plan.price),
      after: earlier && stripeIdOf(earlier),
    }));
  if (!(await tieToVault(needs, purchase))) refuse('already-paid');
  return { clientSecret: secretOf(purchase) };
}
