// A process that receives webhook events in a webhook run, as the endpoint does, on a given database, so that it can be
// killed between any two of its statements. Each message is one delivery, and is acknowledged once it is accepted.

import { flushCompileCache } from 'node:module';
import { receiveWebhook } from '@remembrance/server/payments/webhooks/receive-webhook.ts';
import { reconcilePayments } from '@remembrance/server/payments/webhooks/reconcile-payments.ts';
import { systemClock } from '@remembrance/server/platform/lib/clock.ts';
import { createServices } from '@remembrance/server/services.ts';
import { readConfig } from '@remembrance/server/settings/config.ts';
import { pino } from 'pino';

interface Delivery {
  /** Identifies the delivery in its acknowledgement. */
  number: number;
  /** The current time of the run. */
  at: string;
  /** If missing, the reconciliation job runs instead. */
  event?: { payload: string; signature: string };
}

let now = new Date();
const services = await createServices(readConfig(), pino({ level: 'silent' }), { ...systemClock, now: () => now });
process.on('message', async ({ number, at, event }: Delivery) => {
  now = new Date(at);
  try {
    await (event ? receiveWebhook(services, event) : reconcilePayments(services));
    process.send?.({ number, accepted: true });
  } catch {
    process.send?.({ number, accepted: false });
  }
});
process.on('disconnect', () => process.exit(0));
flushCompileCache(); // it may be killed, and the next one starts sooner
process.send?.({ number: 0, accepted: true });
