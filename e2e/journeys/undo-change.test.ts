// A change the owner did not make: we notify the owner by letter immediately, and its link undoes the change, signed in or not.
import { editVault } from '@remembrance/contract/edit-vault.ts';
import { beginTwoFactor, confirmTwoFactor } from '@remembrance/contract/two-factor.ts';
import { currentCode } from '../support/authenticator.ts';
import { linkIn, mailboxCodeIn, mailboxOf } from '../support/mailbox.ts';
import { signInQuietly, unusedAddress } from '../support/people.ts';
import { greeting, heading, signInElsewhere, signInOnScreen } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { makeActiveVault } from '../support/vaults.ts';

test('"This was not me" restores the recipient in a signed-out browser, and leads to a new password', {
  tag: '@everyday',
}, async ({ page, owner }) => {
  const { id, text } = await makeActiveVault(owner);
  const body = { title: text.title, recipientName: 'Mallory', recipientEmail: 'mallory@example.com' };
  await owner.api.ask(editVault, { params: { id }, body });
  const link = linkIn(await owner.mailbox.letter('owner-change'), '/undo-change');
  await page.goto(link);
  await expect(heading(page, 'Was this not you?')).toBeVisible();
  await expect(
    page.getByText(`restores ${text.recipientName} (${text.recipientEmail}) as the recipient`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Restore the recipient' }).click();
  await expect(heading(page, 'Everyone else is signed out')).toBeVisible();
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await expect(heading(page, 'Forgotten password')).toBeVisible();
  await owner.mailbox.letter('owner-change-undone');

  await page.goto(link);
  await expect(page.getByText('This change was already undone')).toBeVisible();
  await page.goto('/sign-in');
  await signInElsewhere(page, owner);
  await expect(greeting(page)).toBeVisible();
  await page.goto(`/vault/${id}`);
  await expect(page.getByText(text.recipientEmail).first()).toBeVisible();
});

test('"This was not me" turns off a second step that somebody else turned on, and a new password lets the owner in', async ({
  page,
  owner,
  service,
}) => {
  const { secret } = await owner.api.ask(beginTwoFactor);
  await owner.api.ask(confirmTwoFactor, { body: { code: currentCode(secret, service.now()) } });
  await page.goto(linkIn(await owner.mailbox.letter('owner-change'), '/undo-change'));
  await page.getByRole('button', { name: 'Turn it off' }).click();
  await expect(page.getByText('The second step is off again.')).toBeVisible();
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await page.getByLabel('Email').fill(owner.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.goto(linkIn(await owner.mailbox.letter('password-reset'), '/new-password'));
  const password = 'a louder sea in march';
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('link', { name: 'Log In' }).click();
  await signInOnScreen(page, owner.email, password);
  await expect(greeting(page)).toBeVisible();
});

test('the letter restores a deleted vault, and an expired link says so', async ({ page, owner, service }) => {
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.goto(`/vault/${vault.id}`);
  await page.getByRole('button', { name: 'Delete Vault' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('For 7 days you can restore it with the link in the email we send you');
  await dialog.getByRole('button', { name: 'Delete Vault' }).click();
  await expect(page.getByText('No Vaults Yet')).toBeVisible();
  await page.goto(linkIn(await owner.mailbox.letter('owner-change'), '/undo-change'));
  await page.getByRole('button', { name: 'Restore the vault' }).click();
  await expect(page.getByText('Your vault is restored')).toBeVisible();
  await page.goto(`/vault/${vault.id}`);
  await expect(heading(page, vault.text.title)).toBeVisible();

  await page.getByRole('button', { name: 'Delete Vault' }).click();
  await dialog.getByRole('button', { name: 'Delete Vault' }).click();
  await expect(page.getByText('No Vaults Yet')).toBeVisible();
  const late = linkIn(await owner.mailbox.letter('owner-change', 2), '/undo-change');
  await service.moveClock(7 * 86_400);
  await page.goto(late);
  await expect(page.getByText('This link worked for seven days and can no longer undo the change.')).toBeVisible();
});

test('an owner confirms a new address with the letter to it, and can undo it from the previous address', async ({
  page,
  owner,
  visitor,
}) => {
  const to = unusedAddress('ada.new');
  await signInQuietly(page, owner);
  await page.goto('/account');
  await page.getByLabel('New email address').fill(to);
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByText(`An email is on its way to ${to}`)).toBeVisible();
  const phone = await visitor();
  await phone.goto(linkIn(await mailboxOf(owner.api, to).letter('email-confirmation'), '/confirm-address'));
  await phone.getByRole('button', { name: 'Confirm my new address' }).click();
  await expect(phone.getByText(`From now on you sign in with ${to}`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`You sign in with ${to}`)).toBeVisible();

  const wayBack = linkIn(await owner.mailbox.letter('owner-change', 2), '/undo-change');
  await phone.goto(wayBack);
  await phone.getByRole('button', { name: 'Restore my address' }).click();
  await expect(phone.getByText(`Your address is ${owner.email} again`)).toBeVisible();
  await page.goto('/sign-in');
  await signInOnScreen(page, owner.email, owner.password);
  // The undo ended what this browser had proved.
  await page.getByLabel('Code from the email').fill(mailboxCodeIn(await owner.mailbox.letter('sign-in-code')));
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(greeting(page)).toBeVisible();
});
