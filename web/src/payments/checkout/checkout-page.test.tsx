// The checkout's states other than payment: no vault, nobody signed in, and a payment that could not be prepared.
import { createPaymentIntent } from '@remembrance/contract/payments.ts';
import { listPlans } from '@remembrance/contract/plans.ts';
import { getVault } from '@remembrance/contract/vaults.ts';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { hrefOf, pageText } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, letterToRosa, offeredPlans } from '../../../testing/samples.ts';

beforeEach(() => fakeService().reply(listPlans, offeredPlans));

const unpaid = { ...letterToRosa, paymentStatus: 'unpaid' } as const;

test('a checkout without a vault is refused', async () => {
  openScreen('/checkout', { signedIn: ada });
  await announces('Invalid vault ID');
});

test('a visitor who is not signed in is asked to sign in, and returns to the checkout', async () => {
  fakeService().refuse(getVault, 'unauthorized');
  openScreen(`/checkout/${unpaid.id}`);
  await shows('Please sign in to pay for your vault.');
  const link = screen.getByRole('main').querySelector('a[href*="next="]');
  expect(link?.getAttribute('href')).toContain('next=%2Fcheckout');
});

test('a vault that does not exist is not found', async () => {
  fakeService().refuse(getVault, 'not-found');
  openScreen('/checkout/unknown', { signedIn: ada });
  await heading('Vault Not Found');
});

test('a checkout without a connection offers to try again, and recovers when the connection returns', async () => {
  const service = fakeService();
  service.disconnect(getVault);
  const { user } = openScreen(`/checkout/${unpaid.id}`, { signedIn: ada });
  await heading('Your vault could not be shown');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Your vault could not be shown');
  service.reply(getVault, { ...letterToRosa, paymentStatus: 'paid' });
  fireEvent(window, new Event('online'));
  await heading('This vault is active');
});

test('a payment that could not be prepared says so, and can be retried', async () => {
  const service = fakeService();
  service.reply(getVault, unpaid);
  service.fail(createPaymentIntent);
  const { user } = openScreen(`/checkout/${unpaid.id}`, { signedIn: ada });
  await shows('Unable to initialize payment. Please try again or contact support.');
  await announces('Failed to initialize payment');
  await shows('Error: Failed to initialize payment');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(service.received(createPaymentIntent)).toHaveLength(2);
});

test.each([
  ['paid', {}, 'This vault is active', 'It is paid for, or your plan includes it.'],
  ['paid', { planType: 'basic_one_time' }, 'This vault is active', 'It is paid for. There is nothing more to pay.'],
  ['trial', {}, 'This vault is active', 'Its free month has begun. There is nothing to pay today.'],
  ['lapsed', {}, 'The plan of this vault is not active', 'You can restart its plan, with all its vaults, under'],
  ['paid', { status: 'released' }, 'This vault has been released', 'There is nothing more to pay.'],
] as const)(
  'a vault that is %s %o needs no checkout, says why and leads on',
  async (paymentStatus, is, title, words) => {
    const service = fakeService();
    service.reply(getVault, { ...letterToRosa, ...is, paymentStatus });
    openScreen(`/checkout/${unpaid.id}`, { signedIn: ada });
    await heading(title);
    expect(pageText()).toContain(words);
    expect(hrefOf('View Vault')).toBe(`/vault/${unpaid.id}`);
    expect(screen.queryByRole('link', { name: 'Open billing' }) !== null).toBe(paymentStatus === 'lapsed');
    expect(service.received(createPaymentIntent)).toEqual([]);
  },
);

test('a payment that another tab made in the meantime needs no second one', async () => {
  const service = fakeService();
  service.reply(getVault, unpaid);
  service.refuse(createPaymentIntent, 'already-paid');
  openScreen(`/checkout/${unpaid.id}`, { signedIn: ada });
  await shows('This vault is already active.');
  expect(hrefOf('View Vault')).toBe(`/vault/${unpaid.id}`);
});

test.each([
  ['plan-limit-reached', 'All vaults of your plan are in use.'],
  ['service-busy', 'The payment service did not answer. Please try again in a moment.'],
] as const)('a payment refused with %s says what can be done', async (code, words) => {
  const service = fakeService();
  service.reply(getVault, unpaid);
  service.refuse(createPaymentIntent, code);
  openScreen(`/checkout/${unpaid.id}`, { signedIn: ada });
  await shows(`Unable to initialize payment. Please try again or contact support.${words}`);
});

test('while the payment is being prepared the page says so, and lists what the plan includes', async () => {
  const service = fakeService();
  service.reply(getVault, unpaid);
  service.reply(createPaymentIntent, { clientSecret: 'pi_1_secret_1' });
  service.hold(createPaymentIntent);
  openScreen(`/checkout/${unpaid.id}`, { signedIn: ada });
  await heading('Complete Your Purchase');
  await shows('Preparing checkout...');
  await screen.findByRole('heading', { level: 2, name: "What's Included" });
});
