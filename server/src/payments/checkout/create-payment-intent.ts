// Starts the one-time payment of a vault. The amount is the plan's price; the browser sends no amount.
import { refuse } from '../../platform/lib/refusal.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import {
  type BeginInput,
  begin,
  clientSecretOf,
  linkToVault,
  readPayable,
  reuseOpenPurchase,
} from './begin-purchase.ts';

/** @returns the client secret for the page. Every tab gets the same one. */
export async function createPaymentIntent(needs: PaymentNeeds, input: BeginInput): Promise<{ clientSecret: string }> {
  const { vaultId } = input;
  const payable = await readPayable(needs, input, 'once');
  const purchase =
    (await reuseOpenPurchase(needs, payable, { beginning: 'payment', whenPaid: 'already-paid' })) ??
    (await begin(needs, payable, { vaultId, beginning: 'payment', trialDays: 0 }));
  if (!(await linkToVault(needs, purchase))) refuse('already-paid');
  return { clientSecret: clientSecretOf(purchase) };
}
