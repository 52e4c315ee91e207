// A link in the wrong mailbox, and a recipient who is not ready: both end with the vault in the right hands.
import { reminderDays } from '@remembrance/contract/limits.ts';
import { linkIn } from '../support/mailbox.ts';
import { answer, heading, openLetter, proveAddress, rightAnswers } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { makeReleasedVault } from '../support/vaults.ts';

test('CLOSE-1: a stranger closes a link; the executor learns of it, has a new one sent, and the recipient reads the letter', async ({
  page,
  visitor,
  owner,
  service,
}) => {
  const vault = await makeReleasedVault(owner);
  await page.goto(vault.link);
  await page.getByRole('button', { name: 'This is not for me' }).click();
  await page.getByRole('button', { name: 'It is not for me' }).click();
  await expect(heading(page, 'This link is closed')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'This link is closed')).toBeVisible();

  const report = await vault.executor.letter('link-disowned');
  await owner.mailbox.letter('link-disowned');
  await service.moveClock(11 * 60);
  const executor = await visitor();
  await executor.goto(linkIn(report, '/send-again'));
  await executor.getByLabel('Your email address').fill(vault.text.recipientEmail);
  await executor.getByRole('button', { name: 'Send it again' }).click();
  const fresh = linkIn(await vault.recipient.letter('recipient-fresh-link'), '/vault-access/');
  const recipient = await visitor();
  await recipient.goto(fresh);
  await proveAddress(recipient, vault.text.recipientEmail);
  await answer(recipient, rightAnswers(vault.text));
  await openLetter(recipient);
  await expect(recipient.getByRole('article')).toContainText(vault.text.message);
});

test('REMIND-1: a recipient who is not ready is reminded in a week, with a link that works', async ({
  page,
  owner,
  service,
}) => {
  const vault = await makeReleasedVault(owner);
  await page.goto(vault.link);
  await page.getByRole('button', { name: 'Remind me in a week' }).click();
  await expect(page.getByText('We will send a new link on')).toBeFocused();
  await service.moveClock(reminderDays.week * 86_400 + 60);
  const fresh = linkIn(await vault.recipient.letter('recipient-fresh-link'), '/vault-access/');
  await page.goto(fresh);
  await proveAddress(page, vault.text.recipientEmail);
  await answer(page, rightAnswers(vault.text));
  await openLetter(page);
});
