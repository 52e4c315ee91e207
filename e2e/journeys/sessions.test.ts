// Signing up, signing in with a redirect to the requested page, resetting a password, and logging out.
import { getUser } from '@remembrance/contract/sessions.ts';
import { linkIn, mailboxCodeIn, mailboxOf } from '../support/mailbox.ts';
import { signInQuietly, unusedAddress } from '../support/people.ts';
import {
  enterSignInCode,
  expectLoggedOut,
  greeting,
  heading,
  keepVault,
  signInElsewhere,
  signInOnScreen,
  signUpOnScreen,
  writeVault,
} from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { makeActiveVault, vaultText } from '../support/vaults.ts';

test('a signed-out visitor of an owner page sees a message, signs in and returns to that page', async ({
  page,
  owner,
}) => {
  await expectLoggedOut(page, () => page.goto('/create-vault?plan=basic_subscription'));
  await expect(heading(page, 'Create your account')).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(heading(page, 'Welcome back')).toBeVisible();
  await signInElsewhere(page, owner);
  await expect(page).toHaveURL(/\/create-vault\?plan=basic_subscription$/);
  await expect(page.getByRole('heading', { name: 'Plan: Basic Plus, $2.99/month' })).toBeVisible();
});

test('a session that ends under an open page leads to sign-in and back', async ({ page, owner, service }) => {
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.goto('/');
  await expect(page.getByRole('link', { name: vault.text.title })).toBeVisible();
  await service.moveClock(8 * 86_400);
  await expectLoggedOut(page, () => page.getByRole('link', { name: vault.text.title }).click());
  await signInOnScreen(page, owner.email, owner.password);
  await expect(page).toHaveURL(new RegExp(`/vault/${vault.id}$`));
  await expect(heading(page, vault.text.title)).toBeVisible();
});

test('a browser that lost the session hint but has a live session is shown the dashboard', async ({ page, owner }) => {
  await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.context().clearCookies({ name: 'session_hint' });
  await page.goto('/');
  await expect(greeting(page)).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
});

test('logging out ends the session and shows the landing page', async ({ page, owner }) => {
  await signInQuietly(page, owner);
  await page.goto('/');
  await expect(page.getByText(owner.email)).toBeVisible();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
  expect((await page.request.get(getUser.path)).status()).toBe(401);
  await expectLoggedOut(page, () => page.goto('/create-vault'));
});

test('SES-21: a letter’s link replaces a forgotten password once, and ends every session', async ({ page, owner }) => {
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(heading(page, 'Forgotten password')).toBeVisible(); // both pages have an address field
  await page.getByLabel('Email').fill(owner.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('an email with the link is on its way')).toBeVisible();

  const link = linkIn(await owner.mailbox.letter('password-reset'));
  await page.goto(link);
  await page.getByLabel('New password').fill('too short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Please choose a password of at least 12 characters')).toBeVisible();
  await page.getByLabel('New password').fill('a louder sea in march');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(heading(page, 'Your password is changed')).toBeVisible();
  await owner.mailbox.letter('password-changed');
  await expect(owner.api.ask(getUser)).rejects.toMatchObject({ status: 401 });

  await page.getByRole('link', { name: 'Log In' }).click();
  await signInOnScreen(page, owner.email, owner.password);
  await expect(page.getByText('The email address or the password is wrong.')).toBeVisible();
  await signInOnScreen(page, owner.email, 'a louder sea in march');
  await expect(greeting(page)).toBeVisible();

  await page.goto(link);
  await expect(page.getByText('This link no longer works')).toBeVisible();
});

