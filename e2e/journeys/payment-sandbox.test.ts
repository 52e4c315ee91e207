// The payment sandbox's page, and what its actions do to a vault.
import type { Page } from '@playwright/test';
import { getVault } from '@remembrance/contract/vaults.ts';
import { expect, test } from '../support/test.ts';
import { makeActiveVault, type PaidVault, release } from '../support/vaults.ts';

async function openPayment(page: Page, { paymentId: name }: PaidVault) {
  await page.goto('/dev/payments');
  const press = (words: string) => page.getByRole('button', { name: `${words}: ${name}`, exact: true }).click();
  return { payment: page.getByRole('article', { name }), press };
}

test('after a lost dispute the vault lapses, its owner is notified, and its executor can release it', async ({
  page,
  owner,
}) => {
  const vault = await makeActiveVault(owner);
  const { payment, press } = await openPayment(page, vault);
  await press('Dispute it');
  await expect(payment).toContainText('$29.99, disputed');
  expect((await owner.api.ask(getVault, { params: { id: vault.id } })).paymentStatus).toBe('paid');
  await press('Lose the dispute');
  await expect(payment).toContainText('$29.99, dispute lost');
  await owner.mailbox.letter('payment-disputed');
  expect((await owner.api.ask(getVault, { params: { id: vault.id } })).paymentStatus).toBe('lapsed');
  await release(vault);
  await vault.recipient.letter('recipient-invitation');
});

test('a refund’s event is dropped, and the reconciliation job recovers it', async ({ page, owner, service }) => {
  const vault = await makeActiveVault(owner);
  const { payment, press } = await openPayment(page, vault);
  await page.getByRole('button', { name: 'Drop the next events' }).click();
  await press('Refund it');
  await expect(payment).toContainText('$29.99, refunded');
  await expect(page.getByText('charge.refunded: dropped')).toBeVisible();
  await page.getByRole('button', { name: 'Deliver the next events' }).click();
  // The job also runs every two minutes by itself, so we assert nothing about the time before this run.
  await service.moveClock(1);
  expect((await owner.api.ask(getVault, { params: { id: vault.id } })).paymentStatus).toBe('lapsed');
  await owner.mailbox.letter('payment-returned');
});
