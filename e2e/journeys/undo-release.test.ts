// An owner undoes a release that nobody has opened: on the vault's page, and by the link in the email. Then the vault is released again.
import { linkIn } from '../support/mailbox.ts';
import { signInQuietly } from '../support/people.ts';
import { answer, heading, openLetter, proveAddress, rightAnswers } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { makeReleasedVault, release } from '../support/vaults.ts';

test('UNDO-1: an owner undoes a release, edits the vault, and its executor releases it again with the same code', async ({
  page,
  visitor,
  owner,
}) => {
  const vault = await makeReleasedVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await page.getByRole('button', { name: 'Undo the release' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo the release?' });
  await expect(dialog).toContainText('Executors keep their codes and can release it again.');
  await dialog.getByRole('button', { name: 'Undo the release' }).click();
  await expect(page.getByText('The release was undone')).toBeVisible();
  await expect(page.getByRole('group', { name: 'The release' })).toBeFocused();
  await expect(page.getByText('The recipient can no longer open this vault.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo the release' })).toHaveCount(0);

  const recipient = await visitor();
  await recipient.goto(vault.link);
  await expect(heading(recipient, 'There is nothing here now')).toBeVisible();
  await vault.executor.letter('executor-release-undone');
  await vault.recipient.letter('recipient-release-undone');
  await owner.mailbox.letter('release-undone');

  await page.getByRole('link', { name: 'Edit Vault' }).click();
  await expect(heading(page, 'Edit Vault')).toBeVisible();
  await release(vault);
  const link = linkIn(await vault.recipient.letter('recipient-invitation', 2), '/vault-access/');
  expect(link).not.toBe(vault.link);
  await recipient.goto(vault.link);
  await expect(heading(recipient, 'This link has expired')).toBeVisible();
  await recipient.goto(link);
  await proveAddress(recipient, vault.text.recipientEmail);
  await answer(recipient, rightAnswers(vault.text));
  await openLetter(recipient);
  await page.goto(`/vault/${vault.id}`);
  await expect(page.getByText('Released on').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo the release' })).toHaveCount(0);
});

test('UNDO-3: the link in the email about the release undoes it, signed out, and says afterwards that it was used', async ({
  page,
  owner,
}) => {
  const vault = await makeReleasedVault(owner);
  const link = linkIn(await owner.mailbox.letter('vault-released'), '/undo-change');
  await page.goto(link);
  await expect(heading(page, 'Undo the release?')).toBeVisible();
  await page.getByRole('button', { name: 'Undo the release' }).click();
  await expect(heading(page, 'The release is undone')).toBeVisible();
  await page.goto(vault.link);
  await expect(heading(page, 'There is nothing here now')).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('This change was already undone')).toBeVisible();
});
