// A payment that the bank wants confirmed: the page confirms it and then reloads the plan. Also where Stripe's script may run.
import { getBilling } from '@remembrance/contract/billing.ts';
import { listPlans, showPlaces } from '@remembrance/contract/plans.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeStripe } from '../../../testing/fake-stripe.ts';
import { isAt, pageText, readyButton } from '../../../testing/on-screen.ts';
import { fakeService, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, basicPlus, offeredPlans, serviceFacts } from '../../../testing/samples.ts';
import { watchLeaving } from '../../../testing/watch-leaving.ts';

test('one button confirms a payment that the bank asks about, and a refusal says why and can be retried', async () => {
  const service = fakeService();
  const stripe = fakeStripe();
  const waiting = { ...basicPlus, clientSecret: 'pi_1_secret_2' };
  service.reply(getBilling, { plans: [waiting], payments: [] });
  const { user } = openScreen('/account/billing', { signedIn: ada });
  await shows('Your bank asks you to confirm this payment');
  stripe.endsWith({ type: 'card_error', message: 'We are unable to authenticate your payment method.' });
  await user.click(await readyButton('Confirm with your bank'));
  await shows('We are unable to authenticate your payment method.');
  stripe.endsWith('succeeded');
  service.reply(getBilling, { plans: [basicPlus], payments: [] });
  await user.click(await readyButton('Confirm with your bank'));
  await shows('Next payment');
  expect(pageText()).not.toContain('Your bank asks you');
  expect(stripe.confirmed).toHaveLength(2);
});

test('with Stripe’s own script, billing reloads only if the visitor navigated to it from another page', async () => {
  const service = fakeService();
  service.reply(getBilling, { plans: [], payments: [] });
  service.reply(listPlans, offeredPlans);
  service.reply(showPlaces, { trialUsed: false, plans: [] });
  const facts = { ...serviceFacts, payment: { ...serviceFacts.payment, scriptPath: null } };
  const left = watchLeaving();
  const { user } = openScreen('/account/billing', { signedIn: ada, facts });
  await shows('No plan yet');
  expect(left).toEqual([]);
  await user.click(screen.getByRole('link', { name: 'Create a vault' }));
  await isAt('/create-vault');
  window.history.back();
  await waitFor(() => expect(left).toEqual(['reload']));
});
