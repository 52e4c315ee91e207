// Resuming a paused plan and restarting an ended one: the page shows the cost first, and nothing is charged twice.
import {
  beginCardChange,
  completeCardChange,
  getBilling,
  renewPlan,
  resumePlan,
} from '@remembrance/contract/billing.ts';
import { completePayment } from '@remembrance/contract/payments.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { declined, fakeStripe } from '../../../testing/fake-stripe.ts';
import { pageText, pressTwice, readyButton } from '../../../testing/on-screen.ts';
import { announces, fakeService, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, basicPlus } from '../../../testing/samples.ts';

const paused = { ...basicPlus, state: 'paused', nextPayment: null, changesTo: null } as const;
const ended = { ...paused, state: 'ended', canRestart: true } as const;

type Plan = typeof basicPlus;
const has = (...plans: Plan[]) => fakeService().reply(getBilling, { plans, payments: [] });

function open(plan: Plan) {
  has(plan);
  const stripe = fakeStripe();
  const { user } = openScreen('/account/billing', { signedIn: ada });
  const press = async (name: string) => user.click(await readyButton(name));
  const confirm = async (name: string) => {
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name }));
  };
  return { stripe, press, confirm };
}

test('resuming says what is charged, and the plan is active again', async () => {
  const { press, confirm } = open(paused);
  const service = fakeService();
  service.replyWith(resumePlan, () => {
    has(basicPlus);
    return basicPlus;
  });
  await press('Resume plan');
  await shows('Resume Basic Plus?A new month starts now, and we charge $2.99 to your card.');
  await confirm('Not now');
  expect(service.received(resumePlan)).toEqual([]);
  await press('Resume plan');
  pressTwice(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Resume plan' }));
  await announces('Your plan is active again');
  await shows('Next payment: $2.99 on May 1, 2026.');
  expect(service.received(resumePlan)).toHaveLength(1);
});

test('a paused plan without a card asks for one first, and then for confirmation', async () => {
  const service = fakeService();
  service.reply(beginCardChange, { clientSecret: 'seti_1_secret_1' });
  service.replyWith(completeCardChange, () => {
    has(paused);
    return paused;
  });
  const { press, confirm } = open({ ...paused, card: null });
  await press('Resume plan');
  await shows('Card form for seti_1');
  await press('Save card');
  await shows('Resume Basic Plus?');
  expect(service.received(resumePlan)).toEqual([]);
  service.reply(resumePlan, basicPlus);
  await confirm('Resume plan');
  await announces('Your plan is active again');
});

test('changing the card of a paused plan resumes nothing', async () => {
  const service = fakeService();
  service.reply(beginCardChange, { clientSecret: 'seti_1_secret_1' });
  service.reply(completeCardChange, paused);
  const { press } = open(paused);
  await press('Change card');
  await press('Save card');
  await readyButton('Resume plan');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(service.received(resumePlan)).toEqual([]);
});

test.each([
  ['card-declined', 'The card was declined, so nothing was changed. Please try another card.'],
  ['card-needed', 'This plan has no card. Please add a card first.'],
] as const)('a resumption refused with %s says so, and the plan stays paused', async (code, words) => {
  fakeService().refuse(resumePlan, code);
  const { press, confirm } = open(paused);
  await press('Resume plan');
  await confirm('Resume plan');
  await announces(`Nothing was changed${words}`);
  await readyButton('Resume plan');
  expect(pageText()).toContain('Paused');
});

async function openRestart(plan: Plan = ended, button = 'Restart this plan') {
  fakeService().reply(renewPlan, { clientSecret: 'pi_1_secret_1' });
  const opened = open(plan);
  await readyButton(button);
  expect(fakeService().received(renewPlan)).toEqual([]);
  await opened.press(button);
  return opened;
}

test('restarting shows the charge and that codes stay valid, takes one payment, and shows the plan as paid', async () => {
  const service = fakeService();
  service.replyWith(completePayment, () => {
    has(basicPlus);
    return { vaultId: 'v1', paymentStatus: 'paid' as const };
  });
  const { stripe, press } = await openRestart();
  await shows('We charge $2.99 now, and each month until you cancel.');
  await shows('your executors’ access codes stay the same'.replace('’', "'"));
  await press('Pay $2.99');
  await announces('Your plan is active againYou can change its vaults as before.');
  await shows('Next payment: $2.99');
  expect(stripe.confirmed).toEqual([{ kind: 'payment', clientSecret: 'pi_1_secret_1' }]);
  expect(service.received(renewPlan)).toHaveLength(1);
});

test('a one-time plan takes one new payment', async () => {
  const premium = { ...ended, displayName: 'Premium', planType: 'one_time', price: '49.99' };
  await openRestart(premium, 'Pay for this plan again');
  await shows('We charge $49.99 now, once.');
  await readyButton('Pay $49.99');
});

test('a declined card restarts nothing, and “not now” goes back', async () => {
  const { stripe, press } = await openRestart();
  stripe.endsWith(declined());
  await press('Pay $2.99');
  await announces('Payment FailedYour card was declined.');
  await press('Not now');
  await readyButton('Restart this plan');
  expect(fakeService().received(completePayment)).toEqual([]);
});

test('a plan that another tab restarted, or that a free place covers, needs no card and leads to the plans', async () => {
  const service = fakeService();
  service.refuse(renewPlan, 'plan-runs');
  const { press } = open(ended);
  await press('Restart this plan');
  await shows('This plan is still active, or it was already restarted. There is nothing to pay.');
  has(basicPlus);
  await press('Show my plans');
  await shows('Next payment: $2.99');
});

test('a restart that costs nothing says so', async () => {
  fakeService().reply(renewPlan, { clientSecret: null });
  const { press } = open(ended);
  await press('Restart this plan');
  await shows('There is nothing to pay. Another of your plans or your credit covers it.');
  expect(pageText()).not.toContain('Card form');
});

test.each([
  ['plan-too-small', 'That plan does not have room for all your vaults. Please delete a vault first.'],
  ['plan-without-vaults', 'This plan has no vault left. Please create a new vault instead.'],
  ['plan-not-offered', 'This plan is no longer available. Please write to us, and we will find a solution together.'],
] as const)('a restart refused with %s says what can be done, and can be tried again', async (code, words) => {
  const service = fakeService();
  service.refuse(renewPlan, code);
  const { press } = open(ended);
  await press('Restart this plan');
  await shows(`The plan could not be restarted${words}`);
  service.reply(renewPlan, { clientSecret: 'pi_2_secret_2' });
  await press('Try again');
  await shows('Card form for pi_2');
});
