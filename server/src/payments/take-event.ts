// An event of the card processor. It only says that something changed: the purchase is read anew, so that the order,
// the number and the age of events do not matter. An event that is not about a purchase is kept and otherwise ignored.
import { findPurchase } from '../plans/purchase-store.ts';
import { processorIdOf } from './keep-purchase.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { markEventHandled, recordEvent } from './payment-store.ts';
import { settlePayment } from './settle-payment.ts';
import { noteRefund } from './tell-of-refund.ts';

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
  'customer.subscription.trial_will_end',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.created',
  'refund.updated',
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
  if (telling.has(event.type) && event.objectId) {
    await settleObject(needs, event.objectId);
    if (/refund/.test(event.type)) await noteRefund(needs, event.objectId);
  }
  await markEventHandled(database, event.id, clock.now());
}

// A subscription's first payment and the saving of its card are known here by the purchase they belong to.
async function settleObject(needs: PaymentNeeds, objectId: string): Promise<void> {
  const row = await findPurchase(needs.database, objectId);
  // The saving of a card that belongs to no purchase from the start may be another card for one that runs.
  if (!row && objectId.startsWith('seti_')) return settleCard(needs, objectId);
  const purchase = await needs.paymentGateway.readPurchase(row ? processorIdOf(row) : objectId);
  if (purchase) await settlePayment(needs, purchase);
}

async function settleCard(needs: PaymentNeeds, setupIntentId: string): Promise<void> {
  const id = await needs.paymentGateway.adoptCard(setupIntentId);
  const purchase = id && (await needs.paymentGateway.readPurchase(id));
  if (purchase) await settlePayment(needs, purchase);
}
