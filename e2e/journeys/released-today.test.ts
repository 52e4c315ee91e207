// “If it were released today” on the vault's page: an owner reads what would happen and what would make it safer, and follows each link.
import { expectAccessible } from '../support/accessible.ts';
import { linkIn } from '../support/mailbox.ts';
import { signInQuietly, unusedAddress } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { makeActiveVault } from '../support/vaults.ts';

test('an owner reads what would happen today, and what is missing disappears as it is filled', async ({
  page,
  visitor,
  owner,
}) => {
  const vault = await makeActiveVault(owner, { text: { securityQuestion2: '', securityAnswer2: '' } });
  const { recipientName, executorName } = vault.text;
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  const today = page.getByRole('group').filter({ hasText: 'If it were released today' });
  await expect(today).toContainText(`${recipientName} would get your message.`);
  await expect(today).toContainText(`${executorName} can release it with the code from our email.`);
  await expectAccessible(page, 'what would happen today');

  const missing = today.getByRole('list', { name: 'What is missing' });
  await expect(missing).toContainText(`${executorName} may not have the code.`);
  const executor = await visitor();
  await executor.goto(linkIn(await vault.executor.letter('executor-code'), '/executor-confirm'));
  await executor.getByRole('button', { name: 'I have it' }).click();
  await expect(executor.getByText('Thank you').first()).toBeVisible();

  await page.reload();
  await expect(today).toContainText('Nothing is missing.');
  await today.getByText('If it were released today').click();
  const safer = today.getByRole('list', { name: 'What would make it safer' });
  await expect(safer.getByRole('listitem')).toHaveCount(2);
  await safer.getByRole('link', { name: 'Add a second address' }).click();
  await page.getByLabel('A second address').fill(unusedAddress('rosa'));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Saved');
  await expect(safer.getByRole('listitem')).toHaveCount(1);
  await safer.getByRole('link', { name: 'Add a question' }).click();
  await expect(page.getByRole('button', { name: 'Change the questions' })).toBeVisible();
});
