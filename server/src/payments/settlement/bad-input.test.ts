// Every payment call with invalid input: each is refused with its own code, or accepted without effect, and no person,
// vault, purchase, letter or act changes.
import { api } from '@remembrance/contract/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../../../testing/fingerprint.ts';
import { openPaymentCases, type PaymentCases } from '../../../testing/payment-cases.ts';
import type { Owner } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { minutesLater } from '../../platform/lib/clock.ts';

let app: TestApp;
let cases: PaymentCases;
/** Two owners, each with a one-time plan and a monthly plan in its trial. */
let own: Awaited<ReturnType<PaymentCases['pay']>>;
let foreign: Awaited<ReturnType<PaymentCases['pay']>>;
let payer: Owner;
let other: Owner;
let left: { once: string; monthly: string };
let savedCards: { foreign: string; unconfirmed: string };
beforeAll(async () => {
  app = await openTestApp();
  cases = await openPaymentCases(app);
  [payer, other] = [await cases.newOwner(), await cases.newOwner()];
  [own, foreign] = [await cases.pay(payer), await cases.pay(other)];
  const { owner } = cases;
  left = { once: (await cases.beginOnce(owner)).id, monthly: (await cases.beginMonthly(owner)).id };
  savedCards = {
    foreign: await cases.saveCard(other, foreign.monthlyPlan),
    unconfirmed: await cases.saveCard(payer, own.monthlyPlan, ''),
  };
}, 60_000);
afterAll(() => app.close());

interface Answer {
  statusCode: number;
  body: string;
  json(): { code?: string };
}

/** Excluded: the sandbox's own objects, and the received webhook events. */
const notOurs = ['sandbox_objects', 'payment_events'];

async function expectRefused(call: () => Promise<Answer>, status: number, code: string): Promise<void> {
  const before = await fingerprint(app.database, notOurs);
  const answer = await call();
  expect([answer.statusCode, answer.json().code], answer.body).toEqual([status, code]);
  expect(await fingerprint(app.database, notOurs)).toEqual(before);
}

const refusedVaults: [string, number, string][] = [
  ['a foreign vault', 404, 'vault-not-found'],
  ['an unknown vault', 404, 'vault-not-found'],
  ['an invalid id', 404, 'vault-not-found'],
  ['a deleted vault', 404, 'vault-not-found'],
  ['a paid vault', 409, 'already-paid'],
  ['a released vault', 409, 'already-paid'],
  ['a lapsed vault', 403, 'plan-lapsed'],
  ['a vault of the other kind of plan', 409, 'wrong-plan-kind'],
  ['a vault of an unknown plan', 409, 'wrong-plan-kind'],
  ['a vault of a plan that is not on offer', 409, 'wrong-plan-kind'],
];

const beginnings = [
  ['a payment', 'once', api.createPaymentIntent],
  ['a monthly plan', 'monthly', api.createSubscription],
] as const;
describe("no purchase is started for a vault that can't be paid for", () =>
  describe.each(beginnings)('%s', (_, kind, endpoint) => {
    test.each(refusedVaults)('a purchase for %s is refused', async (name, status, code) => {
      const named = cases[kind][name];
      if (!named) throw new Error(`there is no case ${name}`);
      await expectRefused(() => named.owner.call(endpoint, { body: { vaultId: named.id } }), status, code);
    });

    test.each([
      ['an amount', { amount: 1 }],
      ['a price', { price: '0.01' }],
      ['a currency', { currency: 'xxx' }],
      ['a plan', { planType: 'basic_one_time' }],
      ['an owner', { ownerId: 'somebody' }],
      ['no vault', { vaultId: undefined }],
      ['an empty vault', { vaultId: '' }],
      ['a list of vaults', { vaultId: ['one', 'other'] }],
    ])('a body with %s is refused', async (__, changes) => {
      const body = { vaultId: cases[kind]['a foreign vault']?.id, ...changes } as never;
      await expectRefused(() => cases.stranger.call(endpoint, { body }), 400, 'invalid-input');
    });

    test('a call without a session, or from another site, is refused', async () => {
      const body = { vaultId: cases[kind]['a foreign vault']?.id ?? '' };
      const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
      await expectRefused(() => app.caller().call(endpoint, { body }), 401, 'unauthorized');
      await expectRefused(() => cases.stranger.call(endpoint, { body, headers }), 403, 'origin-refused');
    });
  }));

