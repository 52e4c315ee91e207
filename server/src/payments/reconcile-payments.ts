// Asks the card processor which events never reached us, and about every purchase that may have changed unheard, and settles
// what was missed: a closed tab and a lost event end as they would have. Bounded in number; what is left waits for the next run.
import type { Logger } from 'pino';
import { describeFault } from '../http/problem-reply.ts';
import { Refusal } from '../lib/refusal.ts';
import { listPurchasesToCheck, markChecked, type PurchaseRow } from '../purchases/purchase-store.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { handledEvents, processEvent } from './receive-webhook.ts';
import { refundPurchase } from './refund-purchase.ts';
import { settlePayment } from './settle-payment.ts';
import { stripeIdOf } from './upsert-purchase.ts';
import { withoutHandled } from './webhook-event-store.ts';

const max = 200;
const maxPages = 20;

type Needs = PaymentNeeds & { log: Pick<Logger, 'error'> };

/** Where the processor does not answer, the rest waits for the next run. */
export async function reconcilePayments(needs: Needs): Promise<void> {
  const isHeard = await processUndelivered(needs);
  if (isHeard) await checkPurchases(needs);
}

// The processor names an event for thirty days, also once it was handled here. Behind a page of which all is handled there is
// nothing that an earlier run has not seen.
async function processUndelivered(needs: Needs): Promise<boolean> {
  const { database, paymentGateway, log } = needs;
  try {
    let page: string | null = null;
    for (let pages = 0; pages < maxPages; pages++) {
      const { events, next } = await paymentGateway.listUndelivered(handledEvents, page);
      const fresh = await withoutHandled(database, events);
      for (const event of fresh.toReversed()) {
        await processEvent(needs, event).catch((error: unknown) => {
          if (error instanceof Refusal) throw error;
          log.error({ event: event.id, error: describeFault(error) }, 'an event could not be made good');
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
  const { database, clock, log } = needs;
  for (const row of await listPurchasesToCheck(database, clock.now(), max)) {
    try {
      await reconcile(needs, row);
    } catch (error) {
      if (error instanceof Refusal) return;
      log.error({ purchaseId: row.id, error: describeFault(error) }, 'a purchase could not be reconciled');
    }
    await markChecked(database, row.id, clock.now());
  }
}

async function reconcile(needs: PaymentNeeds, row: PurchaseRow): Promise<void> {
  if (row.status === 'refunding') return refundPurchase(needs, row);
  const purchase = await needs.paymentGateway.readPurchase(stripeIdOf(row));
  if (purchase) await settlePayment(needs, purchase);
}
