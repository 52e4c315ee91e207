// The checkout: cards that succeed, are declined or require authentication, and trials with and without a card.

import type { Page } from '@playwright/test';
import { trialDays } from '@remembrance/contract/limits.ts';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { getVault } from '@remembrance/contract/vaults.ts';
import { codeIn, linkIn, mailboxOf } from '../support/mailbox.ts';
import { leaveThePage, type Owner, signInQuietly, unusedAddress } from '../support/people.ts';
import {
  cards,
  confirmRelease,
  enterCode,
  fillCard,
  heading,
  keepVault,
  signUpOnScreen,
  writeVault,
} from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { type MadeVault, makeVault, vaultText } from '../support/vaults.ts';

const paymentStatusOf = async ({ owner, id }: MadeVault) =>
  (await owner.api.ask(getVault, { params: { id } })).paymentStatus;

async function openCheckout(page: Page, owner: Owner, vault: MadeVault, query = ''): Promise<void> {
  await signInQuietly(page, owner);
  await page.goto(`/checkout/${vault.id}${query}`);
  await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
}

test('a declined card activates nothing, and then a good card activates the vault', async ({ page, owner }) => {
  const vault = await makeVault(owner);
  await openCheckout(page, owner, vault);
  await expect(page.getByText('Activate your vault for $29.99')).toBeVisible();
  await expect(page.getByText('1-time vault edit access')).toBeVisible();
  await expect(page.getByText('Test mode', { exact: true })).toBeVisible();

  await fillCard(page, cards.declined);
  await page.getByRole('button', { name: 'Pay $29.99' }).click();
  await expectToast(page, 'Payment Failed', 'Your card was declined.');
  expect(await paymentStatusOf(vault)).toBe('unpaid');
  expect(await vault.executor.letters()).toEqual([]);

  await fillCard(page, cards.good);
  await page.getByRole('button', { name: 'Pay $29.99' }).click();
  await expectToast(page, 'Your vault has been activated! Executor access codes have been sent.');
  await expect(page).toHaveURL(new RegExp(`/vault/${vault.id}$`));
  expect(await paymentStatusOf(vault)).toBe('paid');
  await vault.executor.letter('executor-code');
  await owner.mailbox.letter('payment-receipt');
});

test('a card that needs authentication pays once it is authenticated', async ({ page, owner }) => {
  const vault = await makeVault(owner);
  await openCheckout(page, owner, vault);
  await fillCard(page, cards.asksAuthentication);
  await page.getByRole('button', { name: 'Pay $29.99' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expectToast(page, 'Payment Successful');
  expect(await paymentStatusOf(vault)).toBe('paid');
});

test('a failed authentication charges nothing and leaves the form for another card', async ({ page, owner }) => {
  const vault = await makeVault(owner);
  await openCheckout(page, owner, vault);
  await fillCard(page, cards.asksAuthentication);
  await page.getByRole('button', { name: 'Pay $29.99' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Fail' }).click();
  await expectToast(page, 'Payment Failed', 'We are unable to authenticate your payment method');
  expect(await paymentStatusOf(vault)).toBe('unpaid');

  await fillCard(page, cards.good);
  await page.getByRole('button', { name: 'Pay $29.99' }).click();
  await expectToast(page, 'Payment Successful');
});

test('a payment still activates its vault if the page closed before reporting it', async ({ page, owner }) => {
  const vault = await makeVault(owner);
  await openCheckout(page, owner, vault);
  const reported = Promise.withResolvers<void>();
  await page.route('**/api/complete-payment', () => reported.resolve());
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: 'Pay $29.99' }).click();
  await reported.promise;
  await page.close();
  await expect.poll(() => paymentStatusOf(vault)).toBe('paid');
  await vault.executor.letter('executor-code');
});

test('PAY-16: a monthly plan starts its trial with a card and charges nothing today', async ({ page, owner }) => {
  const vault = await makeVault(owner, { text: { planType: 'premium_subscription' } });
  await openCheckout(page, owner, vault);
  await expect(page.getByText('Activate your vault for $4.99/month')).toBeVisible();
  await expect(page.getByText('no charge today')).toBeVisible();
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: 'Start the free month' }).click();
  await expectToast(
    page,
    'Your vault has been activated with a 30-day free trial. Executor access codes have been sent.',
  );
  await expect(page).toHaveURL(new RegExp(`/vault/${vault.id}$`));
  expect(await paymentStatusOf(vault)).toBe('trial');
  await vault.executor.letter('executor-code');
  await owner.mailbox.letter('trial-started');
});

