// Starting a monthly plan at the checkout: with a card, without one through the offer, and after the free month was used.
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { completePayment, createPaymentIntent, createSubscription } from '@remembrance/contract/payments.ts';
import { listPlans } from '@remembrance/contract/plans.ts';
import { getVault } from '@remembrance/contract/vaults.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { declined, fakeStripe } from '../../../testing/fake-stripe.ts';
import { hrefOf, isAt, readyButton } from '../../../testing/on-screen.ts';
import { announces, fakeService, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, letterToRosa, offeredPlans } from '../../../testing/samples.ts';

const monthly = { ...letterToRosa, planType: 'basic_subscription', paymentStatus: 'unpaid' } as const;
const freeMonth = 'The first month is free: no charge today, then $2.99/month. Cancel anytime.';
const offer = 'Your first month is free, and you need no card to start.';

beforeEach(() => {
  fakeStripe();
  const service = fakeService();
  service.reply(listPlans, offeredPlans);
  service.reply(getVault, monthly);
  service.reply(listExecutors, []); // the checkout leads to the vault's page, which needs this
  service.reply(listFiles, []);
  service.reply(completePayment, { vaultId: monthly.id, paymentStatus: 'trial' });
});

const open = (query = '') => openScreen(`/checkout/${monthly.id}${query}`, { signedIn: ada });
const requests = () => fakeService().received(createSubscription);
const isAtVault = () => isAt(`/vault/${monthly.id}`);

test('a trial with a card saves the card, charges nothing today, and leads to the vault', async () => {
  const stripe = fakeStripe();
  fakeService().reply(createSubscription, { clientSecret: 'seti_1_secret_1', status: 'needs-card', trial: true });
  const { user } = open();
  await shows('Activate your vault for $2.99/month');
  await shows(freeMonth);
  await user.click(await readyButton('Start the free month'));
  await announces(
    'Trial StartedYour vault has been activated with a 30-day free trial. Executor access codes have been sent.',
  );
  await isAtVault();
  expect(stripe.confirmed).toEqual([{ kind: 'setup', clientSecret: 'seti_1_secret_1' }]);
  expect(fakeService().received(completePayment)[0]?.body).toEqual({ setupIntentId: 'seti_1' });
  expect(requests().map(({ body }) => body)).toEqual([{ vaultId: monthly.id }]);
});

test('an owner who has used the free month is asked to pay, and nothing is called free', async () => {
  const stripe = fakeStripe();
  fakeService().reply(createSubscription, { clientSecret: 'pi_1_secret_1', status: 'needs-card', trial: false });
  fakeService().reply(completePayment, { vaultId: monthly.id, paymentStatus: 'paid' });
  const { user } = open();
  const pay = await readyButton('Pay $2.99');
  expect(document.body.textContent).not.toContain('free');
  await user.click(pay);
  await announces('Payment Successful');
  expect(stripe.confirmed).toEqual([{ kind: 'payment', clientSecret: 'pi_1_secret_1' }]);
});

test('a card refused for a trial shows Stripe’s message, and the trial has not started', async () => {
  fakeStripe().endsWith(declined());
  fakeService().reply(createSubscription, { clientSecret: 'seti_1_secret_1', status: 'needs-card', trial: true });
  const { user } = open();
  await user.click(await readyButton('Start the free month'));
  await announces('Setup FailedYour card was declined.');
  expect(fakeService().received(completePayment)).toEqual([]);
  await readyButton('Start the free month');
});

test('the offer starts nothing until the button is pressed, and then no card is requested', async () => {
  const service = fakeService();
  service.reply(createSubscription, { status: 'trialing', trial: true });
  const { user } = open('?promo=freetrial');
  await shows(offer);
  await shows('no card. If you add none, nothing is charged');
  expect(requests()).toEqual([]);
  service.reply(getVault, { ...monthly, paymentStatus: 'trial' });
  await user.click(screen.getByRole('button', { name: 'Start the free month' }));
  await announces('Trial Started');
  await isAtVault();
  expect(requests().map(({ body }) => body)).toEqual([{ vaultId: monthly.id, promo: 'freetrial' }]);
  expect(service.received(completePayment)).toEqual([]);
});

test('the page does not mention a card if another tab started the free month', async () => {
  fakeService().reply(createSubscription, { status: 'trialing', trial: true });
  open();
  await shows('This vault is already active.');
  expect(document.body.textContent).not.toContain('charged to your card');
});

test('pressing the offer twice starts one trial', async () => {
  const service = fakeService();
  service.reply(createSubscription, { status: 'trialing', trial: true });
  const letGo = service.hold(createSubscription);
  const { user } = open('?promo=freetrial');
  await user.dblClick(await screen.findByRole('button', { name: 'Start the free month' }));
  letGo();
  await isAtVault();
  expect(requests()).toHaveLength(1);
});

test('an owner who has used the free month and follows the offer sees the price before paying', async () => {
  fakeService().reply(createSubscription, { clientSecret: 'pi_1_secret_1', status: 'needs-card', trial: false });
  const { user } = open('?promo=freetrial');
  await user.click(await screen.findByRole('button', { name: 'Start the free month' }));
  await readyButton('Pay $2.99');
  expect(document.body.textContent).not.toContain(offer);
  expect(document.body.textContent).not.toContain('first month is free');
});

test('a trial whose start got no response can be retried, still without a card', async () => {
  const service = fakeService();
  service.disconnect(createSubscription);
  const { user } = open('?promo=freetrial');
  await user.click(await screen.findByRole('button', { name: 'Start the free month' }));
  await announces('Failed to initialize payment');
  await shows('The service could not be reached.');
  service.refuse(createSubscription, 'already-paid');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await shows('This vault is already active.');
  expect(requests().map(({ body }) => body)).toEqual(Array(2).fill({ vaultId: monthly.id, promo: 'freetrial' }));
  expect(hrefOf('View Vault')).toBe(`/vault/${monthly.id}`);
});

test('the offer of a free month changes nothing for a one-time plan', async () => {
  const service = fakeService();
  service.reply(getVault, { ...monthly, planType: 'basic_one_time' });
  service.reply(createPaymentIntent, { clientSecret: 'pi_1_secret_1' });
  open('?promo=freetrial');
  await readyButton('Pay $29.99');
  expect(document.body.textContent).not.toContain(offer);
  expect(requests()).toEqual([]);
});

test('a trial that another tab started needs no card here', async () => {
  fakeService().reply(createSubscription, { status: 'trialing', trial: true });
  open();
  await shows('This vault is already active.');
  expect(hrefOf('View Vault')).toBe(`/vault/${monthly.id}`);
});
