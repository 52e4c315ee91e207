import type { BilledPlan } from '@remembrance/contract/billing.ts';
import { expect, test } from 'vitest';
import { cardWords, isRunning, nextWords, paperOf, placesWords, restartHint, restartWords } from './billing-rules.ts';

const plan: BilledPlan = {
  id: 'one',
  name: 'basic_subscription',
  displayName: 'Basic Plus',
  planType: 'subscription',
  price: '2.99',
  state: 'paid',
  places: { used: 1, limit: 1 },
  boughtAt: '2027-03-04T09:30:00Z',
  nextPayment: { at: '2027-04-04T12:00:00Z', amount: '2.99' },
  endsAt: null,
  canRestart: false,
  isCancelled: false,
  card: { brand: 'visa', lastFour: '4242' },
  changesTo: null,
};
const endsAt = '2027-04-04T12:00:00Z';

test('BILL-10: the billing page says what comes next, however the plan stands, and that a vault stays releasable', () => {
  expect(nextWords(plan)).toBe('Next payment: $2.99 on Apr 4, 2027.');
  expect(nextWords({ ...plan, nextPayment: null, endsAt, isCancelled: true })).toBe(
    'Cancelled. It ends on Apr 4, 2027.',
  );
  expect(nextWords({ ...plan, nextPayment: null, endsAt, card: null })).toContain('no card');
  expect(nextWords({ ...plan, state: 'past-due' })).toContain('can still release your vaults');
  expect(nextWords({ ...plan, state: 'ended' })).toContain('executors can release');
  expect(nextWords({ ...plan, planType: 'one_time', nextPayment: null })).toContain('Paid once');
  expect(cardWords({ brand: 'visa', lastFour: '4242' })).toBe('Visa ending in 4242');
  expect(placesWords({ used: 1, limit: 2 })).toBe('1 of 2 vaults used');
  expect([
    isRunning(plan),
    isRunning({ ...plan, state: 'ended' }),
    isRunning({ ...plan, state: 'paused' }),
    isRunning({ ...plan, planType: 'one_time' }),
  ]).toEqual([true, false, false, false]);
});

test('BILL-45: a plan that ended or is paused names the way back, what it costs, and that the codes stay', () => {
  expect(nextWords({ ...plan, state: 'paused' })).toContain('once you resume it');
  expect(nextWords({ ...plan, state: 'ended', canRestart: true })).toContain('restart the plan');
  expect(nextWords({ ...plan, state: 'ended' })).not.toContain('restart the plan');
  expect(restartHint(plan)).toContain('$2.99 is charged now, and each month until you cancel');
  expect(restartHint({ ...plan, planType: 'one_time', price: '49.99' })).toContain('$49.99 is charged now, once');
  expect(restartHint(plan)).toContain('access codes stay the same');
  expect([restartWords(plan), restartWords({ ...plan, planType: 'one_time' })]).toEqual([
    'Restart this plan',
    'Pay for this plan again',
  ]);
});

test('BILL-15: what is unpaid is shown as an invoice, and what was paid or refunded as a receipt', () => {
  expect((['open', 'paid', 'refunded'] as const).map((state) => paperOf({ state }))).toEqual([
    'Invoice',
    'Receipt',
    'Receipt',
  ]);
});
