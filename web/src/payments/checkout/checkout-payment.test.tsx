// Paying at the checkout, with a fake Stripe: what is charged, what is reported, and how the owner recovers from each failure.
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { completePayment, createPaymentIntent } from '@remembrance/contract/payments.ts';
import { listPlans } from '@remembrance/contract/plans.ts';
import { getVault } from '@remembrance/contract/vaults.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { declined, fakeStripe } from '../../../testing/fake-stripe.ts';
import { hrefOf, isAt, isBusy, readyButton, toastText } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, letterToRosa, offeredPlans, serviceFacts } from '../../../testing/samples.ts';

const unpaid = { ...letterToRosa, paymentStatus: 'unpaid' } as const;
const words = { charged: 'Your payment went through, and we will not charge you twice.' };

beforeEach(() => {
  const service = fakeService();
  service.reply(listPlans, offeredPlans);
  service.reply(getVault, unpaid);
  service.reply(listFiles, []); // the payment leads to the vault's page, which needs this
  service.reply(listExecutors, []);
  service.reply(createPaymentIntent, { clientSecret: 'pi_1_secret_1' });
  service.replyWith(completePayment, () => {
    service.reply(getVault, letterToRosa);
    return { vaultId: unpaid.id, paymentStatus: 'paid' as const };
  });
});

async function openCheckout() {
  const screenOpened = openScreen(`/checkout/${unpaid.id}`, { signedIn: ada });
  await shows('Card form for pi_1');
  return { ...screenOpened, pay: await readyButton('Pay $49.99') };
}

const isAtVault = () => isAt(`/vault/${unpaid.id}`);
const reports = () => fakeService().received(completePayment);

test('a payment is confirmed, reported and announced, and leads to the vault', async () => {
  const stripe = fakeStripe();
  const { user, pay } = await openCheckout();
  await heading('Complete Your Purchase');
  expect(document.body.textContent).toContain('Activate your vault for $49.99');
  expect(screen.getByRole('region', { name: "What's Included" }).textContent).toContain('2 vaults');
  await user.click(pay);
  await announces('Payment SuccessfulYour vault has been activated! Executor access codes have been sent.');
  await isAtVault();
  expect(stripe.confirmed).toEqual([{ kind: 'payment', clientSecret: 'pi_1_secret_1' }]);
  expect(reports().map(({ body }) => body)).toEqual([{ paymentIntentId: 'pi_1' }]);
  expect(fakeService().received(createPaymentIntent)[0]?.body).toEqual({ vaultId: unpaid.id });
});

test('nothing can be paid before the card form is ready', async () => {
  const stripe = fakeStripe();
  const becomesReady = stripe.loadsSlowly();
  openScreen(`/checkout/${unpaid.id}`, { signedIn: ada });
  const pay = await screen.findByRole<HTMLButtonElement>('button', { name: 'Pay $49.99' });
  expect(pay.disabled).toBe(true);
  becomesReady();
  await readyButton('Pay $49.99');
});

test('a double click charges and reports once', async () => {
  const stripe = fakeStripe();
  const letGo = stripe.hold();
  const { user, pay } = await openCheckout();
  await user.dblClick(pay);
  await user.keyboard('{Enter}');
  letGo();
  await isAtVault();
  expect(stripe.confirmed).toHaveLength(1);
  expect(reports()).toHaveLength(1);
});

test("a declined card shows Stripe's message, reports nothing, and leaves the form for another card", async () => {
  const stripe = fakeStripe();
  stripe.endsWith(declined());
  const { user, pay } = await openCheckout();
  await user.click(pay);
  await announces('Payment FailedYour card was declined.');
  expect(screen.getByRole('form').textContent).toContain(
    'Your card was declined.Nothing was charged. Try another card, or ask your bank.',
  );
  expect(reports()).toEqual([]);
  stripe.endsWith('succeeded');
  await user.click(screen.getByRole('button', { name: 'Pay $49.99' }));
  await isAtVault();
  expect(stripe.confirmed).toHaveLength(2);
});

