// The journeys' screens checked against WCAG 2.2 AA, as far as a program can. Dark mode only differs in colours, so only colours are
// checked there.
import { beforeReleaseScreens } from '../screens/before-release-screens.ts';
import { checkInScreens } from '../screens/check-in-screens.ts';
import { executorScreens } from '../screens/executor-screens.ts';
import { letterLinkScreens } from '../screens/letter-link-screens.ts';
import { ownerScreens } from '../screens/owner-screens.ts';
import { publicScreens } from '../screens/public-screens.ts';
import { recipientScreens } from '../screens/recipient-screens.ts';
import { expect, test } from '../screens/world-test.ts';
import { expectAccessible } from '../support/accessible.ts';
import { currentCode } from '../support/authenticator.ts';
import { makeText } from '../support/media.ts';
import { addPasskeyDevice } from '../support/passkey-device.ts';
import { leaveThePage, signInQuietly } from '../support/people.ts';
import { expectRecorded } from '../support/recording.ts';
import { pressOf, subscriptionBegunBy } from '../support/sandbox.ts';
import {
  cards,
  fillCard,
  heading,
  keepVault,
  losePart,
  lostPart,
  openPart,
  payAtCheckout,
  signInOnScreen,
  writeVault,
} from '../support/screens.ts';
import { expectToast } from '../support/toasts.ts';
import { makeActiveVault, makeReleasedVault, makeVault, vaultText } from '../support/vaults.ts';

const withoutWay = [
  ...['vault-released-today', 'vault-if-not-opened', 'vault-copy', 'create-from-copy', 'vault-correction'],
  ...['vault-correction-stopped', 'vault-disowned', 'vault-undoing-release', 'vault-release-undone'],
];
/** The other states of an owner's pages are checked on the way below. */
const ofOwner = ownerScreens.filter(({ name }) => withoutWay.includes(name));
const checked = [
  ...[...publicScreens, ...letterLinkScreens, ...executorScreens, ...recipientScreens, ...ofOwner],
  ...[...beforeReleaseScreens, ...checkInScreens],
];
for (const { name, open } of checked.filter(({ isMoving }) => !isMoving))
  test(`JRN-22: the screen ${name} has no accessibility barrier`, async ({ page, world }) => {
    await open(page, world);
    await expectAccessible(page, name);
  });

