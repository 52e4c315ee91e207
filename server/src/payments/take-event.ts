// An event of the card processor. It only says that something changed: the purchase is read anew, so that the order,
// the number and the age of events do not matter. An event that is not about a purchase is kept and otherwise ignored.
import { findPurchase } from '../plans/purchase-store.ts';
import { processorIdOf } from './keep-purchase.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { markEventHandled, recordEvent } from './payment-store.ts';
import { settlePayment } from './settle-payment.ts';

/** Everything after which a purchase can stand differently than before. */
const telling = new Set([
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.deleted',
]);

interface Delivery {
  payload: string;
  signature: string;
}

/** Where this fails the event stays unhandled, and the processor delivers it again. */
export async function takeEvent(needs: PaymentNeeds, { payload, signature }: Delivery): Promise<void> {
  const { database, clock, paymentGateway } = needs;
  const event = paymentGateway.readEvent(payload, signature, clock.now());
  const wasHandled = await recordEvent(database, event, clock.now());
  if (wasHandled) return;
  if (telling.has(event.type) && event.objectId) await settleObject(needs, event.objectId);
  await markEventHandled(database, event.id, clock.now());
}

// A subscription's first payment and the saving of its card are known here by the purchase they belong to.
async function settleObject(needs: PaymentNeeds, objectId: string): Promise<void> {
  const row = await findPurchase(needs.database, objectId);
  const purchase = await needs.paymentGateway.readPurchase(row ? processorIdOf(row) : objectId);
  if (purchase) await settlePayment(needs, purchase);
}
