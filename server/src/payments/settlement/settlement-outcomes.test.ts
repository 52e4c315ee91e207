// What a settlement changes in our rows, for every status of a purchase and every state at Stripe: its own row, its vaults, the
// letters and the refund. And what it does not change.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fingerprint } from '../../../testing/fingerprint.ts';
import { customer, type StoredPurchase, storedPurchase } from '../../../testing/stored-purchases.ts';
import { usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import type { PurchaseStatus } from '../../plans/place-rules.ts';
import { userSubscriptions } from '../../platform/database/schema.ts';
import { newId, type PurchaseId } from '../../platform/lib/ids.ts';
import type { Purchase, PurchaseState } from '../gateway/payment-gateway.ts';
import { activeStatus, settlePayment } from './settle-payment.ts';

const harness = usePaymentHarness('file');
const refunds: string[] = [];

const settle = (purchase: Purchase) => {
  const refund = async ({ id }: { id: string }) => void refunds.push(id);
  return settlePayment({ ...harness.needs, paymentGateway: { ...harness.paymentGateway, refund } }, purchase);
};

const bought = (status: PurchaseStatus, kind: Purchase['kind'], state: PurchaseState = 'paid') =>
  storedPurchase(harness, { status, kind, state });

async function stateOf({ purchase, vaultId, rowId }: StoredPurchase) {
  const [row] = await harness.database.select().from(userSubscriptions).where(eq(userSubscriptions.id, rowId));
  const letters = [...(await harness.lettersOf(vaultId)), ...(await harness.lettersTo(purchase.userId))].sort();
  return [row?.status, (await harness.vault(vaultId))?.paymentStatus, letters.join(' ')];
}

const states: PurchaseState[] = ['trial', 'paid', 'past-due', 'paused', 'ended'];
const same = (status: PurchaseStatus, vault: string) => states.map(() => [status, vault, '']);

// For each status of our row: its status, its vault's, and the letters, after Stripe reports trialing, paid, past due, paused, ended.
const monthly: [PurchaseStatus, (string | undefined)[][]][] = [
  [
    'trial',
    [
      ['trial', 'trial', ''],
      ['paid', 'paid', ''],
      ['past-due', 'trial', 'payment-failed'],
      ['paused', 'lapsed', 'plan-paused'],
      ['ended', 'lapsed', 'plan-ended'],
    ],
  ],
  [
    'paid',
    [
      ['paid', 'paid', ''],
      ['paid', 'paid', ''],
      ['past-due', 'paid', 'payment-failed'],
      ['paused', 'lapsed', 'plan-paused'],
      ['ended', 'lapsed', 'plan-ended'],
    ],
  ],
  [
    'past-due',
    [
      ['past-due', 'paid', ''],
      ['paid', 'paid', ''],
      ['past-due', 'paid', 'payment-failed'],
      ['paused', 'lapsed', 'plan-paused'],
      ['ended', 'lapsed', 'plan-ended'],
    ],
  ],
  [
    'paused',
    [
      ['paused', 'lapsed', ''],
      ['paid', 'paid', ''],
      ['past-due', 'lapsed', 'payment-failed'],
      ['paused', 'lapsed', ''],
      ['ended', 'lapsed', 'plan-ended'],
    ],
  ],
  ['ended', same('ended', 'lapsed')],
  ['replaced', same('replaced', 'lapsed')],
];

test.each(monthly)(
  'a monthly plan that is %s follows its state at Stripe, and never returns to a previous state',
  async (status, expected) => {
    for (const [index, state] of states.entries()) {
      const plan = await bought(status, 'monthly', state);
      expect(await settle(plan.purchase)).toMatchObject({ outcome: 'settled' });
      expect([state, ...(await stateOf(plan))]).toEqual([state, ...(expected[index] ?? [])]);
      await settle(plan.purchase);
      expect([state, ...(await stateOf(plan))]).toEqual([state, ...(expected[index] ?? [])]);
    }
    expect(refunds.splice(0)).toEqual([]);
  },
);

test('a one-time plan changes only by ending, and an ended plan stays ended', async () => {
  for (const state of states) {
    const active = await bought('paid', 'once', state);
    await settle(active.purchase);
    const expected = state === 'ended' ? ['ended', 'lapsed', ''] : ['paid', 'paid', ''];
    expect([state, ...(await stateOf(active))]).toEqual([state, ...expected]);
    const ended = await bought('ended', 'once', state);
    await settle(ended.purchase);
    expect(await stateOf(ended)).toEqual(['ended', 'lapsed', '']);
  }
});

test("a decided refund is requested until Stripe confirms it, and Stripe's later states change nothing", async () => {
  for (const state of states) {
    const pending = await bought('refunding', 'once', state);
    const settlement = await settle(pending.purchase);
    expect(settlement).toEqual({
      outcome: 'refunded',
      reason: 'earlier',
      planName: 'basic_one_time',
      paymentStatus: 'paid',
    });
    expect(refunds.splice(0)).toEqual([pending.purchase.id]);
    expect(await stateOf(pending)).toEqual(['refunded', 'paid', '']);
    const before = await fingerprint(harness.database);
    await settle(pending.purchase);
    expect(await fingerprint(harness.database)).toEqual(before);
    expect(refunds).toEqual([]);
  }
});

test('a purchase that ended before it was paid lapses without a letter, and its vault stays a draft', async () => {
  const never = await bought('open', 'once', 'ended');
  expect(await settle(never.purchase)).toEqual({ outcome: 'nothing' });
  expect(await stateOf(never)).toEqual(['ended', 'unpaid', '']);
  expect(await settle({ ...never.purchase, state: 'paid' })).toEqual({ outcome: 'settled', paymentStatus: 'unpaid' });
  expect(await stateOf(never)).toEqual(['ended', 'unpaid', '']);
});

test('a purchase that names an unknown owner or vault changes nothing', async () => {
  const { purchase } = await bought('open', 'once');
  const stranger = await customer(harness);
  const foreign: Partial<Purchase>[] = [
    { state: 'open' },
    { userId: 'not an id' },
    { vaultId: 'not an id' },
    { planId: 'not an id' },
    { replacesId: 'not an id' as PurchaseId },
    { userId: newId(harness.clock.now()) },
    { userId: stranger },
    { planId: newId(harness.clock.now()) },
    { customerId: 'cus_of_another' },
  ];
  const before = await fingerprint(harness.database);
  for (const change of foreign) {
    const outcome = change.state === 'open' ? 'nothing' : 'unknown';
    expect(await settle({ ...purchase, id: 'pi_unknown', ...change })).toEqual({ outcome });
  }
  expect(await fingerprint(harness.database)).toEqual(before);
});

test('a waiting page gets the vault if it is active now, whichever purchase activated it', () => {
  const settled = (['paid', 'lapsed', 'unpaid', null] as const).map((paymentStatus) =>
    activeStatus({ outcome: 'settled', paymentStatus }),
  );
  expect([...settled, activeStatus({ outcome: 'nothing' })]).toEqual(['paid', 'lapsed', null, null, null]);
});
