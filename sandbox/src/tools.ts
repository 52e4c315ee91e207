// Developer tools that Stripe does not have: view the objects, let time pass for a subscription, make its card decline,
// refund or dispute a payment, and drop, repeat or reorder events.
import type { CallNeeds } from './answer.ts';
import { sandboxCalls } from './calls.ts';
import { closeDispute, openDispute } from './disputes.ts';
import { markDelivered, recordEvent, signEvent } from './events.ts';
import type { SandboxNeeds } from './needs.ts';
import { type ShownSandbox, showSandbox } from './show-objects.ts';
import { lockSandbox, sandboxStore } from './store.ts';
import { advanceSubscriptions, passTime, pauseSubscription } from './subscriptions.ts';

export interface SandboxTools {
  show(): Promise<ShownSandbox>;
  /** Lets time pass for one subscription: its trial ends, its period renews, or the charge fails. */
  passDays(subscriptionId: string, days: number): Promise<void>;
  /** Makes the card of this subscription decline from now on, or pay again. */
  setDeclining(subscriptionId: string, declines: boolean): Promise<void>;
  /** Pauses the subscription until it is resumed, here or by its owner. */
  pause(subscriptionId: string): Promise<void>;
  resume(subscriptionId: string): Promise<void>;
  refund(paymentIntentId: string): Promise<void>;
  /** The payer's bank withholds the payment until the dispute is closed. */
  dispute(paymentIntentId: string): Promise<void>;
  /** If lost, the bank keeps the money. If won, the money is returned. */
  closeDispute(paymentIntentId: string, outcome: 'won' | 'lost'): Promise<void>;
  /** Drops events from now on, or delivers them. Dropped events stay undelivered. */
  setDropping(drops: boolean): Promise<void>;
  /** Answers the next call that has a key with one of Stripe's own faults, and repeats that answer for the key. */
  breakNext(): void;
  /** Delivers the newest events again, including dropped ones. */
  repeatEvents(order: 'oldest-first' | 'newest-first'): Promise<void>;
}

interface Needs extends SandboxNeeds {
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  faults: { planned: number };
  wake(): void;
}

export function createSandboxTools(needs: Needs): SandboxTools {
  const { database, clock, deliver, inTurn, wake } = needs;
  const act = async (work: (call: CallNeeds) => Promise<unknown>) => {
    await inTurn(() =>
      database.transaction(async (tx) => {
        await lockSandbox(tx);
        const now = clock.now();
        const store = sandboxStore(tx, now);
        const call: CallNeeds = { store, now, emit: (type, object) => recordEvent(store, now, type, object) };
        await work(call);
        await advanceSubscriptions({ ...call, tx });
      }),
    );
    wake();
  };
  const list = () => sandboxStore(database, clock.now());
  return {
    show: () => showSandbox(list()),
    passDays: (id, days) =>
      act(async (call) => {
        const subscription = await call.store.get('subscription', id);
        if (subscription && subscription.status !== 'canceled') await passTime(call, subscription, days);
      }),
    setDeclining: (id, declines) =>
      act(async ({ store }) => {
        const subscription = await store.get('subscription', id);
        const card = await store.get('payment_method', subscription?.default_payment_method ?? '');
        if (card) await store.put({ ...card, behaviour: declines ? 'declines-charges' : 'pays' });
      }),
    pause: (id) =>
      act(async (call) => {
        const subscription = await call.store.get('subscription', id);
        const runs = ['trialing', 'active', 'past_due'].includes(subscription?.status ?? '');
        if (subscription && runs) await pauseSubscription(call, subscription);
      }),
    resume: (id) => act((call) => runCall('POST subscriptions/:id/resume', call, {}, id)),
    refund: (id) => act((call) => runCall('POST refunds', call, { payment_intent: id })),
    dispute: (id) => act((call) => openDispute(call, id)),
    closeDispute: (id, outcome) => act((call) => closeDispute(call, id, outcome)),
    setDropping: (drops) => act(({ store }) => store.put({ id: 'event_delivery', object: 'event_delivery', drops })),
    breakNext() {
      needs.faults.planned += 1;
    },
    async repeatEvents(order) {
      const { events } = await showSandbox(list());
      for (const event of order === 'newest-first' ? events : events.toReversed()) {
        const { payload, signature } = signEvent(event, needs);
        const isTaken = await deliver(payload, signature).then(
          () => true,
          () => false, // stays undelivered, like dropped events
        );
        if (isTaken) await markDelivered(list(), event);
      }
    },
  };
}

const runCall = async (name: string, call: CallNeeds, params: Record<string, string>, id = ''): Promise<unknown> =>
  sandboxCalls[name]?.run(call, new URLSearchParams(params), id);