test('an incomplete card form marks its own fields, without a toast or a report', async () => {
  fakeStripe().endsWith({ type: 'validation_error', message: 'Your card number is incomplete.' });
  const { user, pay } = await openCheckout();
  await user.click(pay);
  await waitFor(() => expect(isBusy(pay)).toBe(false));
  expect(toastText()).toBe('');
  expect(document.body.textContent).not.toContain('Your card number is incomplete.');
  expect(reports()).toEqual([]);
});

test('a payment that another tab confirmed is reported and not charged again', async () => {
  const stripe = fakeStripe();
  stripe.endsWith({ type: 'invalid_request_error', message: 'unexpected state' });
  stripe.finds('succeeded');
  const { user, pay } = await openCheckout();
  await user.click(pay);
  await isAtVault();
  expect(reports().map(({ body }) => body)).toEqual([{ paymentIntentId: 'pi_1' }]);
});

test.each([
  ['lost', 'The service could not be reached.', () => fakeService().disconnect(completePayment)],
  ['a fault', 'Something went wrong', () => fakeService().fail(completePayment)],
  ['busy', 'The payment service did not answer.', () => fakeService().refuse(completePayment, 'service-busy')],
])('a confirmed payment whose report is %s is reported again and not charged again', async (_, reason, fail) => {
  const stripe = fakeStripe();
  const { user, pay } = await openCheckout();
  fail();
  await user.click(pay);
  await announces(`Payment Error${reason}`);
  await shows(words.charged);
  expect(screen.getByText('Card form for pi_1').closest('[hidden]')).not.toBeNull();

  fakeService().reply(completePayment, { vaultId: unpaid.id, paymentStatus: 'paid' });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await announces('Payment Successful');
  await isAtVault();
  expect(stripe.confirmed).toHaveLength(1);
  expect(reports()).toHaveLength(2);
});

test('a payment that the service refunds is not called paid, and the owner can start a new one', async () => {
  const stripe = fakeStripe();
  const service = fakeService();
  const { user, pay } = await openCheckout();
  service.refuse(completePayment, 'payment-refused');
  await user.click(pay);
  await announces('Payment ErrorThis payment does not belong to a vault of yours.');
  expect(document.body.textContent).not.toContain(words.charged);

  service.reply(createPaymentIntent, { clientSecret: 'pi_2_secret_2' });
  service.reply(completePayment, { vaultId: unpaid.id, paymentStatus: 'paid' });
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  await shows('Card form for pi_2');
  await user.click(await readyButton('Pay $49.99'));
  await isAtVault();
  expect(stripe.confirmed.map(({ clientSecret }) => clientSecret)).toEqual(['pi_1_secret_1', 'pi_2_secret_2']);
});

test('a session that ends during payment leads to sign-in, without a message about the payment', async () => {
  fakeStripe();
  const { user, pay, onUnauthorized } = await openCheckout();
  fakeService().refuse(completePayment, 'unauthorized');
  await user.click(pay);
  await waitFor(() => expect(onUnauthorized).toHaveBeenCalled());
  expect(toastText()).toBe('');
});

test('if the card form’s script cannot be loaded, a retry loads it and starts no second payment', async () => {
  const service = fakeService();
  const scriptPath = '/sandbox/stripe.js';
  const facts = { ...serviceFacts, payment: { ...serviceFacts.payment, scriptPath } };
  const { user } = openScreen(`/checkout/${unpaid.id}`, { signedIn: ada, facts });
  const script = await findScript(scriptPath);
  script.dispatchEvent(new Event('error'));
  await shows('Unable to initialize payment. Please try again or contact support.');
  expect(hrefOf('Contact support')).toBe('mailto:support@example.org');

  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const second = await findScript(scriptPath);
  expect(second).not.toBe(script);
  fakeStripe();
  second.dispatchEvent(new Event('load'));
  await shows('Card form for pi_1');
  expect(service.received(createPaymentIntent)).toHaveLength(1);
});

const findScript = (path: string) =>
  waitFor(() => {
    const script = document.head.querySelector(`script[src="${path}"]`);
    if (!script) throw new Error('no script yet');
    return script;
  });
