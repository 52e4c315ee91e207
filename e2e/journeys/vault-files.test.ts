// Uploading files to a vault: at most five, all or no vault, and every refusal names the file.
import type { Page, Route } from '@playwright/test';
import { listFiles } from '@remembrance/contract/files.ts';
import { problemMediaType } from '@remembrance/contract/problem.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { makeSong, makeText } from '../support/media.ts';
import { type Owner, signInQuietly } from '../support/people.ts';
import { heading, notifications, writeVault } from '../support/screens.ts';
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
  await page.getByRole('button', { name: 'Create Vault' }).click();
  await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
  const [vault] = await owner.api.call(listVaults);
  const stored = await owner.api.call(listFiles, { params: { id: vault?.id ?? '' } });
  expect(stored.map(({ fileName }) => fileName)).toEqual(['one.txt', 'three.txt', 'four.txt', 'five.txt', 'six.txt']);
});

test('JRN-8: an empty file and a program are refused by name before anything is sent', async ({ page, owner }) => {
  await openForm(page, owner);
  await filesField(page).setInputFiles([
    { ...makeText('nothing.txt'), buffer: Buffer.alloc(0) },
    { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
  ]);
  await expect(page.getByText('nothing.txt was not added: it is empty.')).toBeVisible();
  await expect(page.getByText('setup.exe was not added')).toBeVisible();
  await expect(chosen(page)).toHaveCount(0);
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
  await page.getByRole('button', { name: 'Create Vault' }).click();
  const words = 'Failed to upload Lullaby.wav: Payload Too Large';
  await expect(notifications(page)).toContainText(words);
  await expect(page.getByText('The vault was not created')).toBeVisible();
  await expect(page.getByLabel('Vault title')).toHaveValue('For Maya, in her own time');
  await expect(chosen(page)).toHaveCount(2);
  expect(await owner.api.call(listVaults)).toEqual([]);

  await page.unroute('**/api/uploads/**');
  await page.getByRole('button', { name: 'Create Vault' }).click();
  await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
  expect(await owner.api.call(listVaults)).toHaveLength(1);
});

test('JRN-9: a file the service has no room for is named, with what can be done', async ({ page, owner }) => {
  await openForm(page, owner);
  const { status, title, detail } = refusals['storage-full'];
  await page.route('**/upload-url', (route) =>
    route.fulfill({
      status,
      contentType: problemMediaType,
      body: JSON.stringify({ status, title, detail, code: 'storage-full' }),
    }),
  );
  await filesField(page).setInputFiles(makeSong());
  await page.getByRole('button', { name: 'Create Vault' }).click();
  await expect(page.getByRole('main')).toContainText('Failed to upload Lullaby.wav: Not stored');
  await expect(page.getByRole('main')).toContainText('Please try again later.');
  await expect(page.getByLabel('Vault title')).toHaveValue('For Maya, in her own time');
});

test('JRN-9: while the service keeps failing an upload is tried again for minutes, then the vault goes', async ({
  page,
  owner,
}) => {
  await expectToGiveUp(page, owner, (route) => route.fulfill({ status: 500 }));
});

test('JRN-9: while the connection keeps breaking an upload is tried again for minutes, then the vault goes', async ({
  page,
  owner,
}) => {
  await expectToGiveUp(page, owner, (route) => route.abort());
});

async function expectToGiveUp(page: Page, owner: Owner, fail: (route: Route) => Promise<void>): Promise<void> {
  await page.clock.install();
  await openForm(page, owner);
  let tries = 0;
  await page.route('**/api/uploads/**', (route) => {
    tries += 1;
    return fail(route);
  });
  await filesField(page).setInputFiles(makeSong());
  await page.getByRole('button', { name: 'Create Vault' }).click();
  await expect(page.getByRole('list', { name: 'Files being uploaded' })).toContainText('The connection was lost');
  await expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(page.getByText('The vault was not created')).toBeVisible({ timeout: 200 });
  }).toPass();
  await expect(page.getByRole('main')).toContainText('Failed to upload Lullaby.wav');
  expect(tries).toBeGreaterThan(3);
  expect(await owner.api.call(listVaults)).toEqual([]);
}

test('JRN-10: a broken connection that comes back leaves nothing to be done again', async ({ page, owner }) => {
  await openForm(page, owner);
  let tries = 0;
  await page.route('**/api/uploads/**', (route) => {
    tries += 1;
    return tries === 1 ? route.abort() : route.continue();
  });
  await filesField(page).setInputFiles(makeSong());
  await page.getByRole('button', { name: 'Create Vault' }).click();
  await expect(heading(page, 'Complete Your Purchase')).toBeVisible();
  expect(tries).toBe(2);
  const [vault] = await owner.api.call(listVaults);
  expect(await owner.api.call(listFiles, { params: { id: vault?.id ?? '' } })).toHaveLength(1);
});

test('JRN-11: a form that is not complete sends nothing and says what is missing where it is missing', async ({
  page,
  owner,
}) => {
  await signInQuietly(page, owner);
  await page.goto('/create-vault');
  await expect(page.getByRole('radio', { name: 'Premium', exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Create Vault' }).click();
  const sentences = [
    'Title is required',
    'Message is required',
    'Recipient name is required',
    'Valid email is required',
    'Security question 1 is required',
    'Security answer 1 is required',
    'You must accept the Terms of Service and Privacy Policy to create a vault',
  ];
  for (const sentence of sentences) await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  await expect(page.getByLabel('Vault title')).toBeFocused();
  expect(await owner.api.call(listVaults)).toEqual([]);
});

test('JRN-9: an upload that fails does not use up the free place of a plan', async ({ page, owner }) => {
  await makeActiveVault(owner, { text: { planType: 'premium_one_time' } });
  await signInQuietly(page, owner);
  await page.goto('/create-vault?plan=premium_one_time');
  await writeVault(page, vaultText());
  await page.route('**/api/uploads/**', (route) => route.fulfill({ status: 413 }));
  await filesField(page).setInputFiles(makeSong());
  await page.getByRole('button', { name: 'Create Vault' }).click();
  await expect(page.getByText('The vault was not created')).toBeVisible();

  await page.unroute('**/api/uploads/**');
  await page.getByRole('button', { name: 'Create Vault' }).click();
  await expect(heading(page, 'This vault is active')).toBeVisible();
});