test('PAY-17: the trial offer leads from its banner through sign-up to a trial without a card', async ({
  page,
  service,
}) => {
  const email = unusedAddress('ada');
  const password = ada.password;
  const text = vaultText({ planType: 'basic_subscription' });
  await page.goto('/?promo=freetrial');
  await expect(page.getByText('Special Offer: Get 1 Month FREE!')).toBeVisible();
  await page.getByRole('button', { name: 'Get Started' }).click();
  await signUpOnScreen(page, email, password);
  await page.goto(linkIn(await mailboxOf(service, email).letter('email-verification')));
  await page.getByRole('button', { name: 'Confirm my address' }).click();

  await expect(page).toHaveURL(/\/create-vault\?promo=freetrial$/);
  await expect(page.getByRole('heading', { name: 'Plan: Basic Plus, $2.99/month' })).toBeVisible();
  await writeVault(page, text);
  await slowDown(page);
  const shown = await watchPages(page);
  await keepVault(page);

  await expectToast(page, 'Trial Started');
  await expect(heading(page, text.title)).toBeVisible();
  await mailboxOf(service, email).letter('trial-started');
  const between = (await shown()).filter(({ title }) => title === 'Keeping your vault');
  expect(between.length).toBeGreaterThan(0);
  expect(between.filter(({ words }) => /\$|\bcard\b|charged|purchase|payment|price/i.test(words))).toEqual([]);
  const titles = new Set((await shown()).map(({ title }) => title));
  expect([...titles]).toEqual(['Create your vault', 'Review your vault', 'Keeping your vault', text.title]);
});

/** A slow mobile connection. */
async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await client.send('Network.emulateNetworkConditions', line);
}

/** Records every state of the page from now on. @returns the recorded states, each with its heading */
async function watchPages(page: Page): Promise<() => Promise<{ title: string; words: string }[]>> {
  const watch = await page.evaluateHandle(() => {
    const shown: { title: string; words: string }[] = [];
    // Only visible text, because the form stays in the page but hidden.
    const textOf = (selector: string) => {
      const copy = document.querySelector(selector)?.cloneNode(true) as Element | undefined;
      for (const part of copy?.querySelectorAll('[hidden]') ?? []) part.remove();
      return copy?.textContent ?? '';
    };
    const note = () =>
      shown.push({ title: textOf('h1'), words: textOf('main') + textOf('[aria-label="Notifications"]') });
    note();
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
    return shown;
  });
  return () => watch.evaluate((shown) => shown);
}

test('PAY-21: a trial that ends without a card freezes the vault but never blocks its release', {
  tag: '@everyday',
}, async ({ page, visitor, owner, service }) => {
  const vault = await makeVault(owner, { text: { planType: 'basic_subscription' } });
  await openCheckout(page, owner, vault, '?promo=freetrial');
  await page.getByRole('button', { name: 'Start the free month' }).click();
  await expectToast(page, 'Trial Started');
  const code = codeIn(await vault.executor.letter('executor-code'));

  await leaveThePage(page);
  await service.moveClock((trialDays + 1) * 86_400);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await expect(page.getByText('Your plan has ended or is paused, so this vault cannot be changed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Vault' })).toBeDisabled();

  const executor = await visitor();
  await executor.goto('/executor-access');
  await enterCode(executor, code);
  await confirmRelease(executor);
  await expectToast(executor, 'Vault Released');
  await vault.recipient.letter('recipient-invitation');
});
