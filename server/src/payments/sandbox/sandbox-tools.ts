// What a newcomer does to the sandbox that nobody can do to the processor: look at its objects, let time pass for a
// subscription, have its card declined, give a payment back, and deliver events again in another order.
import type { Database } from '../../database/open-database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { CallNeeds } from './sandbox-answer.ts';
import { sandboxCalls } from './sandbox-calls.ts';
import type { DeliverEvent } from './sandbox-events.ts';
import { recordEvent } from './sandbox-events.ts';
import { type SandboxObjects, seconds } from './sandbox-objects.ts';
import { lockSandbox, sandboxStore } from './sandbox-store.ts';
import { advanceSubscriptions, passTime, pauseSubscription } from './sandbox-subscriptions.ts';

export interface SandboxTools {
  show(): Promise<{
    subscriptions: SandboxObjects['subscription'][];
    payments: SandboxObjects['payment_intent'][];
    events: SandboxObjects['event'][];
  }>;
  /** Time passes for one subscription: its trial ends, its month is renewed, or that fails. */
  passDays(subscriptionId: string, days: number): Promise<void>;
  /** From now on the card of this subscription is declined, or pays again. */
  setDeclining(subscriptionId: string, declines: boolean): Promise<void>;
  /** The subscription rests until it is resumed, here or by its owner. */
  pause(subscriptionId: string): Promise<void>;
  resume(subscriptionId: string): Promise<void>;
  refund(paymentIntentId: string): Promise<void>;
  /** The newest events once more, newest first. */
  repeatEvents(): Promise<void>;
}

interface Needs {
  database: Database;
  clock: Clock;
  sign: (payload: string, timestamp: number) => string;
  deliver: DeliverEvent;
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  wake(): void;
}

const repeatedMost = 20;

export function createSandboxTools(needs: Needs): SandboxTools {
  const { database, clock, sign, deliver, inTurn, wake } = needs;
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
    async show() {
      const store = list();
      return {
        subscriptions: await store.list('subscription', {}),
        payments: await store.list('payment_intent', {}),
        events: (await store.list('event', {})).slice(0, repeatedMost),
      };
    },
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
    resume: (id) =>
      act(
        (call) =>
          sandboxCalls['POST subscriptions/:id/resume']?.run(call, new URLSearchParams(), id) ?? Promise.resolve(),
      ),
    refund: (id) =>
      act((call) => {
        const params = new URLSearchParams({ payment_intent: id });
        return sandboxCalls['POST refunds']?.run(call, params, '') ?? Promise.resolve();
      }),
    async repeatEvents() {
      for (const event of (await list().list('event', {})).slice(0, repeatedMost)) {
        const payload = JSON.stringify(event);
        await deliver(payload, sign(payload, seconds(clock.now()))).catch(() => {}); // as lost ones are
      }
    },
  };
}
