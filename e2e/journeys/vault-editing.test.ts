// Changing and deleting a vault: as often as the plan allows, and never after the release.

import { editVault } from '@remembrance/contract/edit-vault.ts';
import type { Refused } from '@remembrance/contract/testing/caller.ts';
import { getVault, listVaults } from '@remembrance/contract/vaults.ts';
import { newOwner, signInQuietly } from '../support/people.ts';
import { enterCode, heading, notifications } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { makeActiveVault, makeReleasedVault, release } from '../support/vaults.ts';

test('EDIT-4: the one edit of a one-time plan is counted, and said before it is used', async ({ page, owner }) => {
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await expect(page.getByText('1 edit left')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Vault' }).click();
  await expect(page.getByRole('textbox', { name: 'Personal message' })).toHaveValue(vault.text.message);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('1 edit left')).toBeVisible();

  await page.getByRole('link', { name: 'Edit Vault' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 edit left')).toBeVisible(); // nothing was changed

  await page.getByRole('link', { name: 'Edit Vault' }).click();
  await page.getByLabel('Vault title').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await page.getByLabel('Vault title').fill('For Rosa, at last');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(notifications(page)).toContainText('Vault updated successfully');
  await expect(heading(page, 'For Rosa, at last')).toBeVisible();
  await expect(page.getByText('This vault has no edits left on its plan.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Vault' })).toBeDisabled();

  await page.goto(`/vault/${vault.id}/edit`);
  await expect(heading(page, 'This vault cannot be edited')).toBeVisible();
});

test('REL-6: a released vault cannot be edited, on the page or past it', async ({ page, owner }) => {
  const vault = await makeReleasedVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await expect(page.getByText('Released', { exact: true })).toBeVisible();
  await expect(page.getByText('Edit Vault')).toHaveCount(0);
  await expect(page.getByText('Delete Vault')).toHaveCount(0);
  await page.goto(`/vault/${vault.id}/edit`);
  await expect(heading(page, 'Cannot Edit Released Vault')).toBeVisible();
  await expect(page.getByText('This vault has already been released and cannot be edited')).toBeVisible();
  await page.getByRole('link', { name: 'View Vault' }).click();
  await expect(heading(page, vault.text.title)).toBeVisible();

  const { title, recipientName, recipientEmail } = { ...vault.text, title: 'Changed' };
  const body = { title, recipientName, recipientEmail };
  const edit = owner.api.ask(editVault, { params: { id: vault.id }, body });
  await expect(edit).rejects.toMatchObject({ status: 409, code: 'vault-released' } satisfies Partial<Refused>);
  expect((await owner.api.ask(getVault, { params: { id: vault.id } })).title).toBe(vault.text.title);
});

test('REL-6: an edit that was open while the vault was released is refused in those words', async ({ page, owner }) => {
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}/edit`);
  await page.getByLabel('Personal message').fill('Dear Rosa, there is more to say.');
  await release(vault);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(notifications(page)).toContainText('Update Failed');
  await expect(heading(page, 'Cannot Edit Released Vault')).toBeVisible();
  expect((await owner.api.ask(getVault, { params: { id: vault.id } })).message).toBe(vault.text.message);
});

test('DEL-1: deleting asks once more, and then the vault and its code are gone', async ({ page, visitor, owner }) => {
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await page.getByRole('button', { name: 'Delete Vault' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Delete Vault' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Vault' }).click();
  await expect(page.getByText('No Vaults Yet')).toBeVisible();
  expect(await owner.api.ask(listVaults)).toEqual([]);
  await page.goto(`/vault/${vault.id}`);
  await expect(heading(page, 'Vault Not Found')).toBeVisible();
  await expect(page.getByText("This vault doesn't exist or you don't have access to it")).toBeVisible();

  const executor = await visitor();
  await executor.goto('/executor-access');
  await enterCode(executor, vault.code);
  await expect(notifications(executor)).toContainText('Invalid access code');
});

test("JRN-13: somebody else's vault is not there", async ({ page, owner, service }) => {
  const theirs = await makeActiveVault(await newOwner(service));
  await signInQuietly(page, owner);
  for (const path of [`/vault/${theirs.id}`, `/vault/${theirs.id}/edit`, `/checkout/${theirs.id}`]) {
    await page.goto(path);
    await expect(heading(page, 'Vault Not Found')).toBeVisible();
  }
});