test('SIGN-1: in a second browser the password leads to a code in the mailbox, which is requested once', async ({
  page,
  owner,
}) => {
  await page.goto('/sign-in?next=%2Faccount');
  await signInOnScreen(page, owner.email, owner.password);
  await expect(heading(page, 'Enter the code from our email')).toBeVisible();
  await expect(page.getByText(`We sent a code to ${owner.email}`)).toBeVisible();
  expect((await page.request.get(getUser.path)).status()).toBe(401);
  await enterSignInCode(page, 'AAAA-AAAA');
  await expect(page.getByText('This code is wrong')).toBeVisible();

  // A phone switches to the mail app and returns, or closes the tab.
  await page.reload();
  await expect(page.getByText(`We sent a code to ${owner.email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Send another code' }).click();
  await expect(page.getByText('The code we sent for this browser still works.')).toBeVisible();
  const again = await page.context().newPage();
  await page.close();
  await again.goto('/sign-in-code?next=%2Faccount');
  await expect(again.getByText('The code is in the email we send to the email address of your account')).toBeVisible();
  await enterSignInCode(again, mailboxCodeIn(await owner.mailbox.letter('sign-in-code')).toLowerCase());
  await expect(heading(again, 'Your account')).toBeVisible();

  await again.getByRole('button', { name: 'Log Out' }).click();
  await expect(again.getByRole('button', { name: 'Get Started' })).toBeVisible();
  await again.goto('/sign-in');
  await signInOnScreen(again, owner.email, owner.password);
  await expect(greeting(again)).toBeVisible();
  expect(await owner.mailbox.letters('sign-in-code')).toHaveLength(1);
  expect(await owner.mailbox.letters('new-device')).toEqual([]);
});

test('an unconfirmed address cannot sign in, and its letter can be sent again', async ({ page, service }) => {
  const email = unusedAddress('ada');
  await page.goto('/sign-up');
  await signUpOnScreen(page, email, 'another quiet lake');
  await expect(page.getByRole('link', { name: 'Open the mailbox' })).toHaveAttribute('href', '/dev/mail');
  const mailbox = mailboxOf(service, email);
  await mailbox.letter('email-verification');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('A new email is on its way')).toBeVisible();
  await mailbox.letter('email-verification', 2);

  await page.goto('/sign-in');
  await signInOnScreen(page, email, 'another quiet lake');
  await expect(page.getByText('Please confirm your email address first.')).toBeVisible();
  await page.goto(linkIn(await mailbox.letter('email-verification')));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(greeting(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Mailbox' })).toBeVisible();
});

test('if no mail is sent, a newcomer finds the letter in the mailbox and follows its link', async ({ page }) => {
  const email = unusedAddress('ada');
  await page.goto('/sign-up');
  await signUpOnScreen(page, email, 'another quiet lake');
  await page.getByRole('link', { name: 'Open the mailbox' }).click();
  await page.getByLabel('Only emails to').fill(email);
  await page.getByRole('button', { name: 'Show' }).click();
  const letter = page.getByRole('article', { name: 'Please confirm your email address' });
  await letter.getByText('Plain text').click();
  await expect(letter.getByText('Someone signed up for Remembrance')).toBeVisible();
  await letter.locator('iframe').contentFrame().getByRole('link', { name: 'Confirm my address' }).click();
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(greeting(page)).toBeVisible();
});

test('another browser needs the password to confirm the address, and its owner continues to the destination', async ({
  page,
  context,
  service,
}) => {
  const email = unusedAddress('ada');
  await page.goto('/sign-up?plan=basic_subscription');
  await signUpOnScreen(page, email, 'another quiet lake');
  const link = linkIn(await mailboxOf(service, email).letter('email-verification'));
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page.getByText('You signed up in another browser.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('not this quiet lake');
  await page.getByRole('button', { name: 'Confirm and log in' }).click();
  await expect(page.getByText('This is not the password of the account.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('another quiet lake');
  await page.getByRole('button', { name: 'Confirm and log in' }).click();
  await expect(page).toHaveURL(/\/create-vault\?plan=basic_subscription$/);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(heading(page, 'This link no longer works')).toBeVisible();
});

test('a session that ends while a vault is being written loses no text', async ({ page, owner, service }) => {
  await signInQuietly(page, owner);
  await page.goto('/create-vault?plan=basic_one_time');
  const text = vaultText();
  await writeVault(page, text);
  await service.moveClock(8 * 86_400);
  await expectLoggedOut(page, () => keepVault(page));
  await signInOnScreen(page, owner.email, owner.password);
  await expect(page.getByText('What you typed is still here')).toBeVisible();
  await expect(page.getByLabel('Personal message')).toHaveValue(text.message);
  await expect(page.getByLabel('Recipient email')).toHaveValue(text.recipientEmail);
});