test('JRN-22: an owner’s pages have no accessibility barrier', async ({ page, owner }) => {
  await signInQuietly(page, owner);
  await page.goto('/');
  await expect(page.getByText('No Vaults Yet')).toBeVisible();
  await expectAccessible(page, 'empty dashboard');
  await page.goto('/create-vault');
  await page.getByLabel('Files', { exact: true }).setInputFiles(makeText());
  await page.getByRole('button', { name: 'Create Vault' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await expectAccessible(page, 'create form with its complaints');
  const restorePart = await losePart(page, 'contents-section');
  await page.reload();
  await expect(lostPart(page)).toBeVisible();
  await expectAccessible(page, 'create form with a part that cannot be loaded');
  await restorePart();

  const draft = await makeVault(owner);
  await page.goto(`/checkout/${draft.id}`);
  await fillCard(page, cards.declined);
  await page.getByRole('button', { name: 'Pay $29.99' }).click();
  await expectToast(page, 'Payment Failed');
  await expectAccessible(page, 'checkout with a declined card');
  await fillCard(page, cards.asksAuthentication);
  await page.getByRole('button', { name: 'Pay $29.99' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'the bank asks');

  const vault = await makeActiveVault(owner, { files: [makeText()], text: { planType: 'premium_one_time' } });
  await page.goto(`/vault/${vault.id}`);
  await expect(page.getByText('1 edit left')).toBeVisible();
  await expectAccessible(page, 'vault');
  await page.getByRole('button', { name: 'Show the activity' }).press('Enter');
  await expect(page.getByText('You created the vault')).toBeVisible();
  await expectAccessible(page, 'the activity of a vault');
  await page.getByRole('button', { name: 'Change executor' }).click();
  await expectAccessible(page, 'an executor corrected');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete Vault' }).click();
  await expectAccessible(page, 'deleting asks');
  await page.goto(`/vault/${vault.id}/edit`);
  await expect(heading(page, 'Edit Vault')).toBeVisible();
  await expectAccessible(page, 'edit form, folded');
  await openPart(page, 'Vault details and recipient');
  await page.getByLabel('Vault title').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await expectAccessible(page, 'edit form with a complaint');
  await page.goto('/');
  await expect(page.getByRole('link', { name: vault.text.title }).first()).toBeVisible();
  await expectAccessible(page, 'dashboard');
});

test('JRN-22: an owner’s account has no accessibility barrier', async ({ page, owner, service }) => {
  await signInQuietly(page, owner);
  await page.goto('/account');
  await expect(page.getByText('You have no passkeys yet')).toBeVisible();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Please enter your password')).toBeVisible();
  await expectAccessible(page, 'account with a complaint');
  await page.getByRole('region', { name: 'Second step' }).getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img')).toBeVisible();
  await expectAccessible(page, 'the code to scan');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expectAccessible(page, 'deleting asks');
  await page.keyboard.press('Escape');

  const device = await addPasskeyDevice(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('You have no passkeys yet')).toHaveCount(0);
  await device.stopRecognising();
  await service.moveClock(11 * 60);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(dialog.getByText('The request was cancelled')).toBeVisible();
  await dialog.getByLabel('Your password').fill('not my password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This password is wrong.')).toBeVisible();
  await expectAccessible(page, 'the question who one is, refused twice');
  await losePart(page, 'proof-ways');
  await page.reload();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(lostPart(page)).toBeVisible();
  await expectAccessible(page, 'the question who one is, which cannot be loaded');
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Log Out' }).click();
  await expect(heading(page, 'You are logged out')).toBeVisible();
  await expectAccessible(page, 'logged out in another tab');
});

test('JRN-22: rarely seen states have no accessibility barrier', async ({ page, owner }) => {
  await signInQuietly(page, owner);
  const plan = { planType: 'basic_subscription' } as const;
  const draft = await makeVault(owner, { text: plan });
  await page.goto(`/vault/${draft.id}`);
  await expect(page.getByText('This vault is not active yet')).toBeVisible();
  await expectAccessible(page, 'unpaid vault');
  await page.goto(`/checkout/${draft.id}?promo=freetrial`);
  await expect(page.getByText('you need no card to start')).toBeVisible();
  await expectAccessible(page, 'checkout of a trial without a card');
  await page.goto(`/checkout/${draft.id}`);
  await page.getByRole('button', { name: 'Start the free month' }).click();
  await expect(page.getByText(/incomplete|is required/i).first()).toBeVisible();
  await expectAccessible(page, 'card form with its complaints');
  await page.route('**/api/create-subscription', (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expect(page.getByText('Unable to initialize payment')).toBeVisible();
  await expectAccessible(page, 'checkout without an answer');
  await page.goto('/vault/unknown');
  await expect(heading(page, 'Vault Not Found')).toBeVisible();
  await expectAccessible(page, 'vault not found');

  const released = await makeReleasedVault(owner);
  await page.goto(`/vault/${released.id}`);
  await expect(page.getByText(/^Released on/)).toBeVisible();
  await expectAccessible(page, 'released vault');
  await page.goto(`/vault/${released.id}/edit`);
  await expect(heading(page, 'Cannot Edit Released Vault')).toBeVisible();
  await expectAccessible(page, 'edit of a released vault');
  await page.goto(`/checkout/${released.id}`);
  await expect(page.getByRole('link', { name: 'View Vault' })).toBeVisible();
  await expectAccessible(page, 'checkout of an active vault');

  await page.route('**/api/vaults', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('Your vaults could not be shown')).toBeVisible();
  await expectAccessible(page, 'dashboard without its vaults');
  await page.route('**/api/auth/user', (route) => route.abort());
  await page.goto('/create-vault');
  await expect(heading(page, 'We could not check your session')).toBeVisible();
  await expectAccessible(page, 'session that cannot be asked for');
});

test.describe('while a vault is being filled in', () => {
  test.use({ permissions: ['camera', 'microphone'] });

  test('JRN-22: recording, sending and leaving have no accessibility barrier', async ({ page, owner }) => {
    await signInQuietly(page, owner);
    await page.goto('/create-vault');
    await page.getByRole('button', { name: 'Record video' }).click();
    await expectRecorded(page, 2);
    await expectAccessible(page, 'recording');
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await expect(page.getByRole('button', { name: 'Add to Vault' })).toBeVisible();
    await expectAccessible(page, 'recorded');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Record audio' }).click();
    await expect(page.getByText('Permission Denied').first()).toBeVisible();
    await expectAccessible(page, 'recording refused');
    await writeVault(page, vaultText());
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'leaving asks');
    await page.keyboard.press('Escape');

    await page.getByLabel('Files', { exact: true }).setInputFiles(makeText());
    await page.route('**/api/uploads/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Create Vault' }).click();
    await expect(page.getByRole('heading', { name: 'Review your vault' })).toBeFocused();
    await expectAccessible(page, 'a vault looked over');
    await keepVault(page);
    await expect(page.getByRole('list', { name: 'Files being uploaded' })).toContainText('The connection was lost');
    await expectAccessible(page, 'upload that waits for the connection');
    await page.getByRole('button', { name: 'Stop and go back' }).click();
    await expect(page.getByText('The vault was not created')).toBeVisible();
    await expectAccessible(page, 'a vault that was not created');
  });
});

test('JRN-22: an account, its billing and its second step have no accessibility barrier', async ({
  page,
  visitor,
  owner,
  service,
}) => {
  const vault = await makeVault(owner, { text: { planType: 'basic_subscription' } });
  await signInQuietly(page, owner);
  await page.goto(`/checkout/${vault.id}`);
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: 'Start the free month' }).click();
  await expectToast(page, 'Trial Started');
  await page.goto('/account/billing');
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();
  await expectAccessible(page, 'billing');
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await expectAccessible(page, 'cancelling asks');
  await page.goto('/account/billing/unknown');
  await expect(page.getByText('We could not find this payment')).toBeVisible();
  await expectAccessible(page, 'receipt of nothing');

  await page.goto('/account');
  await expect(page.getByText('Last seen').first()).toBeVisible();
  await expectAccessible(page, 'account');
  const dialog = page.getByRole('dialog');
  const section = page.getByRole('region', { name: 'Second step' });
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expectAccessible(page, 'turning on the second step asks');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page, 'the second step is set up');
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill(currentCode(secret, service.now()));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await expectAccessible(page, 'recovery codes');
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expectAccessible(page, 'deleting the account asks');

  const other = await visitor();
  await other.goto('/sign-in');
  await signInOnScreen(other, owner.email, owner.password);
  await expect(heading(other, 'One more step')).toBeVisible();
  await expectAccessible(other, 'second step');
});

