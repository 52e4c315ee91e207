// For fault runs: a process that takes the card processor's events as the endpoint does, on a database it is told, so that it
// can be killed between any two of its statements. Each message is one delivery; it is answered once it was taken.
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { systemClock } from '../src/lib/clock.ts';
import { receiveWebhook } from '../src/payments/receive-webhook.ts';
import { reconcilePayments } from '../src/payments/reconcile-payments.ts';
import { createServices } from '../src/services.ts';

interface Delivery {
  /** The name of the delivery, for its answer. */
  number: number;
  /** The run's moment. */
  at: string;
  /** Absent where the reconciling job is to run instead. */
  event?: { payload: string; signature: string };
}

let now = new Date();
const services = await createServices(readConfig(), pino({ level: 'silent' }), { ...systemClock, now: () => now });
await services.queue.start();
process.on('message', async ({ number, at, event }: Delivery) => {
  now = new Date(at);
  try {
    await (event ? receiveWebhook(services, event) : reconcilePayments(services));
    process.send?.({ number, taken: true });
  } catch {
    process.send?.({ number, taken: false });
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.({ number: 0, taken: true });
