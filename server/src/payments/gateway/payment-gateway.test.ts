// The contract of a payment gateway, run against every implementation.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gateways, type OpenGateway } from '../../../testing/gateways.ts';
import { newId, type StripeSubscriptionId } from '../../platform/lib/ids.ts';
import type { Purchase } from './payment-gateway.ts';

const id = () => newId(new Date());
const amountCents = 2999;

describe.each(Object.entries(gateways))('with %s', (_, open) => {
  let opened: OpenGateway;
  let customerId: string;
  let prices: { small: string; large: string };
  beforeAll(async () => {
    opened = await open();
    const { gateway } = opened;
    const ada = { email: 'ada@example.com', name: 'Ada Okafor', after: null };
    customerId = await gateway.createCustomer({ ...ada, userId: id() });
    const plan = { name: `suite_${id()}`, displayName: 'Suite', kind: 'monthly' } as const;
    const small = await gateway.ensurePrice({ ...plan, cents: 299 });
    const large = await gateway.ensurePrice({ ...plan, cents: 499 });
    prices = { small: small.priceId, large: large.priceId };
  });
  afterAll(() => opened.close());

  const bought = () => ({ vaultId: id(), userId: id(), planId: id(), customerId, after: null });
  const known = <T>(begun: T | null): T => begun ?? expect.fail('the customer is not known');
  const payment = async () => known(await opened.gateway.beginPayment({ ...bought(), amountCents }));
  const subscription = async (beginning: Purchase['beginning'], trialDays = 0) => {
    const priceId = prices.small;
    const begun = known(await opened.gateway.beginSubscription({ ...bought(), priceId, beginning, trialDays }));
    return { ...begun, id: begun.id as StripeSubscriptionId };
  };
  const now = (purchase: Pick<Purchase, 'id'>) => opened.gateway.readPurchase(purchase.id);

  test('one owner has one customer and one amount of a plan has one price, however often they are requested', async () => {
    const { gateway } = opened;
    const person = { userId: id(), email: 'edda@example.com', name: 'Edda', after: null };
    expect(await gateway.createCustomer(person)).toBe(await gateway.createCustomer(person));
    const plan = { name: `suite_${id()}`, displayName: 'Suite', kind: 'once', cents: 100 } as const;
    const first = await gateway.ensurePrice(plan);
    expect(await gateway.ensurePrice(plan)).toEqual(first);
    expect((await gateway.ensurePrice({ ...plan, cents: 200 })).priceId).not.toBe(first.priceId);
  });

  test('a payment is open until a card pays it, a declined card leaves it open, and its ids and price can be read back', async () => {
    const begun = await payment();
    expect(begun).toMatchObject({ kind: 'once', state: 'open', amountCents, currency: 'usd', customerId });
    await opened.confirm(begun.clientSecret, 'declined');
    expect(await now(begun)).toMatchObject({ state: 'open' });
    await opened.confirm(begun.clientSecret, 'pays');
    const { vaultId, userId, planId } = begun;
    expect(await now(begun)).toMatchObject({ state: 'paid', vaultId, userId, planId, amountCents, customerId });
  });

  test('a payment started twice with the same value of `after` is one payment', async () => {
    const input = { ...bought(), amountCents };
    const [one, other] = await Promise.all([opened.gateway.beginPayment(input), opened.gateway.beginPayment(input)]);
    expect(known(other).id).toBe(known(one).id);
  });

  test('an unknown customer fails to start a purchase, and a new one is created', async () => {
    const { gateway } = opened;
    const unknown = { ...bought(), customerId: 'cus_unknown0000000000' };
    expect(await gateway.beginPayment({ ...unknown, amountCents })).toBeNull();
    const plan = { priceId: prices.small, beginning: 'payment', trialDays: 0 } as const;
    expect(await gateway.beginSubscription({ ...unknown, ...plan })).toBeNull();
    const ada = { userId: id(), email: 'ada@example.com', name: 'Ada Okafor' };
    const first = await gateway.createCustomer({ ...ada, after: null });
    expect(await gateway.createCustomer({ ...ada, after: first })).not.toBe(first);
  });

  test('a cancelled payment can no longer be paid, and cancelling again is safe', async () => {
    const begun = await payment();
    await opened.gateway.cancelPurchase(begun);
    await opened.gateway.cancelPurchase(begun);
    await opened.confirm(begun.clientSecret, 'pays').catch(() => {});
    expect(await now(begun)).toMatchObject({ state: 'ended' });
  });

  test('a refund returns the full amount once, and the purchase has ended', async () => {
    const begun = await payment();
    await opened.confirm(begun.clientSecret, 'pays');
    await opened.gateway.refund(begun);
    await opened.gateway.refund(begun);
    expect(await now(begun)).toMatchObject({ state: 'ended' });
    const returned = { customerId, refundedCents: amountCents, isLost: false };
    expect(await opened.gateway.readReturned(begun.intentId ?? '')).toEqual(returned);
    expect(await opened.gateway.readLostDispute(begun.intentId ?? '')).toBeNull();
  });

  test('a subscription is paid for a month, can be cancelled at its end and continued, and lists its invoice', async () => {
    const begun = await subscription('payment');
    expect(begun).toMatchObject({ kind: 'monthly', state: 'open' });
    await opened.confirm(begun.clientSecret, 'pays');
    const paid = await now(begun);
    expect(paid).toMatchObject({
      state: 'paid',
      amountCents: 299,
      endsAt: null,
      card: { lastFour: '4242' },
    });
    const days = ((paid?.periodEnd?.getTime() ?? 0) - (paid?.periodStart?.getTime() ?? 0)) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
    await opened.gateway.setCancelAtPeriodEnd(begun.id, true);
    expect(await now(begun)).toMatchObject({ endsAt: paid?.periodEnd });
    await opened.gateway.setCancelAtPeriodEnd(begun.id, false);
    expect(await now(begun)).toMatchObject({ endsAt: null });
    expect(await opened.gateway.listInvoices(begun.id)).toMatchObject([
      { totalCents: 299, dueCents: 299, isPaid: true, intentId: begun.intentId },
    ]);
  });

  test('a free month runs without a card, or as soon as a card is set up, and charges nothing', async () => {
    const free = await subscription('trial-without-card', 30);
    expect(await now(free)).toMatchObject({ state: 'trial', card: null });
    const withCard = await subscription('trial-with-card', 30);
    expect(withCard).toMatchObject({ state: 'open' });
    await opened.confirm(withCard.clientSecret, 'pays');
    expect(await opened.gateway.attachCard(withCard.intentId ?? '', withCard.id)).toBe(withCard.id);
    expect(await now(withCard)).toMatchObject({ state: 'trial', card: { lastFour: '4242' } });
  });

  test('a change of plan costs what its preview shows, and the new price can be read back', async () => {
    const begun = await subscription('payment');
    await opened.confirm(begun.clientSecret, 'pays');
    const paid = await now(begun);
    const change = { id: begun.id, priceId: prices.large, at: paid?.periodStart ?? new Date() };
    expect(await opened.gateway.previewPlanChange(change)).toEqual({ dueCents: 200, creditCents: 0 });
    const planId = id();
    await opened.gateway.changePlan({ ...change, planId });
    expect(await now(begun)).toMatchObject({ state: 'paid', amountCents: 499, planId });
    const charged = (await opened.gateway.listInvoices(begun.id)).map(({ totalCents }) => totalCents);
    expect(charged.toSorted((one, other) => one - other)).toEqual([200, 299]);
  });

  test('an unknown id returns null, not a fault', async () => {
    const { gateway } = opened;
    expect(await gateway.readPurchase('pi_unknown0000000000000000')).toBeNull();
    expect(await gateway.readPurchase('sub_unknown000000000000000')).toBeNull();
    expect(await gateway.attachCard('seti_unknown000000000000000')).toBeNull();
  });
});