describe("the page's report is not trusted", () => {
  test.each<[string, () => object, number, string]>([
    [
      "a report of another owner's payment is refused",
      () => ({ paymentIntentId: foreign.payment.id }),
      409,
      'payment-refused',
    ],
    [
      "a report of another owner's saved card is refused",
      () => ({ setupIntentId: foreign.card.id }),
      409,
      'payment-refused',
    ],
    [
      "a report of another owner's card for a running plan is refused",
      () => ({ setupIntentId: savedCards.foreign }),
      409,
      'payment-refused',
    ],
    [
      'a report of a card for a running plan is refused',
      () => ({ setupIntentId: savedCards.unconfirmed }),
      409,
      'payment-refused',
    ],
    ['a report of an unknown payment is refused', () => ({ paymentIntentId: 'pi_unknown' }), 409, 'payment-refused'],
    ['a report of something else is refused', () => ({ paymentIntentId: '../customers' }), 409, 'payment-refused'],
    [
      'a report of two purchases is refused',
      () => ({ paymentIntentId: 'pi_1', setupIntentId: 'seti_1' }),
      400,
      'invalid-input',
    ],
    ['a report of no purchase is refused', () => ({}), 400, 'invalid-input'],
    ['a report with an empty id is refused', () => ({ paymentIntentId: '' }), 400, 'invalid-input'],
    [
      'a report with an overlong id is refused',
      () => ({ paymentIntentId: `pi_${'1'.repeat(300)}` }),
      400,
      'invalid-input',
    ],
    [
      'a report with an amount is refused',
      () => ({ paymentIntentId: own.payment.id, amount: 2999 }),
      400,
      'invalid-input',
    ],
    [
      'a report that names another vault is refused',
      () => ({ paymentIntentId: own.payment.id, vaultId: own.card.vaultId }),
      400,
      'invalid-input',
    ],
  ])('%s', async (_, body, status, code) => {
    await expectRefused(() => payer.call(api.completePayment, { body: body() as never }), status, code);
  });

  test.each(['once', 'monthly'] as const)(
    'a report of a purchase (%s) that was started and not confirmed is refused',
    async (kind) => {
      const body = kind === 'once' ? { paymentIntentId: left.once } : { setupIntentId: left.monthly };
      await expectRefused(() => cases.owner.call(api.completePayment, { body }), 409, 'payment-incomplete');
    },
  );

  test('a report of a payment that was settled before names its vault, and changes nothing', async () => {
    const before = await fingerprint(app.database, notOurs);
    const answer = await payer.ask(api.completePayment, { body: { paymentIntentId: own.payment.id } });
    expect(answer).toEqual({ vaultId: own.payment.vaultId, paymentStatus: 'paid' });
    expect(await fingerprint(app.database, notOurs)).toEqual(before);
  });
});

describe('an event that Stripe did not sign is refused', () => {
  const event = () => ({
    id: 'evt_forged',
    object: 'event',
    type: 'payment_intent.succeeded',
    livemode: false,
    data: { object: { id: left.once, object: 'payment_intent', status: 'succeeded' } },
  });
  test.each<[string, () => { payload: string; signature?: string }]>([
    ['without a signature', () => ({ payload: JSON.stringify(event()) })],
    ['with an empty signature', () => ({ payload: JSON.stringify(event()), signature: '' })],
    ['with a made-up signature', () => ({ payload: JSON.stringify(event()), signature: 't=1,v1=00' })],
    ['signed by another', () => cases.signed(event(), { secret: 'whsec_of_somebody_else' })],
    ['signed five minutes ago', () => cases.signed(event(), { ageSeconds: 301 })],
    ['of the other mode', () => cases.signed({ ...event(), livemode: true })],
    ['of no mode', () => cases.signed({ ...event(), livemode: undefined })],
    ['altered after it was signed', () => ({ ...cases.signed(event()), payload: `${JSON.stringify(event())} ` })],
    ['that is not JSON', () => ({ payload: 'not json', signature: cases.signed(event()).signature ?? '' })],
    ['that is empty', () => ({ payload: '', signature: cases.signed(event()).signature ?? '' })],
  ])('an event %s is refused', async (_, sent) => {
    await expectRefused(() => cases.deliver(sent()), 400, 'invalid-signature');
  });
});

