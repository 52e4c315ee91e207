// Managing a plan on the billing page: its card, changes, cancellation, and a vault without a plan.
import { releaseVault } from '@remembrance/contract/release.ts';
import { signIn } from '@remembrance/contract/sign-in.ts';
import { getVault } from '@remembrance/contract/vaults.ts';
import { createApi } from '../support/api.ts';
import { codeIn } from '../support/mailbox.ts';
import { leaveThePage, signInQuietly } from '../support/people.ts';
import { cards, fillCard, heading } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { makeVault } from '../support/vaults.ts';

const day = 86_400;

test('an owner cancels and undoes it, changes to the larger plan and to another card, and prints a receipt', {
  tag: '@everyday',
}, async ({ page, owner, service }) => {
  const vault = await makeVault(owner, { text: { planType: 'basic_subscription' } });
  await signInQuietly(page, owner);
  await page.goto(`/checkout/${vault.id}`);
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: 'Start the free month' }).click();
  await expect(page).toHaveURL(new RegExp(`/vault/${vault.id}$`));

  await page.goto('/account');
  await page.getByRole('link', { name: 'Open billing' }).click();
  await expect(heading(page, 'Billing')).toBeVisible();
  await expect(page.getByText('Free month', { exact: true })).toBeVisible();
  await expect(page.getByText('Your one vault is in use')).toBeVisible();
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();
  await expect(page.getByText(/^Next payment: \$2\.99 on /)).toBeVisible();

  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click();
  await expect(page.getByText(/^Cancelled\. It ends on /)).toBeVisible();
  await page.getByRole('button', { name: 'Keep the plan' }).click();
  await expect(page.getByText(/^Next payment: \$2\.99 on /)).toBeVisible();

  await page.getByRole('button', { name: 'Change to Premium Plus' }).click();
  await expect(page.getByRole('dialog')).toContainText('We charge nothing now.');
  await page.getByRole('dialog').getByRole('button', { name: 'Change plan' }).click();
  await expect(page.getByText('1 of 2 vaults used')).toBeVisible();
  await expect(page.getByText(/^Next payment: \$4\.99 on /)).toBeVisible();

  await page.getByRole('button', { name: 'Change card' }).click();
  await fillCard(page, cards.declined);
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: 'Save card' }).click();
  await expectToast(page, 'Your card was changed');

  await leaveThePage(page);
  await service.moveClock(31 * day);
  await owner.mailbox.letter('payment-receipt');
  await signInQuietly(page, owner);
  await page.goto('/account/billing');
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: /^Receipt of / }).click();
  await expect(heading(page, 'Receipt')).toBeVisible();
  await expect(page.getByText('$4.99 (USD)')).toBeVisible();
  await expect(page.getByText(owner.email)).toBeVisible();
});

test('a trial without a card ends with letters, and the executor can still release its lapsed vault', async ({
  page,
  owner,
  service,
}) => {
  const vault = await makeVault(owner, { text: { planType: 'basic_subscription' } });
  await signInQuietly(page, owner);
  await page.goto(`/checkout/${vault.id}?promo=freetrial`);
  await page.getByRole('button', { name: 'Start the free month' }).click();
  await expect(page).toHaveURL(new RegExp(`/vault/${vault.id}$`));
  const code = codeIn(await vault.executor.letter('executor-code'));
  await page.goto('about:blank'); // an open page would detect the ended session, and redirect to sign-in and back on its own
  await service.moveClock(28 * day);
  await owner.mailbox.letter('trial-ending');
  await service.moveClock(3 * day);
  await owner.mailbox.letter('plan-ended');

  await signInQuietly(page, owner);
  await page.goto('/account/billing');
  await expect(page.getByText('Ended', { exact: true })).toBeVisible();
  const { email, password } = owner;
  await owner.api.ask(signIn, { body: { email, password } });
  const lapsed = await owner.api.ask(getVault, { params: { id: vault.id } });
  expect(lapsed).toMatchObject({ paymentStatus: 'lapsed', status: 'active' });
  await createApi(service.url).ask(releaseVault, { params: { vaultId: vault.id }, body: { accessCode: code } });
  await vault.recipient.letter('recipient-invitation');
});
