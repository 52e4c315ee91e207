// Uploading files to a vault: at most five, and all of them or no vault.
import type { Page } from '@playwright/test';
import { listFiles } from '@remembrance/contract/files.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { makeSong, makeText } from '../support/media.ts';
import { type Owner, signInQuietly } from '../support/people.ts';
import { heading, keepVault, notifications, writeVault } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { makeActiveVault, vaultText } from '../support/vaults.ts';

const chosen = (page: Page) => page.getByRole('list', { name: 'Files in this vault' }).getByRole('listitem');
const filesField = (page: Page) => page.getByLabel('Files', { exact: true });

async function openForm(page: Page, owner: Owner): Promise<void> {
  await signInQuietly(page, owner);
  await page.goto('/create-vault?plan=basic_one_time');
  await writeVault(page, vaultText());
}

test('UP-3: a vault takes five files and refuses the sixth by its name', async ({ page, owner }) => {
  await openForm(page, owner);
  const names = ['one.txt', 'two.txt', 'three.txt', 'four.txt', 'five.txt', 'six.txt'];
  await filesField(page).setInputFiles(names.map((name) => makeText(name)));
  await expect(chosen(page)).toHaveCount(5);
  await expect(page.getByText('six.txt was not added: a vault holds at most 5 files.')).toBeVisible();

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

test('JRN-9: a file that is refused while it is sent takes the vault away again and is named', async ({
  page,
  owner,
}) => {
  await openForm(page, owner);
  await page.route('**/api/uploads/**', (route, request) =>
    request.headers()['content-type'] === 'audio/wav' ? route.fulfill({ status: 413 }) : route.continue(),
  );
  await filesField(page).setInputFiles([makeText('kept.txt'), makeSong()]);
  await keepVault(page);
  const words = 'Failed to upload Lullaby.wav: Payload Too Large';
  await expect(notifications(page)).toContainText(words);
  await expect(page.getByText('The vault was not created')).toBeVisible();
  await expect(page.getByLabel('Vault title')).toHaveValue('For Rosa');
  await expect(chosen(page)).toHaveCount(2);
  expect(await owner.api.ask(listVaults)).toEqual([]);

  await page.unroute('**/api/uploads/**');
  await keepVault(page);
  await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
  expect(await owner.api.ask(listVaults)).toHaveLength(1);
});

test('JRN-9: an upload that fails does not use up the free place of a plan', async ({ page, owner }) => {
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
  await expect(heading(page, 'This vault is active')).toBeVisible();
});
