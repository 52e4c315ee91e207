// Managing an account: name, picture, password, sessions, two-factor sign-in, passkeys, export and deletion.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { getUser } from '@remembrance/contract/sessions.ts';
import { signIn } from '@remembrance/contract/sign-in.ts';
import { Refused } from '@remembrance/contract/testing/caller.ts';
import { strFromU8, unzipSync } from 'fflate';
import { currentCode } from '../support/authenticator.ts';
import { sha256 } from '../support/media.ts';
import { addPasskeyDevice } from '../support/passkey-device.ts';
import { signInQuietly } from '../support/people.ts';
import { greeting, heading, signInOnScreen } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { makeActiveVault, release } from '../support/vaults.ts';

const day = 86_400;

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
}

test('an owner changes their name and their picture', async ({ page, owner, files }) => {
  await signInQuietly(page, owner);
  await page.goto('/');
  await page.getByRole('link', { name: 'Your account: Ada Lindqvist' }).click();
  await expect(heading(page, 'Your account')).toBeVisible();
  await page.getByLabel('First name').fill('Adaeze');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expectToast(page, 'Your name has been changed');
  await expect(page.getByRole('link', { name: 'Your account: Adaeze Lindqvist' })).toBeVisible();
  await page.getByLabel('Picture', { exact: true }).setInputFiles(files[0] ?? []);
  const picture = page.getByRole('banner').locator('img');
  await expect(picture).toHaveAttribute('src', /^\/api\/account\/picture\/[\w-]+\.jpg$/);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(picture).toHaveCount(0);
});

test('changing the password signs out everywhere else, and an owner can sign out a forgotten browser remotely', async ({
  page,
  owner,
  visitor,
}) => {
  const elsewhere = await visitor();
  await signInQuietly(elsewhere, owner);
  await signInQuietly(page, owner);
  await page.goto('/account');
  const rows = page.getByRole('listitem').filter({ hasText: 'Last seen' });
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('This browser');
  await rows
    .last()
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Current password').fill('not my password');
  await page.getByLabel('New password').fill('a lighthouse in march');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This password is wrong. Please try again.')).toBeVisible();
  await page.getByLabel('Current password').fill(owner.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectToast(page, 'Password changed');
  await expect(rows).toHaveCount(1);
  await owner.mailbox.letter('password-changed');
  await elsewhere.goto('/account');
  await expect(elsewhere).toHaveURL(/\/sign-in/);
});

test('TFA-4: an app turns on the second step, sign-in requires it, and a recovery code works instead', async ({
  page,
  owner,
  visitor,
  service,
}) => {
  await signInQuietly(page, owner);
  await page.goto('/account');
  const section = page.getByRole('region', { name: 'Second step' });
  await section.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('This code is wrong')).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(currentCode(secret, service.now()));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  const codes = await dialog.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(section).toContainText('10 recovery codes left');

  const other = await visitor();
  await other.goto('/sign-in?next=%2Faccount');
  await signInOnScreen(other, owner.email, owner.password);
  await expect(heading(other, 'One more step')).toBeVisible();
  await other.getByLabel('Code', { exact: true }).fill('123 456');
  await other.getByRole('button', { name: 'Log In' }).click();
  await expect(other.getByText('This code is wrong')).toBeVisible();
  await service.moveClock(60); // the code that turned it on is used up
  await other.getByLabel('Code', { exact: true }).fill(currentCode(secret, service.now()));
  await other.getByRole('button', { name: 'Log In' }).click();
  await expect(heading(other, 'Your account')).toBeVisible();

  const third = await visitor();
  await third.goto('/sign-in');
  await signInOnScreen(third, owner.email, owner.password);
  await third.getByLabel('Code', { exact: true }).fill((codes[3] ?? '').toLowerCase());
  await third.getByRole('button', { name: 'Log In' }).click();
  await expect(greeting(third)).toBeVisible();
  await page.reload();
  await expect(section).toContainText('9 recovery codes left');
  await section.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(section).toContainText('Off');
  const { email, password } = owner;
  await owner.api.ask(signIn, { body: { email, password } });
});

test('a passkey is added, named, signs in without the password, and no longer works once removed', async ({
  page,
  owner,
}) => {
  await addPasskeyDevice(page);
  await signInQuietly(page, owner);
  await page.goto('/account');
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await expectToast(page, 'Passkey added');
  await section.getByRole('button', { name: 'Rename Passkey' }).click();
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(section).toContainText('My laptop');
  await owner.mailbox.letter('owner-change');

  await logOut(page);
  await page.goto('/sign-in?next=%2Faccount');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(heading(page, 'Your account')).toBeVisible();
  await section.getByRole('button', { name: 'Remove My laptop' }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(section).toContainText('You have no passkeys yet');
  await logOut(page);
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('This passkey was not accepted')).toBeVisible();
});

test('ACCT-6: everything can be downloaded as one ZIP that matches the original content', async ({
  page,
  owner,
  files,
}) => {
  const vault = await makeActiveVault(owner, { files });
  await signInQuietly(page, owner);
  await page.goto('/account');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download everything' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^account-\d{4}-\d{2}-\d{2}\.zip$/);
  const archive = unzipSync(await readFile(await download.path()));
  const folder = `vaults/1 ${vault.text.title}`;
  for (const { name, buffer } of files) {
    const found = archive[`${folder}/files/${name}`];
    expect(found && sha256(found), name).toBe(sha256(buffer));
  }
  expect(strFromU8(archive[`${folder}/vault.txt`] ?? new Uint8Array())).toContain(vault.text.message);
  const whole = Object.values(archive).map((bytes) => strFromU8(bytes, true));
  for (const secret of [vault.code, vault.text.securityAnswer1, vault.text.securityAnswer2, owner.password]) {
    for (const text of whole) expect(text).not.toContain(secret);
  }
});

test('the vaults of a deleted account cannot be released, and signing in restores the account', async ({
  page,
  owner,
  service,
}) => {
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByRole('heading', { name: 'Your account will be deleted' })).toBeVisible();
  await dialog.getByRole('link', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
  await expect(owner.api.ask(getUser)).rejects.toThrow('401');
  await expect(release(vault)).rejects.toThrow(Refused);
  await owner.mailbox.letter('account-deletion');

  await service.moveClock(20 * day);
  await page.goto('/sign-in');
  await signInOnScreen(page, owner.email, owner.password);
  await expect(greeting(page)).toBeVisible();
  await expect(page.getByRole('link', { name: vault.text.title })).toBeVisible();
  const stays = page.getByRole('complementary', { name: 'Your account is restored' });
  await expect(stays).toContainText('your account will not be deleted');
  await page.reload();
  await stays.getByRole('button', { name: 'OK' }).click();
  await expect(stays).toHaveCount(0);
  await page.reload();
  await expect(greeting(page)).toBeVisible();
  await expect(stays).toHaveCount(0);
  await owner.mailbox.letter('account-kept');
  await release(vault);

  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByRole('link', { name: 'Done' }).click();
  await service.moveClock(31 * day);
  await page.goto('/sign-in');
  await signInOnScreen(page, owner.email, owner.password);
  await expect(page.getByText('The email address or the password is wrong.')).toBeVisible();
  expect(await owner.mailbox.letters()).toEqual([]);
});
