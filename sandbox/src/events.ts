// Sends webhook events to our own endpoint, signed as Stripe signs them. An event is marked as undelivered in its row until it is
// accepted, so a restart loses none. As with Stripe, it may arrive twice, late, or out of order.
import Stripe from 'stripe';
import { completed } from './complete.ts';
import type { DeliverEvent, SandboxNeeds } from './needs.ts';
import { newSandboxId, seconds } from './new-objects.ts';
import type { SandboxObjects } from './objects.ts';
import { listEventsToDeliver, type SandboxStore, sandboxStore } from './store.ts';

export async function recordEvent(store: SandboxStore, now: Date, type: Stripe.Event['type'], object: unknown) {
  const delivery = await store.get('event_delivery', 'event_delivery');
  await store.put({
    id: newSandboxId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: seconds(now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    type,
    dropped: delivery?.drops ?? false,
  });
}

type Needs = Pick<SandboxNeeds, 'database' | 'clock' | 'webhookSecret' | 'deliver'>;

/** The body of an event and its signature header, as Stripe would send them now. */
export function signEvent(event: object, { clock, webhookSecret }: Pick<Needs, 'clock' | 'webhookSecret'>) {
  const payload = JSON.stringify(completed(event));
  const timestamp = seconds(clock.now());
  return {
    payload,
    signature: Stripe.webhooks.generateTestHeaderString({ payload, timestamp, secret: webhookSecret }),
  };
}

const retryMilliseconds = [1000, 5000, 30_000, 120_000];

export function createEventDelivery(needs: Needs) {
  let round = Promise.resolve();
  let waiting = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;

  // At most one more round waits for the running one. It delivers everything recorded before it starts.
  function wake(): void {
    if (waiting) return;
    waiting = true;
    round = round.then(async () => {
      waiting = false;
      const delivered = await deliverAll(needs).catch(() => false);
      failures = delivered ? 0 : failures + 1;
      const delay = delivered ? undefined : retryMilliseconds[failures - 1];
      clearTimeout(retry);
      if (delay) retry = setTimeout(wake, delay).unref();
    });
  }
  return {
    wake,
    /** Resolves when delivery of every event recorded so far was attempted once. */
    async idle(): Promise<void> {
      for (let seen: unknown = null; waiting || seen !== round; ) {
        seen = round;
        await round;
      }
    },
    stop(): Promise<void> {
      clearTimeout(retry);
      return round;
    },
  };
}

async function deliverAll(needs: Needs): Promise<boolean> {
  const { database, clock, deliver } = needs;
  let all = true;
  for (const event of await listEventsToDeliver(database)) {
    const { payload, signature } = signEvent(event, needs);
    try {
      await deliver(payload, signature);
      await markDelivered(sandboxStore(database, clock.now()), event);
    } catch {
      all = false; // still undelivered in its row; it is retried
    }
  }
  return all;
}

export const markDelivered = (store: SandboxStore, event: SandboxObjects['event']): Promise<void> =>
  store.put({ ...event, pending_webhooks: 0, dropped: false });

/** Delivers over HTTP to an endpoint on this machine. */
export const postEvent =
  (address: string): DeliverEvent =>
  async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const response = await fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(`the endpoint answered ${response.status}`);
  };
