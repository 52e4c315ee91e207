// Restarting an ended plan and resuming a paused one: vaults and access codes stay the same.
import type { Page } from '@playwright/test';
import { signIn } from '@remembrance/contract/sign-in.ts';
import { getVault } from '@remembrance/contract/vaults.ts';
import { codeIn } from '../support/mailbox.ts';
import { leaveThePage, signInQuietly } from '../support/people.ts';
import { pressOf, subscriptionBegunBy } from '../support/sandbox.ts';
import { cards, confirmRelease, enterCode, fillCard, heading, openEdit, openPart } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { type MadeVault, makeVault } from '../support/vaults.ts';

const day = 86_400;

/** The focused element; nothing if the focus was lost. */
const focused = (page: Page) => page.locator('main :focus');

/** A vault in its free month: its subscription, and the code its executor received. */
async function startTrial(page: Page, vault: MadeVault): Promise<{ subscription: string; code: string }> {
  await signInQuietly(page, vault.owner);
  const subscription = await subscriptionBegunBy(page, async () => {
    await page.goto(`/checkout/${vault.id}?promo=freetrial`);
    await page.getByRole('button', { name: 'Start the free month' }).click();
    await expect(page).toHaveURL(new RegExp(`/vault/${vault.id}$`));
  });
  return { subscription, code: codeIn(await vault.executor.letter('executor-code')) };
}

async function paymentStatusOf({ owner, id }: MadeVault) {
  const { email, password } = owner;
  await owner.api.ask(signIn, { body: { email, password } });
  return (await owner.api.ask(getVault, { params: { id } })).paymentStatus;
}

async function saveTitle(page: Page, vault: MadeVault, title: string): Promise<void> {
  await page.goto(`/vault/${vault.id}`);
  await openEdit(page);
  await openPart(page, 'Vault details and recipient');
  await page.getByLabel('Vault title').fill(title);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(heading(page, title)).toBeVisible();
}

test('a card restarts an ended plan; its vault can be changed, and its executor releases it with the existing code', async ({
  page,
  visitor,
  owner,
  service,
}) => {
  const vault = await makeVault(owner, { text: { planType: 'basic_subscription' } });
  const { code } = await startTrial(page, vault);
  await leaveThePage(page);
  await service.moveClock(31 * day);
  await signInQuietly(page, owner);

  await page.goto(`/checkout/${vault.id}`);
  await expect(heading(page, 'The plan of this vault is not active')).toBeVisible();
  await page.goto(`/vault/${vault.id}/edit`);
  await expect(heading(page, 'This vault cannot be edited')).toBeVisible();
  await page.getByRole('link', { name: 'View Vault' }).click();
  await expect(page.getByRole('button', { name: 'Edit Vault' })).toBeDisabled();
  await page.getByRole('link', { name: 'Restart the plan' }).click();

  await expect(page.getByText('Ended', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Restart this plan' }).click();
  await expect(focused(page)).toHaveCount(1);
  await expect(page.getByText('We charge $2.99 now, and each month until you cancel')).toBeVisible();
  await fillCard(page, cards.declined);
  await page.getByRole('button', { name: 'Pay $2.99' }).click();
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  expect(await paymentStatusOf(vault)).toBe('lapsed');
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: 'Pay $2.99' }).click();
  await expectToast(page, 'Your plan is active again');
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await expect(focused(page)).toHaveCount(1);
  await expect(page.getByText('Ended', { exact: true })).toHaveCount(0);
  await expect(page.getByText(/^Next payment: \$2\.99 on /)).toBeVisible();
  expect((await owner.mailbox.letter('payment-receipt')).text).toContain('access codes stay the same');

  await saveTitle(page, vault, 'Changed after all');
  expect(await vault.executor.letters()).toHaveLength(1);
  const executor = await visitor();
  await executor.goto('/executor-access');
  await enterCode(executor, code);
  await confirmRelease(executor);
  await expectToast(executor, 'Vault Released');
  await vault.recipient.letter('recipient-invitation');
});

test('a paused plan is resumed, after saving a card if it has none', async ({ page, owner }) => {
  const vault = await makeVault(owner, { text: { planType: 'basic_subscription' } });
  const { subscription } = await startTrial(page, vault);
  await pressOf(page, subscription, 'Pause it');
  await expect.poll(() => paymentStatusOf(vault)).toBe('lapsed');

  await page.goto(`/vault/${vault.id}`);
  await expect(page.getByRole('button', { name: 'Edit Vault' })).toBeDisabled();
  await page.getByRole('link', { name: 'Resume the plan' }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resume plan' }).click();
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: 'Save card' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('we charge $2.99 to your card');
  await dialog.getByRole('button', { name: 'Resume plan' }).click();
  await expectToast(page, 'Your plan is active again');
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await saveTitle(page, vault, 'Changed after the rest');
  await owner.mailbox.letter('payment-receipt');
});
