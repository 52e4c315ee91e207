// The billing page in each state of a plan: its text, its actions, and its messages while it cannot be shown.
import type { BilledPlan } from '@remembrance/contract/billing.ts';
import { getBilling } from '@remembrance/contract/billing.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hrefOf, pageText } from '../../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, basicPlus } from '../../../testing/samples.ts';

const may4 = '2026-05-04T12:00:00.000Z';
const paidOnce: Partial<BilledPlan> = {
  name: 'premium_one_time',
  displayName: 'Premium',
  planType: 'one_time',
  price: '49.99',

  nextPayment: null,
  card: null,
  changesTo: null,
  places: { used: 1, limit: 2 },
};

async function openBilling(...plans: Partial<BilledPlan>[]) {
  fakeService().reply(getBilling, { plans: plans.map((plan) => ({ ...basicPlus, ...plan })), payments: [] });
  const opened = openScreen('/account/billing', { signedIn: ada });
  await heading('Billing');
  return opened;
}

const sectionOf = (name: string) => screen.findByRole('region', { name });
/** The buttons of a plan's section, in order. */
const actionsOf = (section: HTMLElement) =>
  within(section)
    .queryAllByRole('button')
    .map((button) => button.textContent);

const states: [string, Partial<BilledPlan>, string[], string[]][] = [
  [
    'a running plan',
    {},
    ['$2.99 a month', 'Paid', 'Your one vault is in use', 'Next payment: $2.99 on May 1, 2026.', 'Visa ending in 4242'],
    ['Change card', 'Change to Premium Plus', 'Cancel plan'],
  ],
  [
    'a trial with a card',
    { state: 'trial' },
    ['Free month', 'Next payment: $2.99 on May 1, 2026.'],
    ['Change card', 'Change to Premium Plus', 'Cancel plan'],
  ],
  [
    'a trial without a card',
    { state: 'trial', card: null, nextPayment: null, endsAt: may4 },
    [
      'Free month',
      'Free until May 4, 2026, no card. If you add none, nothing is charged: you can no longer edit, and what you wrote can still be released.',
    ],
    ['Add a card', 'Change to Premium Plus', 'Cancel plan'],
  ],
  [
    'a cancelled plan',
    { isCancelled: true, nextPayment: null, endsAt: may4 },
    ['Paid', 'Cancelled. It ends on May 4, 2026.'],
    ['Change card', 'Change to Premium Plus', 'Keep the plan'],
  ],
  [
    'a plan with a failed payment',
    { state: 'past-due', nextPayment: null },
    ['Payment failed', 'If you add another card, we charge it immediately. Your vaults can still be released.'],
    ['Change card', 'Change to Premium Plus', 'Cancel plan'],
  ],
  [
    'the largest plan',
    { name: 'premium_subscription', changesTo: null, places: { used: 2, limit: 2 } },
    ['2 of 2 vaults used'],
    ['Change card', 'Cancel plan'],
  ],
  [
    'a paused plan',
    { state: 'paused', nextPayment: null, changesTo: null },
    ['Paused', 'We charge nothing while the plan is paused.', 'Until then they can still be released.'],
    ['Resume plan', 'Change card'],
  ],
  [
    'a paused plan without a card',
    { state: 'paused', nextPayment: null, changesTo: null, card: null },
    ['Paused'],
    ['Resume plan', 'Add a card'],
  ],
  [
    'an ended plan',
    { state: 'ended', nextPayment: null, changesTo: null, canRestart: true },
    ['Ended', 'We charge nothing more.', 'can still be released. To change them again, restart the plan.'],
    ['Restart this plan'],
  ],
  [
    'an ended plan that is over for good',
    { state: 'ended', nextPayment: null, changesTo: null, canRestart: false },
    ['Ended', 'You can still read its vaults'],
    [],
  ],
  [
    'a plan paid once',
    paidOnce,
    ['$49.99, paid once', 'Paid', '1 of 2 vaults used', 'You paid once. We charge nothing more.'],
    [],
  ],
  [
    'a refunded plan paid once',
    { ...paidOnce, state: 'ended', canRestart: true },
    ['Ended', 'We charge nothing more.'],
    ['Pay for this plan again'],
  ],
];

test.each(states)('%s shows its status and the possible actions', async (_, plan, sentences, actions) => {
  await openBilling(plan);
  const section = await sectionOf(plan.displayName ?? 'Basic Plus');
  for (const sentence of sentences) expect(section.textContent).toContain(sentence);
  expect(actionsOf(section)).toEqual(actions);
});

test('only an ended plan mentions restarting, and only a cancelled one that it is cancelled', async () => {
  await openBilling({ displayName: 'Basic Plus' }, { id: 'b2', displayName: 'Premium', state: 'ended' });
  expect((await sectionOf('Basic Plus')).textContent).not.toMatch(/restart|Cancelled|Ended/);
  expect((await sectionOf('Premium')).textContent).not.toMatch(/restart|Next payment/);
});

test('an owner without a plan sees how to buy one, and payments are not mentioned', async () => {
  await openBilling();
  await shows('You choose a plan when you create your first vault.');
  expect(hrefOf('Create a vault')).toBe('/create-vault');
  expect(pageText()).not.toContain('Payments');
});

const billed = { billedTo: { name: 'Ada Okafor', email: 'ada@example.com' }, credit: '0.00', refunded: '0.00' };

test('the payments are listed in the service’s order, each with its receipt or invoice', async () => {
  fakeService().reply(getBilling, {
    plans: [],
    payments: [
      { ...billed, id: 'in_3', at: may4, description: 'Basic Plus, monthly', amount: '2.99', state: 'open' },
      {
        ...billed,
        id: 'in_2',
        at: '2026-04-04T12:00:00.000Z',
        description: 'Basic Plus, monthly',
        amount: '2.99',
        state: 'paid',
      },
      {
        ...billed,
        id: 'pi_1',
        at: '2026-03-04T12:00:00.000Z',
        description: 'Premium',
        amount: '49.99',
        state: 'refunded',
      },
    ],
  });
  openScreen('/account/billing', { signedIn: ada });
  const rows = within(await sectionOf('Payments')).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Basic Plus, monthlyMay 4, 2026, Not yet paid$2.99Invoice',
    'Basic Plus, monthlyApr 4, 2026, Paid$2.99Receipt',
    'PremiumMar 4, 2026, Refunded$49.99Receipt',
  ]);
  expect(hrefOf('Invoice of May 4, 2026, Basic Plus, monthly')).toBe('/account/billing/in_3');
  expect(hrefOf('Receipt of Mar 4, 2026, Premium')).toBe('/account/billing/pi_1');
});

test('loading is announced, and billing that could not be loaded says why and can be retried', async () => {
  const service = fakeService();
  service.refuse(getBilling, 'service-busy');
  const letGo = service.hold(getBilling);
  const { user } = openScreen('/account/billing', { signedIn: ada });
  expect((await screen.findByText('Loading your billing')).closest('[role=status]')).not.toBeNull();
  letGo();
  await shows('Your billing could not be shown');
  await shows('The payment service did not answer. Please try again in a moment.');
  service.reply(getBilling, { plans: [basicPlus], payments: [] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await shows('Your one vault is in use');
});
