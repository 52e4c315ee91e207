// The checkout and the billing page in their main states.
import { expect, type Page } from '@playwright/test';
import { newOwner, signInQuietly } from '../support/people.ts';
import { monthPasses, pressOf, subscriptionBegunBy, trialRunsOut } from '../support/sandbox.ts';
import { cards, fillCard, heading, payAtCheckout } from '../support/screens.ts';
import { makeVault } from '../support/vaults.ts';
import { asNewcomer, asOwner, at, press, type Screen, visit } from './screen.ts';

const openBilling = (page: Page) => page.goto('/account/billing');

/** The billing page of an owner whose trial started with a card. */
const inTrial =
  (open: (page: Page, subscription: string) => Promise<unknown> = async () => {}): Screen['open'] =>
  async (page, { service }) => {
    const owner = await newOwner(service);
    const vault = await makeVault(owner, { text: { planType: 'basic_subscription' } });
    await signInQuietly(page, owner);
    const subscription = await subscriptionBegunBy(page, () => payAtCheckout(page, vault.id));
    await openBilling(page);
    await open(page, subscription);
    await expect(heading(page, 'Billing')).toBeVisible();
  };

const askingToCancel = async (page: Page) => {
  await press(page, 'Cancel plan');
  await expect(page.getByRole('dialog')).toBeVisible();
};

const endedPlan = async (page: Page, subscription: string) => {
  await askingToCancel(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click();
  await expect(page.getByText('Cancelled. It ends on')).toBeVisible();
  await pressOf(page, subscription, 'Pass 28 days');
  await trialRunsOut(page, subscription);
  await openBilling(page);
  await expect(page.getByText('Ended', { exact: true })).toBeVisible();
};

export const billingScreens: readonly Screen[] = [
  { name: 'checkout', open: asNewcomer(at(({ draft }) => `/checkout/${draft.id}`, 'Card number')) },
  {
    name: 'checkout-declined',
    open: asNewcomer(async (page, { draft }) => {
      await page.goto(`/checkout/${draft.id}`);
      await fillCard(page, cards.declined);
      await press(page, 'Pay $29.99');
      await expect(page.getByText('Payment Failed').first()).toBeVisible();
    }),
  },
  { name: 'checkout-trial', open: asNewcomer(at(({ trial }) => `/checkout/${trial.id}?promo=freetrial`, 'no card')) },
  {
    name: 'checkout-error',
    open: asNewcomer(async (page, { draft }) => {
      await page.route('**/api/create-payment-intent', (route) => route.fulfill({ status: 500, body: '' }));
      await page.goto(`/checkout/${draft.id}`);
      await expect(page.getByText('Unable to initialize payment')).toBeVisible();
    }),
  },
  { name: 'checkout-active', open: asOwner(at(({ active }) => `/checkout/${active.id}`, 'View Vault')) },
  { name: 'billing', open: asOwner(at(() => '/account/billing', 'Receipt')) },
  {
    name: 'receipt',
    open: asOwner(async (page) => {
      await page.goto('/account/billing');
      await page
        .getByRole('link', { name: /^Receipt of / })
        .first()
        .click();
      await expect(heading(page, 'Receipt')).toBeVisible();
    }),
  },
  {
    name: 'billing-empty',
    async open(page, { service }) {
      await signInQuietly(page, await newOwner(service));
      await openBilling(page);
      await expect(page.getByText('No plan yet')).toBeVisible();
    },
  },
  { name: 'billing-trial', open: inTrial() },
  {
    name: 'billing-changing-plan',
    isOneView: true,
    open: inTrial(async (page) => {
      await press(page, 'Change to Premium Plus');
      await expect(page.getByText('We charge nothing now.')).toBeVisible();
    }),
  },
  {
    name: 'billing-changing-card',
    open: inTrial(async (page) => {
      await press(page, 'Change card');
      await fillCard(page, cards.declined);
      await press(page, 'Save card');
      await expect(page.getByText('Your card was declined.')).toBeVisible();
    }),
  },
  { name: 'billing-cancelling', isOneView: true, open: inTrial(askingToCancel) },
  {
    name: 'billing-cancelled',
    open: inTrial(async (page) => {
      await askingToCancel(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click();
      await expect(page.getByText('Cancelled. It ends on')).toBeVisible();
    }),
  },
  {
    name: 'billing-failed',
    open: inTrial(async (page, subscription) => {
      await monthPasses(page, subscription);
      await pressOf(page, subscription, 'Decline its card from now on');
      await monthPasses(page, subscription);
      await openBilling(page);
      await expect(page.getByText('Payment failed', { exact: true })).toBeVisible();
    }),
  },
  { name: 'billing-ended', open: inTrial(endedPlan) },
  {
    name: 'billing-starting-again',
    open: inTrial(async (page, subscription) => {
      await endedPlan(page, subscription);
      await press(page, 'Restart this plan');
      await expect(page.getByLabel('Card number')).toBeVisible();
    }),
  },
  {
    name: 'billing-paused',
    open: inTrial(async (page, subscription) => {
      await pressOf(page, subscription, 'Pause it');
      await openBilling(page);
      await expect(page.getByText('Paused', { exact: true })).toBeVisible();
    }),
  },
  { ...visit('payment-sandbox', '/dev/payments'), isOneView: true },
];
