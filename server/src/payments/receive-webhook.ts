// An event of the card processor. It only says that something changed: the purchase is read again, so that the order,
// the number and the age of events do not matter. An event that is not about a purchase is kept and otherwise ignored.

import type { CardEvent } from '../gateway/payment-gateway.ts';
import { findPurchase } from '../purchases/purchase-store.ts';
import { notifyRefundOf } from './notify-refund.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { settleDispute } from './settle-dispute.ts';
import { settlePayment } from './settle-payment.ts';
import { stripeIdOf } from './upsert-purchase.ts';
import { markEventHandled, recordEvent } from './webhook-event-store.ts';

/** Everything after which a purchase can stand differently than before. The processor takes up to twenty in one question. */
export const handledEvents = [
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
] as const;
const telling = new Set<string>(handledEvents);

interface Delivery {
  payload: string;
  signature: string;
}

/** Where this fails the event stays unhandled, and the processor delivers it again. */
export async function receiveWebhook(needs: PaymentNeeds, { payload, signature }: Delivery): Promise<void> {
  await processEvent(needs, needs.paymentGateway.readEvent(payload, signature, needs.clock.now()));
}

/** Does nothing for an event that was handled before. Where this fails it stays unhandled. */
export async function processEvent(needs: PaymentNeeds, event: CardEvent): Promise<void> {
  const { database, clock } = needs;
  const wasHandled = await recordEvent(database, event, clock.now());
  if (wasHandled) return;
  if (telling.has(event.type) && event.objectId) await settleEvent(needs, event.type, event.objectId);
  await markEventHandled(database, event.id, clock.now());
}

async function settleEvent(needs: PaymentNeeds, type: string, objectId: string): Promise<void> {
  if (type.startsWith('charge.dispute.')) await settleDispute(needs, objectId);
  await settleObject(needs, objectId);
  if (type.includes('refund')) await notifyRefundOf(needs, objectId);
}

// A subscription's first payment and the saving of its card are known here by the purchase they belong to.
async function settleObject(needs: PaymentNeeds, objectId: string): Promise<void> {
  const row = await findPurchase(needs.database, objectId);
  // The saving of a card that belongs to no purchase from the start may be another card for one that runs.
  if (!row && objectId.startsWith('seti_')) return settleCard(needs, objectId);
  const purchase = await needs.paymentGateway.readPurchase(row ? stripeIdOf(row) : objectId);
  if (purchase) await settlePayment(needs, purchase);
}

async function settleCard(needs: PaymentNeeds, setupIntentId: string): Promise<void> {
  const id = await needs.paymentGateway.adoptCard(setupIntentId);
  const purchase = id && (await needs.paymentGateway.readPurchase(id));
  if (purchase) await settlePayment(needs, purchase);
}
