// An expired link: nothing is lost, and one button sends a new link to the address on the vault.
import { recipientLinkDays } from '@remembrance/contract/limits.ts';
import { linkIn } from '../support/mailbox.ts';
import { answer, download, heading, openLetter, proveAddress, rightAnswers } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { makeReleasedVault } from '../support/vaults.ts';

const daySeconds = 86_400;

test('FRESH-1: anyone with an expired link can have a new one sent to the recipient, and it works', async ({
  page,
  visitor,
  owner,
  service,
  files,
}) => {
  const vault = await makeReleasedVault(owner, { files });
  await service.moveClock((recipientLinkDays - 1) * daySeconds);
  await page.goto(vault.link);
  await expect(heading(page, 'Something was left for you')).toBeVisible();

  await service.moveClock(2 * daySeconds);
  await page.goto(vault.link);
  await expect(heading(page, 'This link has expired')).toBeVisible();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText('A new link is on its way')).toBeVisible();

  const fresh = linkIn(await vault.recipient.letter('recipient-fresh-link'), '/vault-access/');
  expect(fresh).not.toBe(vault.link);
  const recipient = await visitor();
  await recipient.goto(fresh);
  await proveAddress(recipient, vault.text.recipientEmail);
  await answer(recipient, rightAnswers(vault.text));
  await openLetter(recipient);
  await expect(recipient.getByRole('article')).toContainText(vault.text.message);
  for (const { name, buffer } of files) expect(await download(recipient, name)).toEqual(buffer);
});
