// Changing and deleting a vault: as often as the plan allows, and never after the release.

import { getVault } from '@remembrance/contract/vaults.ts';
import { expectAccessible } from '../support/accessible.ts';
import { linkIn } from '../support/mailbox.ts';
import { newOwner, signInQuietly } from '../support/people.ts';
import { answer, heading, openEdit, openPart, proveAddress } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { makeActiveVault, makeVault, release } from '../support/vaults.ts';

test('EDIT-4: the single edit of a one-time plan is counted, and announced before use', async ({ page, owner }) => {
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await expect(page.getByText('1 edit left')).toBeVisible();
  await openEdit(page);
  await openPart(page, 'Vault details and recipient');
  await expect(page.getByRole('textbox', { name: 'Personal message' })).toHaveValue(vault.text.message);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('1 edit left')).toBeVisible();

  await openEdit(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 edit left')).toBeVisible(); // nothing was changed

  await openEdit(page);
  await openPart(page, 'Vault details and recipient');
  await page.getByLabel('Vault title').fill('');
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await page.getByLabel('Vault title').fill('For Rosa, at last');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Vault updated successfully');
  await expect(heading(page, 'For Rosa, at last')).toBeVisible();
  await expect(page.getByText('This vault has no edits left on its plan.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Vault' })).toBeDisabled();

  await page.goto(`/vault/${vault.id}/edit`);
  await expect(heading(page, 'This vault cannot be edited')).toBeVisible();
});

test('REL-7: an edit that was open while the vault was released is refused with that reason', async ({
  page,
  owner,
}) => {
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}/edit#details`);
  await page.getByLabel('Personal message').fill('Dear Rosa, there is more to say.');
  await release(vault);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Update Failed');
  await expect(heading(page, 'Cannot Edit Released Vault')).toBeVisible();
  const unsaved = page.getByRole('region', { name: 'What you wrote was not saved' });
  await expect(unsaved).toContainText('Dear Rosa, there is more to say.');
  expect((await owner.api.ask(getVault, { params: { id: vault.id } })).message).toBe(vault.text.message);
});

test('if two tabs edit a vault, the second is shown both versions, and neither change is lost', async ({
  page,
  owner,
}) => {
  const vault = await makeVault(owner); // edits are unlimited until it is paid for
  await signInQuietly(page, owner);
  const other = await page.context().newPage();
  for (const tab of [page, other]) await tab.goto(`/vault/${vault.id}/edit#details`);
  await page.getByLabel('Vault title').fill('For Rosa, renamed');
  await other.getByLabel('Vault title').fill('For Rosa, in other words');
  await other.getByLabel('Personal message').fill('The heron stayed all winter.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(heading(page, 'For Rosa, renamed')).toBeVisible();

  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('heading', { name: 'This vault was changed somewhere else' })).toBeFocused();
  await expectAccessible(other, 'both versions of an edit');
  const title = other.getByRole('group', { name: 'Vault title' });
  await expect(title.getByText('For Rosa, renamed')).toBeVisible();
  await title.getByRole('radio', { name: 'What is saved now' }).check();
  await other.getByRole('button', { name: 'Save what I chose' }).click();
  await expect(heading(other, 'For Rosa, renamed')).toBeVisible();
  const stored = await owner.api.ask(getVault, { params: { id: vault.id } });
  expect(stored).toMatchObject({ title: 'For Rosa, renamed', message: 'The heron stayed all winter.' });
});

test('an owner tries the answers, finds one too narrow, and adds another spelling that opens the vault', async ({
  page,
  visitor,
  owner,
}) => {
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}/edit#questions`);
  await page.getByRole('button', { name: 'Try the answers' }).click();
  const trial = page.getByRole('dialog', { name: 'Try the answers' });
  await trial.getByLabel(vault.text.securityQuestion1).fill('the mill pond');
  await trial.getByLabel(vault.text.securityQuestion2).fill('The Storm Petrel');
  await trial.getByRole('button', { name: 'Try', exact: true }).click();
  await expect(trial.getByText('Accepted.', { exact: true })).toBeVisible();
  await expect(trial.getByText('Not accepted.')).toBeVisible();
  await expectAccessible(page, 'trying the answers');
  await trial.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Change the questions' }).click();
  await page.getByLabel('New answer 2').fill(vault.text.securityAnswer2);
  await page.getByRole('button', { name: 'Another spelling' }).last().click();
  await page.getByLabel('Another spelling of answer 2').fill('Storm Petrel');
  await expectAccessible(page, 'changing the questions');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(heading(page, vault.text.title)).toBeVisible();
  await owner.mailbox.letter('owner-change');

  await release(vault);
  const recipient = await visitor();
  await recipient.goto(linkIn(await vault.recipient.letter('recipient-invitation'), '/vault-access/'));
  await proveAddress(recipient, vault.text.recipientEmail);
  await answer(recipient, {
    [vault.text.securityQuestion1]: 'mill pond',
    [vault.text.securityQuestion2]: 'the storm petrel',
  });
  await expect(heading(recipient, 'You Have a Remembrance')).toBeVisible();
});

test('somebody else’s vault is not found', async ({ page, owner, service }) => {
  const theirs = await makeActiveVault(await newOwner(service));
  await signInQuietly(page, owner);
  for (const path of [`/vault/${theirs.id}`, `/vault/${theirs.id}/edit`, `/checkout/${theirs.id}`]) {
    await page.goto(path);
    await expect(heading(page, 'Vault Not Found')).toBeVisible();
  }
});
