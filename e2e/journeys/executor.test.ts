// The executor: a code that shows a summary, one release, and a message for everything else.
import { Refused } from '../support/api.ts';
import { codeIn, linkIn } from '../support/mailbox.ts';
import { signInQuietly } from '../support/people.ts';
import { confirmRelease, enterCode, heading, notifications } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { type ActiveVault, makeActiveVault, makeReleasedVault, release } from '../support/vaults.ts';

const letterOfCode = ({ executor }: ActiveVault) => executor.letter('executor-code');

test('EXE-2: a blank code and a wrong code open nothing', async ({ page }) => {
  await page.goto('/executor-access');
  await enterCode(page, '   ');
  await expect(notifications(page)).toContainText('Missing Code');
  await expect(notifications(page)).toContainText('Please enter your executor access code');
  await enterCode(page, '7Q4M9-TXZ2K-A1B2C-D3E4F');
  await expect(notifications(page)).toContainText('Verification Failed');
  await expect(notifications(page)).toContainText('Invalid access code');
  await expect(page.getByLabel('Access code')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Release Vault' })).toHaveCount(0);
});

test('EXE-1: a code is accepted with any case, spaces and dashes, and shows only the summary', async ({
  page,
  owner,
}) => {
  const vault = await makeActiveVault(owner);
  await page.goto(linkIn(await letterOfCode(vault), '/executor-access'));
  await enterCode(page, ` ${vault.code.toLowerCase().replaceAll('-', ' ')} `);
  await expect(notifications(page)).toContainText('You can now manage this vault');
  await expect(page.getByRole('heading', { level: 2, name: vault.text.title })).toBeVisible();
  await expect(page.getByText(vault.text.recipientName)).toBeVisible();
  await expect(page.getByText(vault.text.recipientEmail)).toBeVisible();
  await expect(page.getByText('remember the lake')).toHaveCount(0);
  await expect(page.getByText(vault.text.securityQuestion1)).toHaveCount(0);
  await page.getByRole('button', { name: 'Access Another Vault' }).click();
  await expect(page.getByLabel('Access code')).toHaveValue('');
});

test('EXE-1: the owner is notified by letter when a code is used and when the vault is released', async ({
  page,
  owner,
}) => {
  const vault = await makeActiveVault(owner);
  await page.goto('/executor-access');
  await enterCode(page, vault.code);
  await expect(page.getByRole('button', { name: 'Release Vault' })).toBeVisible();
  expect((await owner.mailbox.letter('executor-used')).text).toContain(vault.text.title);
  expect(await owner.mailbox.letters('vault-released')).toEqual([]);
  await confirmRelease(page);
  await expect(notifications(page)).toContainText('Vault Released');
  const letter = await owner.mailbox.letter('vault-released');
  expect(letter.text).toContain(vault.text.executorName);
});

test('JRN-2: cancelling the confirmation releases nothing', async ({ page, owner }) => {
  const vault = await makeActiveVault(owner);
  await page.goto('/executor-access');
  await enterCode(page, vault.code);
  await page.getByRole('button', { name: 'Release Vault' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Release Vault' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await vault.recipient.letters()).toEqual([]);
});

test('REL-5: of two releases the second is refused with the date of the first, and one letter goes out', async ({
  page,
  visitor,
  owner,
}) => {
  const vault = await makeActiveVault(owner);
  const other = await visitor();
  for (const each of [page, other]) {
    await each.goto('/executor-access');
    await enterCode(each, vault.code);
    await each.getByRole('button', { name: 'Release Vault' }).click();
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Release Vault' }).click();
  await expect(notifications(page)).toContainText('Vault Released');

  await other.getByRole('dialog').getByRole('button', { name: 'Release Vault' }).click();
  await expect(notifications(other)).toContainText('Release Failed');
  await expect(other.getByRole('dialog')).toBeHidden();
  await expect(other.getByText('Vault Already Released')).toBeVisible();
  await expect(other.getByText(/Released on: .*\d{4}/)).toBeVisible();
  await vault.recipient.letter('recipient-invitation');
  expect(await vault.recipient.letters()).toHaveLength(1);
});

test('REL-5: a repeated release is answered with 409 and the date of the first', async ({ page, owner }) => {
  const vault = await makeReleasedVault(owner);
  const again = await release(vault).catch((error: unknown) => error);
  expect(again).toBeInstanceOf(Refused);
  expect(again).toMatchObject({ status: 409, code: 'already-released', releasedAt: expect.stringMatching(/Z$/) });

  await page.goto('/executor-access');
  await enterCode(page, vault.code);
  await expect(page.getByText('Vault Already Released')).toBeVisible();
  await expect(page.getByText(/Released on: .*\d{4}/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Release Vault' })).toHaveCount(0);
});

test('JRN-3: the shared link names the vault and never carries the code', async ({ page, owner, context }) => {
  const vault = await makeActiveVault(owner);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await page.evaluate(() => Object.assign(navigator, { share: undefined }));
  await page.getByRole('button', { name: 'Share link' }).click();
  await expect(notifications(page)).toContainText('The link has been copied to your clipboard.');
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(Object.fromEntries(link.searchParams)).toEqual({
    vault: vault.id,
    title: vault.text.title,
    promo: 'freetrial',
  });
  await page.goto(link.pathname + link.search);
  await expect(heading(page, 'Executor Access')).toBeVisible();
  await expect(page.getByText('You were sent a link for this vault')).toBeVisible();
  await expect(page.getByText(vault.text.title)).toBeVisible();
});

test('EXE-2: a new code replaces the old one', async ({ page, visitor, owner }) => {
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send a new code' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const letter = await vault.executor.letter('executor-code', 2);
  const executor = await visitor();
  await executor.goto('/executor-access');
  await enterCode(executor, vault.code);
  await expect(notifications(executor)).toContainText('Invalid access code');
  await enterCode(executor, codeIn(letter));
  await expect(notifications(executor)).toContainText('Access Verified');
});