describe('a signed event without a change is accepted and changes nothing', () => {
  const eventOf = (id: string, type: string, object: object) => () =>
    cases.signed({ id, object: 'event', type, livemode: false, data: { object } });
  test.each<[string, () => { payload: string; signature?: string }]>([
    ['of a success that did not happen', () => eventOf('evt_1', 'payment_intent.succeeded', { id: left.once })()],
    ['about an object of another service', eventOf('evt_2', 'payment_intent.succeeded', { id: 'pi_of_another' })],
    ['of an unknown kind', eventOf('evt_3', 'issuing_card.created', { id: 'ic_1' })],
    ['without an object id', eventOf('evt_4', 'customer.subscription.updated', {})],
    ['of a start, after its end', () => eventOf('evt_5', 'payment_intent.created', { id: own.payment.id })()],
    ['of a success, a second time', () => eventOf('evt_6', 'payment_intent.succeeded', { id: own.payment.id })()],
    ['of a refund that was not made', () => eventOf('evt_7', 'charge.refunded', refundOf(own.payment.id))()],
    ['of a dispute that is not there', () => eventOf('evt_8', 'charge.dispute.closed', disputeOf(own.payment.id))()],
    ['of a card not saved', () => eventOf('evt_9', 'setup_intent.succeeded', { id: savedCards.unconfirmed })()],
  ])('an event %s changes nothing', async (_, sent) => {
    const before = await fingerprint(app.database, notOurs);
    for (let time = 0; time < 2; time++) expect((await cases.deliver(sent())).statusCode).toBe(200);
    expect(await fingerprint(app.database, notOurs)).toEqual(before);
  });

  const refundOf = (id: string) => ({ object: 'charge', id: 'ch_1', payment_intent: id, refunded: true });
  const disputeOf = (id: string) => ({ object: 'dispute', id: 'du_1', payment_intent: id, status: 'lost' });
});

