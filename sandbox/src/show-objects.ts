// The objects on the sandbox's page: each subscription and payment with its current state.
import type { SandboxObjects } from './objects.ts';
import type { SandboxStore } from './store.ts';

interface ShownSubscription {
  subscription: SandboxObjects['subscription'];
  card: SandboxObjects['payment_method'] | null;
  /** The newest one. */
  invoice: SandboxObjects['invoice'] | null;
}

interface ShownPayment {
  payment: SandboxObjects['payment_intent'];
  charge: SandboxObjects['charge'] | null;
  dispute: SandboxObjects['dispute'] | null;
}

export interface ShownSandbox {
  subscriptions: ShownSubscription[];
  payments: ShownPayment[];
  /** The newest ones. */
  events: SandboxObjects['event'][];
  /** Whether events are currently dropped. */
  dropsEvents: boolean;
}

/** Shows as many events as a repeat delivers. */
const eventsShown = 20;

export async function showSandbox(store: SandboxStore): Promise<ShownSandbox> {
  const subscriptions = await store.list('subscription', {});
  const payments = await store.list('payment_intent', {});
  return {
    subscriptions: await Promise.all(
      subscriptions.map(async (subscription) => ({
        subscription,
        card: await store.get('payment_method', subscription.default_payment_method ?? ''),
        invoice: await store.get('invoice', subscription.latest_invoice ?? ''),
      })),
    ),
    payments: await Promise.all(
      payments.map(async (payment) => ({
        payment,
        charge: await store.get('charge', payment.latest_charge ?? ''),
        dispute: await store.find('dispute', { payment_intent: payment.id }),
      })),
    ),
    events: (await store.list('event', {})).slice(0, eventsShown),
    dropsEvents: (await store.get('event_delivery', 'event_delivery'))?.drops ?? false,
  };
}
