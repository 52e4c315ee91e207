// A mailbox that was given up: the second address of the recipient opens the vault, and the second address of an executor gets the code, until
// its owner takes it away.
import type { Page } from '@playwright/test';
import { codeIn, linkIn, mailboxOf } from '../support/mailbox.ts';
import { type Owner, signInQuietly, unusedAddress } from '../support/people.ts';
import { answer, confirmRelease, enterCode, openLetter, proveAddress, rightAnswers } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { makeActiveVault } from '../support/vaults.ts';

const threeDaysSeconds = 3 * 86_400;

/** The owner's session may be older than the clock allows. */
async function openVault(page: Page, owner: Owner, id: string): Promise<void> {
  await signInQuietly(page, owner);
  await page.goto(`/vault/${id}`);
}

async function setSecondAddress(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Change executor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change executor' });
  await dialog.getByLabel('Second address').fill(address);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

test('DLV-8: a recipient whose mailbox is given up opens the vault at the second address', async ({
  page,
  visitor,
  owner,
  service,
}) => {
  const vault = await makeActiveVault(owner);
  const second = mailboxOf(owner.api, unusedAddress('rosa'));
  await openVault(page, owner, vault.id);
  await page.getByRole('button', { name: 'If our email is not opened' }).click();
  await page.getByLabel('A second address').fill(second.address);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Saved');
  const executor = await visitor();
  await executor.goto('/executor-access');
  await enterCode(executor, vault.code);
  await confirmRelease(executor);
  await vault.recipient.letter('recipient-invitation');
  await service.moveClock(threeDaysSeconds);
  const recipient = await visitor();
  await recipient.goto(linkIn(await second.letter('recipient-invitation'), '/vault-access/'));
  await proveAddress(recipient, second.address);
  await answer(recipient, rightAnswers(vault.text));
  await openLetter(recipient);
});

test('EXE-17: a second address of an executor gets the code, and what it got ends when its owner takes it away', async ({
  page,
  visitor,
  owner,
  service,
}) => {
  const vault = await makeActiveVault(owner);
  const second = mailboxOf(owner.api, unusedAddress('edda'));
  await openVault(page, owner, vault.id);
  await setSecondAddress(page, second.address);
  await expect(page.getByText(`Second address: ${second.address}`)).toBeVisible();
  await service.moveClock(threeDaysSeconds);
  const earlier = codeIn(await second.letter('executor-code'));
  expect(earlier).toBe(vault.code);
  await openVault(page, owner, vault.id);
  await setSecondAddress(page, '');
  await expectToast(page, 'We are sending a new code. The previous one no longer works.');
  const code = codeIn(await vault.executor.letter('executor-code', 2));
  const executor = await visitor();
  await executor.goto('/executor-access');
  await enterCode(executor, earlier);
  await expect(executor.getByText('Invalid access code').first()).toBeVisible();
  await enterCode(executor, code);
  await confirmRelease(executor);
  await vault.recipient.letter('recipient-invitation');
});
