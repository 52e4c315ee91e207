// Before a release takes effect, by the texts that people see: a wait that the owner stops, and two executors who must agree.
import type { Page } from '@playwright/test';
import { makeHeldVault } from '../support/held-vaults.ts';
import { linkIn } from '../support/mailbox.ts';
import { signInQuietly } from '../support/people.ts';
import { enterCode, heading } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

async function openByCode(page: Page, code: string): Promise<void> {
  await page.goto('/executor-access');
  await enterCode(page, code);
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
}

async function pressRelease(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Release Vault' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release Vault' }).click();
}

test('WAIT-3: an owner chooses a wait, gets an email when an executor asks, and stops the release from it', async ({
  page,
  visitor,
  owner,
}) => {
  const vault = await makeHeldVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await page.getByRole('link', { name: 'Before a release' }).click();
  await expect(heading(page, 'Before a release')).toBeVisible();
  await page.getByLabel('A release by an executor waits').selectOption('7 days');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Saved');
  await expect(page.getByRole('group', { name: 'Before a release' })).toBeFocused();
  await page.getByRole('link', { name: 'Back to the vault' }).click();
  await expect(page.getByText('A release by an executor waits 7 days.')).toBeVisible();

  const executor = await visitor();
  await openByCode(executor, vault.code);
  await expect(executor.getByText('After your press, the vault waits 7 days.')).toBeVisible();
  await pressRelease(executor);
  await expect(executor.getByText(/^It will be released on /)).toBeVisible();
  await expect(executor.getByRole('button', { name: 'Release Vault' })).toHaveCount(0);

  await page.goto('/');
  await expect(
    page.getByText(/asked to release it\. It will be released on .+ You can stop it\./).filter({ visible: true }),
  ).toHaveCount(1);
  await page.goto(`/vault/${vault.id}`);
  await expect(page.getByRole('button', { name: 'Stop the release' })).toBeVisible();

  const anywhere = await visitor();
  await anywhere.goto(linkIn(await owner.mailbox.letter('release-wait'), '/stop-release'));
  await expect(heading(anywhere, 'Stop this release?')).toBeVisible();
  await anywhere.getByRole('button', { name: 'Stop this release' }).click();
  await expect(heading(anywhere, 'The release is stopped')).toBeVisible();

  await vault.executor.letter('executor-wait', 2);
  await openByCode(executor, vault.code);
  await expect(executor.getByText(/^The release was stopped on /)).toBeVisible();
  expect(await vault.recipient.letters()).toEqual([]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Stop the release' })).toHaveCount(0);
});

test('WAIT-1: a release that nobody stops happens when its wait is over', async ({ visitor, owner, service }) => {
  const vault = await makeHeldVault(owner, { waitHours: 24 });
  const executor = await visitor();
  await openByCode(executor, vault.code);
  await pressRelease(executor);
  await expect(executor.getByText(/^It will be released on /)).toBeVisible();
  await owner.mailbox.letter('release-wait');
  expect(await vault.recipient.letters()).toEqual([]);
  await service.moveClock(86_400 + 60);
  await vault.recipient.letter('recipient-invitation');
});

test('AGREE-1: the first executor asks, and the second releases; AGREE-2: or objects, and everybody reads why', async ({
  page,
  visitor,
  owner,
}) => {
  const vault = await makeHeldVault(owner, { mustAgree: true });
  const [first, second] = [page, await visitor()];
  await openByCode(first, vault.code);
  await pressRelease(first);
  await expect(first.getByText('You have asked for the release')).toBeVisible();

  await openByCode(second, vault.second.code);
  await expect(second.getByText('Do you agree to the release?')).toBeVisible();
  await second.getByRole('button', { name: 'I object' }).click();
  await second.getByLabel('Why').fill('I spoke to her yesterday.');
  await second.getByRole('dialog').getByRole('button', { name: 'I object' }).click();
  await expect(second.getByText(/^The request ended on /)).toBeVisible();
  for (const mailbox of [owner.mailbox, vault.executor, vault.second.mailbox])
    await expect(async () => {
      const texts = (await mailbox.letters()).map(({ text }) => text);
      expect(texts.some((text) => text.includes('I spoke to her yesterday.'))).toBe(true);
    }).toPass();

  await openByCode(first, vault.code);
  await expect(first.getByText('I spoke to her yesterday.')).toBeVisible();
  await pressRelease(first);
  await expect(first.getByText('You have asked for the release')).toBeVisible();
  await openByCode(second, vault.second.code);
  await pressRelease(second);
  await expect(second.getByText('We have emailed')).toBeVisible();
  await vault.recipient.letter('recipient-invitation');
});
