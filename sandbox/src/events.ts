// Tells our own endpoint what happened in the sandbox, signed as the processor signs. An event waits in its row until it
// is taken, so none is lost by a restart; it may arrive twice, late, or after a later one, as real ones do.
import Stripe from 'stripe';
import type { DeliverEvent, SandboxNeeds } from './needs.ts';
import { newSandboxId, type SandboxObjects, seconds } from './objects.ts';
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

/** The body of an event and its signature header, as Stripe sends them at this moment. */
export function signEvent(event: object, { clock, webhookSecret }: Pick<Needs, 'clock' | 'webhookSecret'>) {
  const payload = JSON.stringify(event);
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

  // At most one further round waits for the one under way; it sees everything recorded until it begins.
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
    /** Resolves when everything recorded so far was tried once. */
    async idle(): Promise<void> {
      while (waiting) await round;
      await round;
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
      all = false; // its row says so; it is tried again
    }
  }
  return all;
}

export const markDelivered = (store: SandboxStore, event: SandboxObjects['event']): Promise<void> =>
  store.put({ ...event, pending_webhooks: 0, dropped: false });

/** Delivers by HTTP to an endpoint of this machine. */
export const postEvent =
  (address: string): DeliverEvent =>
  async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const response = await fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(`the endpoint answered ${response.status}`);
  };
