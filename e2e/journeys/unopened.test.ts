// A release that nobody opens: the owner chose that we remind the recipient and then ask the executor, who prints a sheet and corrects the
// address. The new address opens the vault, and the owner can stop a correction.

import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { linkIn, mailboxOf } from '../support/mailbox.ts';
import type { Owner } from '../support/people.ts';
import { signInQuietly, unusedAddress } from '../support/people.ts';
import { answer, enterCode, heading, openLetter, proveAddress, rightAnswers } from '../support/screens.ts';
import type { Service } from '../support/service.ts';
import { expect, test } from '../support/test.ts';
import { type ActiveVault, makeActiveVault, release } from '../support/vaults.ts';

const daySeconds = 86_400;

/** Released ten days ago, by an owner who chose on the vault's page what happens then. */
async function unopenedVault(page: Page, owner: Owner, service: Service): Promise<ActiveVault> {
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await page.getByRole('button', { name: 'If our email is not opened' }).click();
  await page.getByLabel(/after 3 and 10 days, then ask the executor/).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'choosing what happens if nothing is opened');
  await release(vault);
  await vault.recipient.letter('recipient-invitation');
  await service.moveClock(3 * daySeconds);
  await vault.recipient.letter('recipient-reminder');
  await service.moveClock(7 * daySeconds);
  return vault;
}

async function correct(executor: Page, vault: ActiveVault, to: string): Promise<void> {
  await executor.goto(linkIn(await vault.executor.letter('executor-unopened'), '/executor-access'));
  await enterCode(executor, vault.code);
  await expect(executor.getByText(`Our email to ${vault.text.recipientName}`)).toBeVisible();
  await executor.getByRole('button', { name: 'Correct the address' }).click();
  await executor.getByLabel('The right address').fill(to);
  await executor.getByRole('dialog').getByRole('button', { name: 'Correct the address' }).click();
  await expect(executor.getByText('The address is being corrected')).toBeVisible();
}

test('DLV-4: the executor hands over a sheet and corrects the address, and the vault opens at the new one', async ({
  page,
  visitor,
  owner,
  service,
}) => {
  const vault = await unopenedVault(page, owner, service);
  const executor = await visitor();
  const right = mailboxOf(owner.api, unusedAddress('rosa'));
  await correct(executor, vault, right.address);
  await executor.getByRole('button', { name: 'Print a sheet for them' }).click();
  await expect(executor.getByRole('article', { name: 'For the recipient' })).toContainText('/send-again');
  await expectAccessible(executor, 'the sheet');
  await executor.emulateMedia({ media: 'print' });
  await expect(executor.getByRole('button', { name: 'Print the sheet' })).toBeHidden();
  await executor.emulateMedia({ media: 'screen' });
  // Its day begins when this email has left.
  await owner.mailbox.letter('correction-asked');
  await service.moveClock(daySeconds + 60);
  const recipient = await visitor();
  await recipient.goto(linkIn(await right.letter('recipient-invitation'), '/vault-access/'));
  await proveAddress(recipient, right.address);
  await answer(recipient, rightAnswers(vault.text));
  await openLetter(recipient);
  // The owner's session is older than the clock allows.
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await expect(page.getByText(/Answered the questions/).first()).toBeVisible();
});

test('DLV-5: the owner stops a correction from the email about it', async ({ page, visitor, owner, service }) => {
  const vault = await unopenedVault(page, owner, service);
  await correct(await visitor(), vault, unusedAddress('mallory'));
  const anywhere = await visitor();
  await anywhere.goto(linkIn(await owner.mailbox.letter('correction-asked'), '/stop-correction'));
  await anywhere.getByRole('button', { name: 'Stop the correction' }).click();
  await expect(heading(anywhere, 'The address stays')).toBeVisible();
});
