// The texts of the billing page: they state the next charge and that vaults stay releasable in every state of a plan.
import type { BilledPlan } from '@remembrance/contract/billing.ts';
import { expect, test } from 'vitest';
import { basicPlus } from '../../../testing/samples.ts';
import { cardText, documentNameOf, isRunning, nextStepText, restartHint, restartLabel } from './billing-rules.ts';

const plan: BilledPlan = { ...basicPlus, nextPayment: { at: '2027-04-04T12:00:00Z', amount: '2.99' } };
const endsAt = '2027-04-04T12:00:00Z';

test('the billing page shows the next step in every plan state, and that a vault can still be released', () => {
  expect(nextStepText(plan)).toBe('Next payment: $2.99 on Apr 4, 2027.');
  expect(nextStepText({ ...plan, nextPayment: null, endsAt, isCancelled: true })).toBe(
    'Cancelled. It ends on Apr 4, 2027.',
  );
  expect(nextStepText({ ...plan, nextPayment: null, endsAt, card: null })).toBe(
    'Free until Apr 4, 2027, no card. If you add none, nothing is charged: you can no longer edit, and what you wrote can still be released.',
  );
  expect(nextStepText({ ...plan, state: 'past-due' })).toContain('Your vaults can still be released.');
  expect(nextStepText({ ...plan, state: 'ended' })).toContain('can still be released');
  expect(nextStepText({ ...plan, planType: 'one_time', nextPayment: null })).toContain('You paid once');
  const later = nextStepText({ ...plan, endsAt, isCancelled: true });
  expect(later).toBe('Cancelled. It ends on Apr 4, 2027. Next payment: $2.99 on Apr 4, 2027.');
  expect(cardText({ brand: 'visa', lastFour: '4242' })).toBe('Visa ending in 4242');
  expect(cardText({ brand: 'link', lastFour: '' })).toBe('Link');
  expect([
    isRunning(plan),
    isRunning({ ...plan, state: 'ended' }),
    isRunning({ ...plan, state: 'paused' }),
    isRunning({ ...plan, planType: 'one_time' }),
  ]).toEqual([true, false, false, false]);
});

test('an ended or paused plan shows how to restart it, what that costs, and that access codes stay the same', () => {
  expect(nextStepText({ ...plan, state: 'paused' })).toContain('when you resume the plan');
  expect(nextStepText({ ...plan, state: 'ended', canRestart: true })).toContain('restart the plan');
  expect(nextStepText({ ...plan, state: 'ended' })).not.toContain('restart the plan');
  expect(restartHint(plan)).toContain('We charge $2.99 now, and each month until you cancel');
  expect(restartHint({ ...plan, planType: 'one_time', price: '49.99' })).toContain('We charge $49.99 now, once');
  expect(restartHint(plan)).toContain('access codes stay the same');
  expect([restartLabel(plan), restartLabel({ ...plan, planType: 'one_time' })]).toEqual([
    'Restart this plan',
    'Pay for this plan again',
  ]);
});

test('an unpaid payment is shown as an invoice, a paid or refunded one as a receipt', () => {
  expect((['open', 'paid', 'refunded', 'disputed'] as const).map((state) => documentNameOf({ state }))).toEqual([
    'Invoice',
    'Receipt',
    'Receipt',
    'Receipt',
  ]);
});
