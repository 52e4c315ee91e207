// Asks the card processor about every purchase that may have changed unheard, and settles what was missed: a closed tab and
// a lost event end as they would have. Bounded in number; what is left is first at the next run.
import type { Logger } from 'pino';
import { describeFault } from '../http/problem-reply.ts';
import { Refusal } from '../lib/refusal.ts';
import { listPurchasesToCheck, markChecked, type PurchaseRow } from '../plans/purchase-store.ts';
import { giveBack } from './give-back.ts';
import { processorIdOf } from './keep-purchase.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { settlePayment } from './settle-payment.ts';

const most = 200;

export async function reconcilePayments(needs: PaymentNeeds & { log: Pick<Logger, 'error'> }): Promise<void> {
  const { database, clock, log } = needs;
  for (const row of await listPurchasesToCheck(database, clock.now(), most)) {
    try {
      await reconcile(needs, row);
    } catch (error) {
      if (error instanceof Refusal) return; // the processor does not answer: the next run asks again
      log.error({ purchaseId: row.id, error: describeFault(error) }, 'a purchase could not be reconciled');
    }
    await markChecked(database, row.id, clock.now());
  }
}

async function reconcile(needs: PaymentNeeds, row: PurchaseRow): Promise<void> {
  if (row.status === 'returning') return giveBack(needs, row);
  const purchase = await needs.paymentGateway.readPurchase(processorIdOf(row));
  if (purchase) await settlePayment(needs, purchase);
}