test('JRN-22: a changed, paused, past due or ended plan has no accessibility barrier', async ({ page, owner }) => {
  const vault = await makeVault(owner, { text: { planType: 'basic_subscription' } });
  await signInQuietly(page, owner);
  const subscription = await subscriptionBegunBy(page, () => payAtCheckout(page, vault.id));
  const openBilling = () => page.goto('/account/billing');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await openBilling();
  await press('Change to Premium Plus');
  await expect(page.getByText('We charge nothing now.')).toBeVisible();
  await expectAccessible(page, 'changing the plan');
  await press('Keep Basic Plus');
  await press('Change card');
  await fillCard(page, cards.declined);
  await press('Save card');
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await expectAccessible(page, 'changing the card');

  await pressOf(page, subscription, 'Pause it');
  await expectAccessible(page, 'the sandbox');
  await page.setViewportSize({ width: 320, height: 800 });
  const overhang = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(overhang), 'the sandbox on a small phone').toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await openBilling();
  await press('Resume plan');
  await expectAccessible(page, 'resuming a paused plan');
  await press('Not now');

  await pressOf(page, subscription, 'Resume it');
  await pressOf(page, subscription, 'Decline its card from now on');
  for (const days of ['Pass 28 days', 'Pass 28 days']) await pressOf(page, subscription, days);
  await openBilling();
  await expect(page.getByText('Payment failed', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a payment that failed');
  await press('Cancel plan');
  await expectAccessible(page, 'ending a plan that is owed for');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click();
  await expect(page.getByText('Ended', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a plan that has ended');
});

test('JRN-22: a lapsed vault and restarting its plan have no accessibility barrier', async ({
  page,
  owner,
  service,
}) => {
  const vault = await makeVault(owner, { text: { planType: 'basic_subscription' } });
  await signInQuietly(page, owner);
  await page.goto(`/checkout/${vault.id}?promo=freetrial`);
  await page.getByRole('button', { name: 'Start the free month' }).click();
  await expect(heading(page, vault.text.title)).toBeVisible();
  await leaveThePage(page);
  await service.moveClock(31 * 86_400);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await expect(page.getByRole('link', { name: 'Restart the plan' })).toBeVisible();
  await expectAccessible(page, 'a lapsed vault');
  await page.goto(`/checkout/${vault.id}`);
  await expect(heading(page, 'The plan of this vault is not active')).toBeVisible();
  await expectAccessible(page, 'the checkout of a lapsed vault');
  await page.goto('/account/billing');
  await page.getByRole('button', { name: 'Restart this plan' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectAccessible(page, 'starting a plan again');
});
