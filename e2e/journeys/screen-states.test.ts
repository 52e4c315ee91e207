// The rare states of the screens of owner, executor and recipient: loading, empty, refused, failed, and with missing data.
import type { Page, Route } from '@playwright/test';
import { getVault } from '@remembrance/contract/vaults.ts';
import { shortDate } from '../support/dates.ts';
import { makeText } from '../support/media.ts';
import { type Owner, signInQuietly } from '../support/people.ts';
import {
  answer,
  cards,
  confirmRelease,
  enterCode,
  fillCard,
  heading,
  notifications,
  proveAddress,
  rightAnswers,
} from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { makeActiveVault, makeReleasedVault, makeVault } from '../support/vaults.ts';

/** Holds an answer back until it is let go. */
async function hold(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** By the clock of the service, which other journeys may have moved. */
const createdAt = async ({ api }: Owner, id: string): Promise<Date> =>
  new Date((await api.call(getVault, { params: { id } })).createdAt);

const changed =
  (change: object) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...change } });
  };

test('SCR-25: the dashboard names its owner by picture, initials or a plain word', async ({ page, owner }) => {
  await signInQuietly(page, owner);
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByText('AO', { exact: true })).toBeVisible();
  await expect(header.getByText('Ada Okafor')).toBeVisible();
  await expect(header.getByText(owner.email)).toBeVisible();
  await expect(header.getByRole('link', { name: 'Log Out' })).toHaveAttribute('href', '/api/logout');
  await expect(page.getByRole('link', { name: 'Create New Vault' })).toHaveAttribute('href', '/pricing');
  await expect(page.getByRole('link', { name: 'Executor Access' })).toHaveAttribute('href', '/executor-access');
  await expect(page.getByRole('heading', { level: 2, name: 'Your Vaults' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create Your First Vault' })).toHaveAttribute('href', '/pricing');

  await page.route('**/api/auth/user', changed({ firstName: null, lastName: null }));
  await page.reload();
  await expect(header.getByText('U', { exact: true })).toBeVisible();
  await expect(header.getByText('User', { exact: true })).toBeVisible();
  await expect(heading(page, 'Welcome back')).toBeVisible();

  await page.route('**/api/auth/user', changed({ profileImageUrl: '/icon.svg' }));
  await page.reload();
  await expect(header.locator('img')).toHaveJSProperty('naturalWidth', 150);
});

test('SCR-26: loading vaults is announced, and vaults that fail to load can be loaded again', async ({
  page,
  owner,
}) => {
  await makeVault(owner);
  await signInQuietly(page, owner);
  const letGo = await hold(page, '**/api/vaults');
  await page.goto('/');
  await expect(page.getByText('Loading your vaults')).toBeAttached();
  letGo();
  await expect(page.getByText('For: Maya Lindqvist')).toBeVisible();
  await page.unroute('**/api/vaults');
  await page.route('**/api/vaults', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Your vaults could not be shown')).toBeVisible();
  await page.unroute('**/api/vaults');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Click to complete payment and activate vault')).toBeVisible();
});

test('SCR-27: a vault shows its dates, its state, its files and who can release it', async ({ page, owner }) => {
  const vault = await makeActiveVault(owner, {
    files: [makeText('letter.txt')],
    text: { scheduledReleaseDate: '2040-05-01T10:00:00Z' },
  });
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await expect(heading(page, vault.text.title)).toBeVisible();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText(`Created ${shortDate(await createdAt(owner, vault.id))}`)).toBeVisible();
  await expect(page.getByText('remember the lake.')).toBeVisible();
  await expect(page.getByText(vault.text.recipientName)).toBeVisible();
  await expect(page.getByText(vault.text.recipientEmail)).toBeVisible();
  await expect(page.getByText(/Scheduled release: Tuesday, May 1, 2040/)).toBeVisible();
  const file = page.getByRole('listitem').filter({ hasText: 'letter.txt' });
  await expect(file).toContainText('Message');
  await expect(file).toContainText('0.00 MB');
  const executor = page.getByRole('listitem').filter({ hasText: vault.text.executorEmail });
  await expect(executor).toContainText(vault.text.executorName);
  await expect(executor.getByRole('button', { name: 'Share link' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit Vault' })).toHaveAttribute('href', `/vault/${vault.id}/edit`);

  await page.route(`**/api/vaults/${vault.id}`, changed({ status: 'released', releasedAt: null }));
  await page.reload();
  await expect(page.getByText('Released', { exact: true })).toBeVisible();
  await expect(page.getByText('Released on: N/A')).toBeVisible();
  await expect(page.getByText('Edit Vault')).toHaveCount(0);
});

test('SCR-28: the edit form says each rule at its field, and why nothing could be saved', async ({ page, owner }) => {
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}/edit`);
  await page.getByLabel('Vault title').fill('');
  await page.getByLabel('Recipient name').fill('');
  await page.getByLabel('Recipient email').fill('maya');
  await page.getByLabel('Personal message').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  for (const words of ['Title is required', 'Recipient name is required', 'Valid email required'])
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  await expect(page.getByLabel('Vault title')).toBeFocused();
  await expect(page.getByLabel('Personal message')).not.toHaveAttribute('aria-invalid');

  await page.getByLabel('Vault title').fill('For Maya');
  await page.getByLabel('Recipient name').fill('Maya');
  await page.getByLabel('Recipient email').fill('maya@example.org');
  await page.route(`**/api/vaults/${vault.id}`, (route) => route.fulfill({ status: 500, body: '', headers: {} }));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(notifications(page)).toContainText('Update FailedFailed to update vault');
});

test('SCR-29: the banner of a shared link appears only where vault and title are both there', async ({ page }) => {
  const words = 'You were sent a link for this vault';
  for (const [query, count] of [
    ['', 0],
    ['?vault=1', 0],
    ['?title=For+Maya', 0],
    ['?vault=1&title=For+Maya&promo=freetrial', 1],
  ] as const) {
    await page.goto(`/executor-access${query}`);
    await expect(page.getByLabel('Access code')).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(count);
  }
});

test('SCR-30: an executor sees when and for whom, and a release that fails closes the question', async ({
  page,
  owner,
}) => {
  const vault = await makeActiveVault(owner);
  await page.goto('/executor-access');
  await enterCode(page, vault.code);
  await expect(notifications(page)).toContainText('Access Verified');
  const facts = page.getByRole('main');
  await expect(facts).toContainText(shortDate(await createdAt(owner, vault.id)));
  await expect(facts.getByText('Active', { exact: true })).toBeVisible();
  await page.route('**/api/executor/release/*', (route) => route.fulfill({ status: 500, body: '' }));
  await confirmRelease(page);
  await expect(notifications(page)).toContainText('Release FailedFailed to release vault');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.unroute('**/api/executor/release/*');
  await confirmRelease(page);
  await expect(notifications(page)).toContainText('Vault Released');
  await expect(page.getByLabel('Access code')).toHaveValue('');

  await page.route('**/api/executor/verify', changed({ releasedAt: null }));
  await enterCode(page, vault.code);
  await expect(page.getByText('Vault Already Released')).toBeVisible();
  await expect(page.getByText('Released on: N/A')).toBeVisible();
});

test('SCR-31: a file without an address cannot be downloaded, and one the browser cannot play is left to the download', async ({
  page,
  owner,
}) => {
  const film = { name: 'film.mkv', mimeType: 'video/x-matroska', buffer: Buffer.from('no film at all') };
  const vault = await makeReleasedVault(owner, { files: [makeText('letter.txt'), film] });
  await page.route('**/api/vault-access/verify-answers', async (route) => {
    const response = await route.fetch();
    const { files, ...rest } = await response.json();
    const [letter, ...others] = files;
    await route.fulfill({ response, json: { ...rest, files: [{ ...letter, downloadUrl: '' }, ...others] } });
  });
  await page.goto(vault.link);
  await proveAddress(page, vault.text.recipientEmail);
  await answer(page, rightAnswers(vault.text));
  await expect(page.getByRole('button', { name: 'Download letter.txt' })).toBeDisabled();
  await expect(page.getByText('This browser cannot show it here. You can download it.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download film.mkv' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print this message' })).toBeVisible();
});

test('SCR-32: the checkout explains when there is nothing to pay or payment is unavailable', async ({
  page,
  owner,
}) => {
  await page.goto('/checkout');
  await expect(notifications(page)).toContainText('Invalid vault ID');
  const vault = await makeVault(owner);
  await page.goto(`/checkout/${vault.id}`);
  await expect(page.getByText('Please sign in to pay for your vault.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Log In' })).toHaveAttribute(
    'href',
    /next=%2Fcheckout/,
  );

  await signInQuietly(page, owner);
  await page.goto('/checkout/unknown');
  await expect(heading(page, 'Vault Not Found')).toBeVisible();

  const letGo = await hold(page, '**/api/create-payment-intent');
  await page.goto(`/checkout/${vault.id}`);
  await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
  await expect(page.getByText('Preparing checkout...')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: "What's Included" })).toBeVisible();
  letGo();
  await expect(page.getByLabel('Card number')).toBeVisible();

  await page.unroute('**/api/create-payment-intent');
  await page.route('**/api/create-payment-intent', (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expect(notifications(page)).toContainText('Failed to initialize payment');
  await expect(page.getByText('Payment Error', { exact: true })).toBeVisible();
  await expect(page.getByText('Unable to initialize payment. Please try again or contact support.')).toBeVisible();
  await page.unroute('**/api/create-payment-intent');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
});

test('SCR-33: a confirmed payment without a response is not charged again, and the page says so', async ({
  page,
  owner,
}) => {
  const vault = await makeVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/checkout/${vault.id}`);
  await fillCard(page, cards.good);
  await page.route('**/api/complete-payment', (route) => route.fulfill({ status: 500, body: '', headers: {} }));
  await page.getByRole('button', { name: 'Pay $29.99' }).click();
  await expect(notifications(page)).toContainText('Payment ErrorSomething went wrong');
  await expect(page.getByText('Your payment went through, and you will not be charged twice.')).toBeVisible();
  await page.unroute('**/api/complete-payment');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(notifications(page)).toContainText('Payment Successful');
});

test('SCR-35: a card refused for a trial shows Stripe’s message', async ({ page, owner }) => {
  const vault = await makeVault(owner, { text: { planType: 'basic_subscription' } });
  await signInQuietly(page, owner);
  await page.goto(`/checkout/${vault.id}`);
  await fillCard(page, cards.declined);
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await expect(notifications(page)).toContainText('Setup FailedYour card was declined.');
});

test('SCR-34: a session that cannot be checked is reported, and can be checked again', async ({ page, owner }) => {
  await signInQuietly(page, owner);
  await page.route('**/api/auth/user', (route) => route.abort());
  await page.goto('/create-vault');
  await expect(heading(page, 'We could not check your session')).toBeVisible();
  await page.unroute('**/api/auth/user');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Create your vault')).toBeVisible();
});
