// A vault's files: at most five, stored completely or not at all, and later file changes use one edit.
import type { Page } from '@playwright/test';
import { listFiles } from '@remembrance/contract/files.ts';
import { verifyAccessAnswers, verifyAccessEmail } from '@remembrance/contract/vault-access.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { createApi } from '../support/api.ts';
import { linkIn } from '../support/mailbox.ts';
import { makeSong, makeText } from '../support/media.ts';
import { type Owner, signInQuietly } from '../support/people.ts';
import { heading, keepVault, openEdit, openPart, writeVault } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { makeActiveVault, release, vaultText } from '../support/vaults.ts';

const chosen = (page: Page) => page.getByRole('list', { name: 'Files in this vault' }).getByRole('listitem');
const filesField = (page: Page) => page.getByLabel('Files', { exact: true });

async function openForm(page: Page, owner: Owner): Promise<void> {
  await signInQuietly(page, owner);
  await page.goto('/create-vault?plan=basic_one_time');
  await writeVault(page, vaultText());
}

test('a vault takes five files and refuses the sixth by name', async ({ page, owner }) => {
  await openForm(page, owner);
  const names = ['one.txt', 'two.txt', 'three.txt', 'four.txt', 'five.txt', 'six.txt'];
  await filesField(page).setInputFiles(names.map((name) => makeText(name)));
  await expect(chosen(page)).toHaveCount(5);
  await expect(page.getByText('“six.txt” was not added: a vault holds at most 5 files.')).toBeVisible();

  await page.getByRole('button', { name: 'Remove two.txt' }).click();
  await expect(chosen(page)).toHaveCount(4);
  await filesField(page).setInputFiles(makeText('six.txt'));
  await expect(chosen(page).last()).toContainText('six.txt');
  await keepVault(page);
  await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
  const [vault] = await owner.api.ask(listVaults);
  const stored = await owner.api.ask(listFiles, { params: { id: vault?.id ?? '' } });
  expect(stored.map(({ fileName }) => fileName)).toEqual(['one.txt', 'three.txt', 'four.txt', 'five.txt', 'six.txt']);
});

test('a file that is refused during its upload deletes the vault and is named', async ({ page, owner }) => {
  await openForm(page, owner);
  await page.route('**/api/uploads/**', (route, request) =>
    request.headers()['content-type'] === 'audio/wav' ? route.fulfill({ status: 413 }) : route.continue(),
  );
  await filesField(page).setInputFiles([makeText('kept.txt'), makeSong()]);
  await keepVault(page);
  const words = 'Failed to upload Lullaby.wav: Payload Too Large';
  await expectToast(page, words);
  await expect(page.getByText('The vault was not created')).toBeVisible();
  await page.getByRole('button', { name: 'Go back and change' }).click();
  await expect(page.getByLabel('Vault title')).toHaveValue('For Rosa');
  await expect(chosen(page)).toHaveCount(2);
  expect(await owner.api.ask(listVaults)).toEqual([]);

  await page.unroute('**/api/uploads/**');
  await keepVault(page);
  await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
  expect(await owner.api.ask(listVaults)).toHaveLength(1);
});

test('a failed upload does not use up a plan’s free place', async ({ page, owner }) => {
  await makeActiveVault(owner, { text: { planType: 'premium_one_time' } });
  await signInQuietly(page, owner);
  await page.goto('/create-vault?plan=premium_one_time');
  await writeVault(page, vaultText());
  await page.route('**/api/uploads/**', (route) => route.fulfill({ status: 413 }));
  await filesField(page).setInputFiles(makeSong());
  await keepVault(page);
  await expect(page.getByText('The vault was not created')).toBeVisible();

  await page.unroute('**/api/uploads/**');
  await keepVault(page);
  await expectToast(page, 'Your plan includes it, so it is already active.');
  await expect(heading(page, 'For Rosa')).toBeVisible();
});

test('a replaced file, an added file with a caption and a new order are one save and one edit, and reach the recipient', async ({
  page,
  owner,
}) => {
  const vault = await makeActiveVault(owner, { files: [makeText('old.txt'), makeSong()] });
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await page.getByRole('button', { name: 'Play Lullaby.wav' }).click();
  await expect(page.locator('audio')).toHaveJSProperty('duration', 2);
  const stored = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download old.txt' }).click();
  expect((await stored).suggestedFilename()).toBe('old.txt');

  await openEdit(page);
  await openPart(page, 'Vault contents');
  await page.getByLabel('Replacement for old.txt').setInputFiles(makeText('new.txt'));
  await page.locator('input[aria-label="Files"]').setInputFiles(makeText('lake.txt'));
  await page.getByLabel('Caption of lake.txt').fill('Us at the lake, 1987');
  await expect(page.getByText('was old.txt')).toBeVisible();
  await page.getByRole('button', { name: 'More for lake.txt' }).click();
  await page.getByRole('button', { name: 'Move up lake.txt' }).click();
  await expect(page.getByText('2 changes', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Vault updated successfully');
  await expect(page.getByText('This vault has no edits left on its plan.')).toBeVisible();
  const files = page.getByRole('region', { name: 'Files' }).getByRole('listitem');
  await expect(files).toContainText(['new.txt', 'Us at the lake, 1987', 'Lullaby.wav']);

  await release(vault);
  const recipient = createApi(owner.api.url);
  const link = linkIn(await vault.recipient.letter('recipient-invitation'), '/vault-access/');
  const token = link.slice(link.lastIndexOf('/') + 1);
  const { text } = vault;
  await recipient.ask(verifyAccessEmail, { body: { token, email: text.recipientEmail } });
  const answers = [
    { question: text.securityQuestion1, answer: text.securityAnswer1 },
    { question: text.securityQuestion2, answer: text.securityAnswer2 },
  ];
  const opened = await recipient.ask(verifyAccessAnswers, { body: { token, answers } });
  expect(opened.files.map(({ caption, fileName }) => caption || fileName)).toEqual([
    'new.txt',
    'Us at the lake, 1987',
    'Lullaby.wav',
  ]);
});
