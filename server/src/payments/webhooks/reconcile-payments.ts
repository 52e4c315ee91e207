// Reconciles our rows with Stripe: processes undelivered events and checks purchases that may have changed, so that a closed
// tab or a lost event makes no difference. Each run is bounded; the rest waits for the next run.
import { listPurchasesToCheck, markChecked } from '../../plans/purchase-check-store.ts';
import type { PurchaseRow } from '../../plans/purchase-store.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import type { StripeSubscriptionId } from '../../platform/lib/ids.ts';
import { Refusal } from '../../platform/lib/refusal.ts';
import { handledEvents } from '../gateway/stripe-events.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import { refundPurchase } from '../settlement/refund-purchase.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { purchaseStripeId } from '../settlement/upsert-purchase.ts';
import { processEvent } from './receive-webhook.ts';
import { withoutHandledEvents } from './webhook-event-store.ts';

const max = 200;
/** Longer than Stripe's default retry period. */
const maxOwedDays = 30;
const maxPages = 20;

type Needs = PaymentNeeds & { reportFailure: (what: string, error: unknown) => void };

/** If Stripe does not answer, the rest waits for the next run. */
export async function reconcilePayments(needs: Needs): Promise<void> {
  const isComplete = await processUndelivered(needs);
  if (isComplete) await checkPurchases(needs);
}

// Stripe lists an undelivered event for thirty days, even after we have handled it here. Once a complete page is handled, a
// previous run has seen everything after it.
async function processUndelivered(needs: Needs): Promise<boolean> {
  const { database, paymentGateway, reportFailure } = needs;
  try {
    let page: string | null = null;
    for (let pages = 0; pages < maxPages; pages++) {
      const { events, next } = await paymentGateway.listUndelivered(handledEvents, page);
      const fresh = await withoutHandledEvents(database, events);
      for (const event of fresh.toReversed()) {
        await processEvent(needs, event).catch((error: unknown) => {
          if (error instanceof Refusal) throw error;
          reportFailure(`could not process the undelivered event ${event.id}`, error);
        });
      }
      if (fresh.length === 0 || !next) return true;
      page = next;
    }
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

async function checkPurchases(needs: Needs): Promise<void> {
  const { database, clock, reportFailure } = needs;
  for (const row of await listPurchasesToCheck(database, clock.now(), max)) {
    try {
      await reconcile(needs, row);
    } catch (error) {
      if (error instanceof Refusal) return;
      reportFailure(`could not reconcile the purchase ${row.id}`, error);
    }
    await markChecked(database, row.id, clock.now());
  }
}

async function reconcile(needs: PaymentNeeds, row: PurchaseRow): Promise<void> {
  if (row.status === 'refunding') return refundPurchase(needs, row);
  const { paymentGateway } = needs;
  const purchase = await paymentGateway.readPurchase(purchaseStripeId(row));
  if (!purchase) return;
  await settlePayment(needs, purchase);
  if (purchase.state !== 'past-due' || !(await isOwedTooLong(needs, purchase.id))) return;
  await paymentGateway.cancelPurchase(purchase);
  const ended = await paymentGateway.readPurchase(purchase.id);
  if (ended) await settlePayment(needs, ended);
}

// Ends a plan that is never paid, regardless of what Stripe is set to do after its last retry.
async function isOwedTooLong({ clock, paymentGateway }: PaymentNeeds, subscriptionId: string): Promise<boolean> {
  const invoices = await paymentGateway.listInvoices(subscriptionId as StripeSubscriptionId);
  const owed = invoices.findLast(({ isPaid }) => !isPaid);
  return owed !== undefined && owed.at < daysLater(clock.now(), -maxOwedDays);
}
