// A session left open cannot make sensitive changes: the owner must prove who they are, and loses no input.

import { signInQuietly } from '../support/people.ts';
import { heading } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { makeActiveVault } from '../support/vaults.ts';

test('changing the recipient asks for the password, and the typed text stays whatever the answer', async ({
  page,
  owner,
  service,
}) => {
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}/edit#details`);
  await page.getByLabel('Vault title').fill('For another day');
  await page.getByLabel('Recipient name').fill('Noor');
  await service.moveClock(11 * 60);
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Please confirm it is you' });
  await dialog.getByLabel('Your password').fill('not my password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This password is wrong. Please try again.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Recipient name')).toHaveValue('Noor');
  await expect(page.getByLabel('Vault title')).toHaveValue('For another day');

  await save.click();
  await dialog.getByLabel('Your password').fill(owner.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page, 'For another day')).toBeVisible();
  await expect(page.getByText('Noor').first()).toBeVisible();
});
