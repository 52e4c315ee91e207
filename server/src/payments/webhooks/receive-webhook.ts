// Receives Stripe's webhook events. An event only signals a change: we read the purchase again, so the order, number and age
// of events do not matter. An event that is not about a purchase is stored and otherwise ignored.
import { findPurchase } from '../../plans/purchase-store.ts';
import type { CardEvent } from '../gateway/payment-gateway.ts';
import { handledEvents } from '../gateway/stripe-events.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import { settleDispute } from '../settlement/settle-dispute.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { settleRefund } from '../settlement/settle-refund.ts';
import { purchaseStripeId } from '../settlement/upsert-purchase.ts';
import { markEventHandled, recordEvent } from './webhook-event-store.ts';

const isRelevantType = new Set<string>(handledEvents);

interface Delivery {
  payload: string;
  signature: string;
}

/** If this fails, the event stays unhandled and Stripe delivers it again. */
export async function receiveWebhook(needs: PaymentNeeds, { payload, signature }: Delivery): Promise<void> {
  await processEvent(needs, needs.paymentGateway.readEvent(payload, signature, needs.clock.now()));
}

/** Does nothing for an event that was handled before. If this fails, the event stays unhandled. */
export async function processEvent(needs: PaymentNeeds, event: CardEvent): Promise<void> {
  const { database, clock } = needs;
  const wasHandled = await recordEvent(database, event, clock.now());
  if (wasHandled) return;
  if (isRelevantType.has(event.type) && event.objectId) await settleEvent(needs, event.type, event.objectId);
  await markEventHandled(database, event.id, clock.now());
}

async function settleEvent(needs: PaymentNeeds, type: string, objectId: string): Promise<void> {
  if (type.startsWith('charge.dispute.')) await settleDispute(needs, objectId);
  await settleObject(needs, objectId);
  if (type.includes('refund')) await settleRefund(needs, objectId);
}

// Our rows store the intent of a subscription's first payment or card setup, so both are found by the intent's id.
async function settleObject(needs: PaymentNeeds, objectId: string): Promise<void> {
  const row = await findPurchase(needs.database, objectId);
  // A card setup that belongs to no purchase may be a card change of a running plan.
  if (!row && objectId.startsWith('seti_')) return settleCard(needs, objectId);
  const purchase = await needs.paymentGateway.readPurchase(row ? purchaseStripeId(row) : objectId);
  if (purchase) await settlePayment(needs, purchase);
}

async function settleCard(needs: PaymentNeeds, setupIntentId: string): Promise<void> {
  const id = await needs.paymentGateway.attachCard(setupIntentId);
  const purchase = id && (await needs.paymentGateway.readPurchase(id));
  if (purchase) await settlePayment(needs, purchase);
}
