// @vitest-environment jsdom
// The sandbox's replacement for Stripe.js: what it sends, what it answers to the page, and the test bank's dialog.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestPage, type TestPage } from '../../testing/browser/open-test-page.ts';

let page: TestPage;
beforeEach(async () => {
  page = await openTestPage();
});
afterEach(() => page.close());

const button = (name: string) =>
  [...document.querySelectorAll('dialog button')].find(({ textContent }) => textContent === name);

test('a complete card is sent only to the sandbox of this installation, and cannot be changed until the reply arrives', async () => {
  page.fillIn();
  page.answer(() => {
    expect(page.isDisabled()).toBe(true);
    return Response.json({ status: 'succeeded' });
  });
  expect(await page.elements.submit()).toEqual({ selectedPaymentMethod: 'card' });
  expect(await page.confirm()).toEqual({ paymentIntent: { status: 'succeeded' } });
  expect(page.isDisabled()).toBe(false);
  const card = (name: string) => `payment_method_data[card][${name}]`;
  expect(page.sent).toEqual([
    {
      method: 'POST',
      path: '/sandbox/stripe/v1/payment_intents/pi_1/confirm',
      params: {
        key: 'pk_test_1',
        client_secret: 'pi_1_secret_2',
        [card('number')]: '4242424242424242',

        [card('exp_month')]: '12',
        [card('exp_year')]: '2031',
        [card('cvc')]: '123',
      },
    },
  ]);
});

test.each<[string, () => Response | Promise<Response>, string]>([
  [
    'a declined card',
    () => Response.json({ error: { type: 'card_error', message: 'Your card was declined.' } }, { status: 402 }),
    'Your card was declined.',
  ],
  ['an answer without a reason', () => Response.json({}, { status: 500 }), 'The payment failed. Please try again.'],
  [
    'a lost connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'The payment service could not be reached. Please check your connection and try again.',
  ],
  [
    'a page of a proxy in place of an answer',
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'The payment service could not be reached. Please check your connection and try again.',
  ],
])('after %s the page shows a message, and the card can be tried again', async (_, respond, message) => {
  page.fillIn();
  page.answer(respond);
  expect((await page.confirm()).error?.message).toBe(message);
  expect(page.isDisabled()).toBe(false);
  page.answer(() => Response.json({ status: 'succeeded' }));
  expect(await page.confirm()).toEqual({ paymentIntent: { status: 'succeeded' } });
});

const dialogs: [string, string, () => void][] = [
  ['Complete', 'complete', () => button('Complete')?.dispatchEvent(new Event('click'))],
  ['Fail', 'fail', () => button('Fail')?.dispatchEvent(new Event('click'))],
  ['the Escape key', 'fail', () => document.querySelector('dialog')?.dispatchEvent(new Event('cancel'))],
];
test.each(dialogs)('the test bank asks in a named dialog, and %s closes it', async (_, outcome, press) => {
  page.fillIn();
  page.answer(() => Response.json({ status: 'requires_action' }));
  page.answer(() => Response.json({ status: 'succeeded' }));
  const confirming = page.confirm();
  await vi.waitFor(() => expect(document.querySelector('dialog')?.open).toBe(true), { timeout: 50_000 });
  const heading = document.getElementById(document.querySelector('dialog')?.getAttribute('aria-labelledby') ?? '');
  expect(heading?.textContent).toBe('Test bank');
  press();
  expect(await confirming).toEqual({ paymentIntent: { status: 'succeeded' } });
  expect(document.querySelector('dialog')).toBeNull();
  expect(page.sent[1]).toMatchObject({
    path: '/sandbox/stripe/v1/payment_intents/pi_1/authenticate',
    params: { outcome },
  });
});

test('a card is saved at the path of its setup, and an intent is read with its secret', async () => {
  page.fillIn();
  page.elements.update({ clientSecret: 'seti_1_secret_2' });
  page.answer(() => Response.json({ status: 'succeeded' }));
  page.answer(() => Response.json({ status: 'requires_payment_method' }));
  page.answer(() => Response.json({ status: 'succeeded' }));
  expect(await page.stripe.confirmSetup({ elements: page.elements, redirect: 'if_required' })).toEqual({
    setupIntent: { status: 'succeeded' },
  });
  expect(await page.stripe.retrievePaymentIntent('pi_9_secret_8')).toMatchObject({
    paymentIntent: { status: 'requires_payment_method' },
  });
  expect(await page.stripe.retrieveSetupIntent('seti_9_secret_8')).toMatchObject({
    setupIntent: { status: 'succeeded' },
  });
  expect(page.sent.map(({ method, path }) => `${method} ${path.slice('/sandbox/stripe/v1/'.length)}`)).toEqual([
    'POST setup_intents/seti_1/confirm',
    'GET payment_intents/pi_9',
    'GET setup_intents/seti_9',
  ]);
  expect(page.sent[1]?.params).toEqual({ key: 'pk_test_1', client_secret: 'pi_9_secret_8' });
});

test('a page that uses more of Stripe than the sandbox supports fails immediately', async () => {
  expect(() => page.elements.create('address')).toThrow('The sandbox has no address element.');
  await expect(page.stripe.confirmPayment({ elements: page.elements, redirect: 'always' })).rejects.toThrow(
    "only redirect: 'if_required'",
  );
  await expect(
    page.stripe.confirmPayment({ elements: page.stripe.elements({ clientSecret: 'x' }), redirect: 'if_required' }),
  ).rejects.toThrow('mounted elements');
  expect((await page.stripe.createToken()).error).toMatchObject({ type: 'invalid_request_error' });
  expect([page.elements.getElement('payment'), page.elements.getElement('card')]).toEqual([page.form, null]);
  expect(page.sent).toEqual([]);
});
