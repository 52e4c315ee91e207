// The repairing job: what nobody told us of is found and settled.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refuse } from '../lib/refusal.ts';
import { openPaymentOffice, type PaymentOffice } from '../testing/payment-office.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { createSubscription } from './create-subscription.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let office: PaymentOffice;
beforeEach(async () => {
  office = await openPaymentOffice();
});
afterEach(() => office.close());

const statusOf = async (vaultId: string) => (await office.vault(vaultId))?.paymentStatus;

test('PAY-31: a payment of a closed tab whose event was lost is settled by the job, once', async () => {
  office.eventsArrive(false);
  const ownerId = await office.owner();
  const once = await office.draft(ownerId, 'basic_one_time');
  const monthly = await office.draft(ownerId, 'basic_subscription');
  const payment = await createPaymentIntent(office.needs, { ownerId, vaultId: once });
  const trial = await createSubscription(office.needs, { ownerId, vaultId: monthly });
  await office.confirm(payment.clientSecret);
  if (trial.status === 'needs-card') await office.confirm(trial.clientSecret);
  await Promise.all([reconcilePayments(office.needs), reconcilePayments(office.needs)]);
  expect([await statusOf(once), await statusOf(monthly)]).toEqual(['paid', 'trial']);
  expect(await office.lettersOf(once)).toEqual(['executor-code', 'payment-receipt']);
  expect(office.faults).toEqual([]);
});

test('PAY-32: a purchase left open is asked about often for a day, daily for a month, and then no more', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_one_time');
  await createPaymentIntent(office.needs, { ownerId, vaultId });
  let asked = 0;
  const { readPurchase } = office.paymentGateway;
  const counting = {
    ...office.paymentGateway,
    readPurchase(id: string) {
      asked += 1;
      return readPurchase(id);
    },
  };
  const looks = async (times: number, span: { hours?: number; minutes?: number; days?: number }) => {
    asked = 0;
    for (let look = 0; look < times; look++) {
      await reconcilePayments({ ...office.needs, paymentGateway: counting });
      office.clock.pass(span);
    }
    return asked;
  };
  expect(await looks(5, { minutes: 2 })).toBe(5);
  office.clock.pass({ days: 2 });
  expect(await looks(12, { hours: 2 })).toBe(1);
  office.clock.pass({ days: 40 });
  expect(await looks(5, { hours: 1 })).toBe(0);
});

test('PAY-33: a fault with one purchase is told and does not keep the others waiting; a processor away ends the round', async () => {
  office.eventsArrive(false);
  const ownerId = await office.owner();
  const vaultIds = [await office.draft(ownerId, 'basic_one_time'), await office.draft(ownerId, 'premium_one_time')];
  for (const vaultId of vaultIds) {
    office.clock.pass({ seconds: 1 });
    await office.confirm((await createPaymentIntent(office.needs, { ownerId, vaultId })).clientSecret);
  }
  await office.sandbox.delivered(); // and lost: an event still on its way would be taken up before the purchases are
  const { readPurchase } = office.paymentGateway;
  let calls = 0;
  const away = {
    ...office.paymentGateway,
    async readPurchase() {
      calls += 1;
      return refuse('service-busy');
    },
  };
  await reconcilePayments({ ...office.needs, paymentGateway: away });
  expect(calls).toBe(1);

  let first = true;
  const faulty = {
    ...office.paymentGateway,
    readPurchase(id: string) {
      if (!first) return readPurchase(id);
      first = false;
      throw new Error('an answer nobody expected');
    },
  };
  await reconcilePayments({ ...office.needs, paymentGateway: faulty });
  expect(office.faults).toHaveLength(1);
  expect(await Promise.all(vaultIds.map(statusOf))).toEqual(['unpaid', 'paid']);
});
