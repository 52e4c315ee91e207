// Cancelling a plan, undoing that, and changing to the other: what the page says first, what it sends, and the state after a refusal.
import { cancelPlan, changePlan, getBilling, previewPlanChange } from '@remembrance/contract/billing.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { isDisabled, pageText, pressTwice, readyButton } from '../../../testing/on-screen.ts';
import { announces, fakeService, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, basicPlus } from '../../../testing/samples.ts';

const cancelled = { ...basicPlus, isCancelled: true, nextPayment: null, endsAt: '2026-05-01T12:00:00.000Z' };
const at = '2026-04-10T10:00:00.000Z';

beforeEach(() => fakeService().reply(getBilling, { plans: [basicPlus], payments: [] }));

async function openBilling() {
  const opened = openScreen('/account/billing', { signedIn: ada });
  await shows('Next payment');
  const press = async (name: string) => opened.user.click(await readyButton(name));
  const inDialog = async (name: string) => {
    const dialog = await screen.findByRole('dialog');
    await opened.user.click(within(dialog).getByRole('button', { name }));
  };
  return { ...opened, press, inDialog };
}
const dialogText = () => screen.queryByRole('dialog')?.textContent ?? '';
const isClosed = () => waitFor(() => expect(dialogText()).toBe(''));
/** Makes the service return this plan from now on. */
const becomes = (plan: typeof basicPlus | typeof cancelled) => {
  fakeService().reply(getBilling, { plans: [plan], payments: [] });
  return plan;
};

test('cancelling says how long the plan continues, and is sent once', async () => {
  const service = fakeService();
  const { press, inDialog, user } = await openBilling();
  await press('Cancel plan');
  expect(dialogText()).toContain('Cancel Basic Plus?');
  expect(dialogText()).toContain('It continues until the end of the period that you have paid for.');
  expect(dialogText()).toContain('your executor can release them');
  service.replyWith(cancelPlan, () => becomes(cancelled));
  const letGo = service.hold(cancelPlan);
  await inDialog('Cancel plan');
  await user.keyboard('{Escape}');
  expect(dialogText()).not.toBe('');
  letGo();
  await announces('Your plan is cancelled');
  await isClosed();
  await shows('Cancelled. It ends on May 1, 2026.');
  expect(service.received(cancelPlan)).toMatchObject([{ params: { id: basicPlus.id }, body: { isCancelled: true } }]);
});

test('keeping the plan in the dialog cancels nothing', async () => {
  const { press, inDialog } = await openBilling();
  await press('Cancel plan');
  await inDialog('Keep it');
  await isClosed();
  expect(fakeService().received(cancelPlan)).toEqual([]);
});

test('cancelling a plan with a failed payment says that it ends immediately and the month is not charged', async () => {
  becomes({ ...basicPlus, state: 'past-due' });
  const { user } = openScreen('/account/billing', { signedIn: ada });
  await user.click(await readyButton('Cancel plan'));
  expect(dialogText()).toContain('the plan ends now and we do not charge that month');
  expect(dialogText()).not.toContain('It continues');
});

test('one click undoes a cancellation', async () => {
  becomes(cancelled);
  const service = fakeService();
  service.replyWith(cancelPlan, () => becomes(basicPlus));
  const { user } = openScreen('/account/billing', { signedIn: ada });
  await user.click(await readyButton('Keep the plan'));
  await announces('Your plan continues');
  await shows('Next payment: $2.99 on May 1, 2026.');
  expect(service.received(cancelPlan)).toMatchObject([{ body: { isCancelled: false } }]);
});

test.each([
  ['plan-ended', 'This plan has ended and can no longer be changed.'],
  ['plan-paused', 'This plan is paused. Please resume it first.'],
  ['service-busy', 'The payment service did not answer. Please try again in a moment.'],
] as const)('a cancellation refused with %s changes nothing and says why', async (code, words) => {
  fakeService().refuse(cancelPlan, code);
  const { press, inDialog } = await openBilling();
  await press('Cancel plan');
  await inDialog('Cancel plan');
  await announces(`Nothing was changed${words}`);
  await isClosed();
  expect(pageText()).toContain('Next payment: $2.99');
});

test('a cancellation without a response says that nothing was changed, and can be pressed again', async () => {
  const service = fakeService();
  service.disconnect(cancelPlan);
  const { press, inDialog } = await openBilling();
  await press('Cancel plan');
  await inDialog('Cancel plan');
  await announces('Nothing was changedThe service could not be reached.');
  service.replyWith(cancelPlan, () => becomes(cancelled));
  await press('Cancel plan');
  await inDialog('Cancel plan');
  await announces('Your plan is cancelled');
});

test.each([
  ['charges the difference', { dueNow: '1.27', credit: '0.00' }, 'We charge $1.27 to your card now, for the rest of'],
  ['credits what is left', { dueNow: '0.00', credit: '0.80' }, 'We charge nothing now. $0.80 counts towards your next'],
  ['charges nothing', { dueNow: '0.00', credit: '0.00' }, 'We charge nothing now.'],
])('a plan change that %s says so first, and sends the displayed price', async (_, price, words) => {
  const service = fakeService();
  service.reply(previewPlanChange, { ...price, at });
  const { press } = await openBilling();
  expect(service.received(previewPlanChange)).toEqual([]);
  await press('Change to Premium Plus');
  await shows('Premium Plus costs $4.99 a month.');
  await shows(words);
  expect(service.received(previewPlanChange)).toMatchObject([{ query: { plan: 'premium_subscription' } }]);
  service.replyWith(changePlan, () => becomes({ ...basicPlus, displayName: 'Premium Plus', price: '4.99' }));
  pressTwice(await readyButton('Change plan'));
  await announces('Your plan is now Premium Plus');
  await isClosed();
  expect(service.received(changePlan)).toMatchObject([{ body: { plan: 'premium_subscription', at } }]);
});

test('nothing can be changed before the price is shown, or if it cannot be loaded', async () => {
  const service = fakeService();
  service.refuse(previewPlanChange, 'plan-too-small');
  const letGo = service.hold(previewPlanChange);
  const { press, inDialog } = await openBilling();
  await press('Change to Premium Plus');
  await screen.findByRole('dialog');
  expect(isDisabled('Change plan')).toBe(true);
  letGo();
  await shows('That plan does not have room for all your vaults. Please delete a vault first.');
  expect(isDisabled('Change plan')).toBe(true);
  await inDialog('Keep Basic Plus');
  await isClosed();
  expect(service.received(changePlan)).toEqual([]);
});

test.each([
  ['card-declined', 'The card was declined, so nothing was changed. Please try another card.'],
  ['price-outdated', 'This price may have changed since you opened the page. Please check it again.'],
] as const)('after a change refused with %s the dialog shows the price of that moment', async (code, words) => {
  const service = fakeService();
  service.reply(previewPlanChange, { dueNow: '1.27', credit: '0.00', at });
  service.refuse(changePlan, code);
  const { press, inDialog } = await openBilling();
  await press('Change to Premium Plus');
  await shows('We charge $1.27');
  await inDialog('Change plan');
  await announces(`Nothing was changed${words}`);
  await isClosed();
  const later = '2026-04-10T12:00:00.000Z';
  service.reply(previewPlanChange, { dueNow: '1.19', credit: '0.00', at: later });
  await press('Change to Premium Plus');
  await shows('We charge $1.19');
  service.reply(changePlan, basicPlus);
  await inDialog('Change plan');
  await waitFor(() => expect(service.received(changePlan)[1]?.body).toMatchObject({ at: later }));
});
