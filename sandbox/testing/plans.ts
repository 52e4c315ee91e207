// For tests: prices and subscriptions, created by the product's own calls, and the card that a page uses to confirm them.
import type Stripe from 'stripe';
import { cards } from '../src/card-page.ts';
import type { TestSandbox } from './open-test-sandbox.ts';

export const daySeconds = 86_400;

export async function openTestPlans({ stripe, confirm, objects }: TestSandbox) {
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com', name: 'Ada Lindqvist' });
  const priceOf = async (cents: number, recurring = true) => {
    const interval = { recurring: { interval: 'month' } } as const;
    const product = { product_data: { name: 'Plan' }, lookup_key: `plan/${cents}/${recurring}` };
    const transfer = { transfer_lookup_key: true };
    const price = { currency: 'usd', unit_amount: cents, ...product, ...transfer, ...(recurring && interval) };
    return (await stripe.prices.create(price)).id;
  };
  const prices = { small: await priceOf(299), large: await priceOf(499), once: await priceOf(2999, false) };
  const begin = (more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create({
      customer,
      items: [{ price: prices.small }],
      payment_behavior: 'default_incomplete',
      expand: ['pending_setup_intent', 'latest_invoice.confirmation_secret'],
      ...more,
    });
  const read = (id: string) =>
    stripe.subscriptions.retrieve(id, { expand: ['default_payment_method', 'latest_invoice'] });
  return {
    customer,
    prices,
    begin,
    read,
    /** A plan whose first month is paid. */
    async paid(card: string = cards.pays) {
      const { id, latest_invoice: invoice } = await begin();
      const { error } = await confirm((invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? '', card);
      if (error) throw new Error(error.message);
      return id;
    },
    /** A plan in its free month, with a saved card. */
    async trial(card: string | null = cards.pays) {
      const { id, pending_setup_intent: setup } = await begin({ trial_period_days: 30 });
      if (!card) return id;
      const { id: setupId, client_secret: secret } = setup as Stripe.SetupIntent;
      await confirm(secret ?? '', card);
      const { payment_method: method } = await stripe.setupIntents.retrieve(setupId);
      await stripe.subscriptions.update(id, { default_payment_method: String(method) });
      return id;
    },
    /** Makes another card the plan's own, as the billing page does. */
    async changeCard(id: string, card: string, authenticate?: TestSandbox['authenticate']) {
      const setup = await stripe.setupIntents.create({ customer, automatic_payment_methods: { enabled: true } });
      await confirm(setup.client_secret ?? '', card);
      await authenticate?.(setup.client_secret ?? '', 'complete');
      const { payment_method: method } = await stripe.setupIntents.retrieve(setup.id);
      await stripe.subscriptions.update(id, { default_payment_method: String(method) });
    },
    /** The amounts charged so far, in cents, the smallest first. */
    async charged() {
      const charges = await objects<{ amount: number }>('charge');
      return charges.map(({ amount }) => amount).toSorted((one, other) => one - other);
    },
    async period(id: string) {
      const { current_period_start: start, current_period_end: end } = (await read(id)).items.data[0] ?? {};
      return [start, end].map((moment) => new Date((moment ?? 0) * 1000).toISOString().slice(0, 10));
    },
  };
}
export type TestPlans = Awaited<ReturnType<typeof openTestPlans>>;

/** The error of a refused call. */
export async function errorOf(
  call: Promise<unknown>,
): Promise<{ code?: string; statusCode?: number; message: string; param?: string }> {
  return call.then(
    () => ({ message: 'the call was accepted' }),
    (error) => error,
  );
}
