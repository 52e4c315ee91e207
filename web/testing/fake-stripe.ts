// A fake for Stripe's script: a card form that is ready immediately, and confirmations that end as the test says. It records which client
// secrets were confirmed, so that a test can tell a second charge from a repeated report.
import type { StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { vi } from 'vitest';

interface Confirmed {
  kind: 'payment' | 'setup';
  clientSecret: string;
}

export interface FakeStripe {
  /** How the next confirmations end: with an intent of this status, or with an error. */
  endsWith(outcome: string | Pick<StripeError, 'type' | 'message'>): void;
  /** The result of reading an intent again, such as after another tab has confirmed it. */
  finds(status: string): void;
  /** Holds the next confirmations until they are released. */
  hold(): () => void;
  /** The card form is not ready until the returned function is called. */
  loadsSlowly(): () => void;
  readonly confirmed: readonly Confirmed[];
}

interface Elements {
  clientSecret: string;
}

/** The current test's Stripe. */
export function fakeStripe(): FakeStripe {
  const fake = createFake();
  vi.stubGlobal('Stripe', Object.assign(stripeOfPage, { version: 'endive', fake }));
  return fake;
}

/** The current test's Stripe. If a test describes none, the script never finishes loading. */
const stripeOfPage = (): unknown => {
  const { Stripe } = window as unknown as { Stripe?: { fake: ReturnType<typeof createFake> } };
  return Stripe ? Stripe.fake.stripe : new Promise(() => {});
};

/** The loader keeps the first script it finds, even for later test files. It finds this one, which asks the current test. */
export async function loadFakeStripe(): Promise<void> {
  fakeStripe();
  await loadStripe('pk_test_1');
  vi.unstubAllGlobals();
}

export const declined = (message = 'Your card was declined.') => ({ type: 'card_error', message }) as const;

function createFake() {
  const confirmed: Confirmed[] = [];
  let outcome: string | object = 'succeeded';
  let found: string | object = { type: 'invalid_request_error', message: 'No such intent.' };
  let held: Promise<void> | undefined;
  let ready: Promise<void> = Promise.resolve();

  const resultOf = ({ kind, clientSecret }: Confirmed, end: string | object) =>
    typeof end === 'string' ? { [`${kind}Intent`]: { id: idOf(clientSecret), status: end } } : { error: end };
  const confirming =
    (kind: Confirmed['kind']) =>
    async ({ elements: { clientSecret } }: { elements: Elements }) => {
      confirmed.push({ kind, clientSecret });
      await held;
      return resultOf({ kind, clientSecret }, outcome);
    };
  const reading = (kind: Confirmed['kind']) => async (clientSecret: string) => resultOf({ kind, clientSecret }, found);
  return {
    confirmed,
    endsWith(end: string | object) {
      outcome = end;
    },
    finds(status: string) {
      found = status;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    loadsSlowly() {
      const { promise, resolve } = Promise.withResolvers<void>();
      ready = promise;
      return resolve;
    },
    stripe: {
      elements: ({ clientSecret }: Elements) => ({ clientSecret, ...elementsOf(clientSecret, () => ready) }),
      confirmPayment: confirming('payment'),
      confirmSetup: confirming('setup'),
      async handleNextAction({ clientSecret }: Elements) {
        confirmed.push({ kind: 'payment', clientSecret });
        return resultOf({ kind: 'payment', clientSecret }, outcome);
      },
      retrievePaymentIntent: reading('payment'),
      retrieveSetupIntent: reading('setup'),
      createToken() {},
      createPaymentMethod() {},
      confirmCardPayment() {},
    },
  };
}

/** The card form in the page shows which intent it is for. */
function elementsOf(clientSecret: string, ready: () => Promise<void>) {
  const element = {
    mount: (place: HTMLElement) => place.append(`Card form for ${idOf(clientSecret)}`),
    on: (event: string, listener: () => void) => void (event === 'ready' && ready().then(listener)),
    off() {},
    update() {},
    destroy() {},
  };
  return { create: () => element, getElement: () => element, update() {} };
}

const idOf = (clientSecret: string): string => clientSecret.split('_secret')[0] ?? '';