describe('a call about a plan is refused', () => {
  const calls = {
    'the change of its card': (owner: Owner, id: string) => owner.call(api.beginCardChange, { params: { id } }),
    'a saved card': (owner: Owner, id: string) =>
      owner.call(api.completeCardChange, { params: { id }, body: { setupIntentId: 'seti_1' } }),
    'the preview of a change': (owner: Owner, id: string) =>
      owner.call(api.previewPlanChange, { params: { id }, query: { plan: larger } }),
    'a change': (owner: Owner, id: string) =>
      owner.call(api.changePlan, { params: { id }, body: { plan: larger, at: now() } }),
    'its end': (owner: Owner, id: string) =>
      owner.call(api.cancelPlan, { params: { id }, body: { isCancelled: true } }),
    'resuming it': (owner: Owner, id: string) => owner.call(api.resumePlan, { params: { id } }),
  };
  const now = () => app.clock.now().toISOString();
  const larger = 'premium_subscription';
  const plans: [string, () => string, number, string][] = [
    ["another owner's plan", () => foreign.monthlyPlan, 404, 'plan-not-found'],
    ['an unknown plan', () => own.payment.vaultId, 404, 'plan-not-found'],
    ['an invalid id', () => 'no-id', 404, 'plan-not-found'],
    ['a plan paid once', () => own.oncePlan, 404, 'plan-not-found'],
  ];
  test.each(Object.entries(calls).flatMap(([what, call]) => plans.map((plan) => [what, ...plan, call] as const)))(
    '%s is refused for %s',
    async (_, __, plan, status, code, call) => {
      await expectRefused(() => call(payer, plan()), status, code);
    },
  );
  test.each(Object.entries(calls))('%s is refused without a session', async (_, call) => {
    await expectRefused(() => call({ ...payer, ...app.caller() }, own.monthlyPlan), 401, 'unauthorized');
  });

  const restart = (owner: Pick<Owner, 'call'>, id: string) => owner.call(api.renewPlan, { params: { id } });
  test.each<[string, () => Promise<Answer>, number, string]>([
    ["to renew another owner's plan", () => restart(payer, foreign.monthlyPlan), 404, 'plan-not-found'],
    ['to renew an unknown plan', () => restart(payer, own.payment.vaultId), 404, 'plan-not-found'],
    ['to renew a plan by an invalid id', () => restart(payer, 'no-id'), 404, 'plan-not-found'],
    ['to renew a running plan', () => restart(payer, own.monthlyPlan), 409, 'plan-runs'],
    ['to renew a plan that is paid', () => restart(payer, own.oncePlan), 409, 'plan-runs'],
    ['to renew a plan without a session', () => restart(app.caller(), own.monthlyPlan), 401, 'unauthorized'],
  ])('a call %s is refused', async (_, call, status, code) => {
    await expectRefused(call, status, code);
  });

  const card = (setupIntentId: string) => () =>
    payer.call(api.completeCardChange, { params: { id: own.monthlyPlan }, body: { setupIntentId } });
  const changed = (body: { plan: string; at: string }) =>
    payer.call(api.changePlan, { params: { id: own.monthlyPlan }, body: body as never });
  test.each<[string, () => Promise<Answer>, number, string]>([
    ["with another's card", () => card(savedCards.foreign)(), 409, 'payment-incomplete'],
    ['with a card that was not confirmed', () => card(savedCards.unconfirmed)(), 409, 'payment-incomplete'],
    ['with a payment in place of a card', () => card(own.payment.id)(), 409, 'payment-refused'],
    ['to a plan paid once', () => changed({ plan: 'basic_one_time', at: now() }), 409, 'wrong-plan-kind'],
    ['to the same plan', () => changed({ plan: 'basic_subscription', at: now() }), 409, 'wrong-plan-kind'],
    ['to a plan not on offer', () => changed({ plan: larger, at: now() }), 409, 'wrong-plan-kind'],
    ['to an unknown plan', () => changed({ plan: 'golden', at: now() }), 400, 'invalid-input'],
    ['for an amount of the future', () => changed({ plan: larger, at: later(10) }), 409, 'price-outdated'],
    ['for an amount of two hours ago', () => changed({ plan: larger, at: later(-120) }), 409, 'price-outdated'],
  ])('a change %s is refused', async (_, call, status, code) => {
    await expectRefused(call, status, code);
  });
  const later = (minutes: number) => minutesLater(app.clock.now(), minutes).toISOString();

  describe('a call about a plan that has ended', () => {
    beforeAll(async () => {
      await other.ask(api.cancelPlan, { params: { id: foreign.monthlyPlan }, body: { isCancelled: true } });
      const { subscriptions } = await cases.sandbox.tools.show();
      const ending = subscriptions.find(({ subscription }) => subscription.cancel_at_period_end);
      await cases.sandbox.tools.passDays(ending?.subscription.id ?? '', 40);
    });

    test('if the event of its end was missed, the call detects the end, and its vault lapses', async () => {
      expect((await calls['its end'](other, foreign.monthlyPlan)).json().code).toBe('plan-ended');
      const vault = await other.ask(api.getVault, { params: { id: foreign.card.vaultId } });
      expect(vault).toMatchObject({ paymentStatus: 'lapsed', status: 'active' });
    });

    test.each(Object.entries(calls))('%s is refused after the end of the plan', async (_, call) => {
      await expectRefused(() => call(other, foreign.monthlyPlan), 409, 'plan-ended');
    });
  });
});
