// Charges a payment intent. This is the only place where the sandbox charges.
import type { CallNeeds } from './answer.ts';
import { newSandboxId, seconds } from './new-objects.ts';
import type { PaymentIntent } from './objects.ts';

export async function charge(needs: CallNeeds, intent: PaymentIntent): Promise<PaymentIntent> {
  const { amount, currency, id } = intent;
  const charged = {
    object: 'charge',
    amount,
    amount_refunded: 0,
    currency,
    disputed: false,
    payment_intent: id,
    refunded: false,
  } as const;
  const chargeId = newSandboxId('ch');
  await needs.store.put({ ...charged, id: chargeId, created: seconds(needs.now) });
  return { ...intent, amount_received: amount, last_payment_error: null, latest_charge: chargeId };
}
