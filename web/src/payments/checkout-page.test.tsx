// The states of the checkout that are not a payment: no vault, nobody signed in, and a payment that could not be prepared.
import { createPaymentIntent } from '@remembrance/contract/payments.ts';
import { listPlans } from '@remembrance/contract/plans.ts';
import { getVault } from '@remembrance/contract/vaults.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { announces, fakeService, heading, openScreen, shows } from '../../testing/open-screen.tsx';
import { ada, letterToRosa, offeredPlans } from '../../testing/samples.ts';

beforeEach(() => fakeService().reply(listPlans, offeredPlans));

const draft = { ...letterToRosa, paymentStatus: 'unpaid' } as const;

test('SCR-32: a checkout without a vault is refused', async () => {
  openScreen('/checkout', { signedIn: ada });
  await announces('Invalid vault ID');
});

test('SCR-32: a visitor who is not signed in is asked to sign in, and comes back', async () => {
  fakeService().refuse(getVault, 'unauthorized');
  openScreen(`/checkout/${draft.id}`);
  await shows('Please sign in to pay for your vault.');
  const link = screen.getByRole('main').querySelector('a[href*="next="]');
  expect(link?.getAttribute('href')).toContain('next=%2Fcheckout');
});

test('SCR-32: a vault that does not exist is not found', async () => {
  fakeService().refuse(getVault, 'not-found');
  openScreen('/checkout/unknown', { signedIn: ada });
  await heading('Vault Not Found');
});

test('SCR-32: a payment that could not be prepared says so and can be tried again', async () => {
  const service = fakeService();
  service.reply(getVault, draft);
  service.fail(createPaymentIntent);
  const { user } = openScreen(`/checkout/${draft.id}`, { signedIn: ada });
  await shows('Unable to initialize payment. Please try again or contact support.');
  await announces('Failed to initialize payment');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(service.received(createPaymentIntent)).toHaveLength(2);
});
