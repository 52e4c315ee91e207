// Actions on screens that several journeys share, located by visible text.
import { readFile } from 'node:fs/promises';
import type { Locator, Page, Route } from '@playwright/test';
import { type Mailbox, mailboxCodeIn } from './mailbox.ts';
import type { Owner } from './people.ts';
import { expect } from './test.ts';
import { expectToast } from './toasts.ts';
import type { VaultText } from './vaults.ts';

export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksAuthentication: '4000 0025 0000 3155',
} as const;

/** The region that contains the toasts. */
export const notifications = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });

/** The toast about a missing session is shown for half a second. Here the page is left once the toast was read. */
export async function expectLoggedOut(page: Page, act: () => Promise<unknown>): Promise<void> {
  const left = Promise.withResolvers<string>();
  const stay = async (route: Route) => {
    left.resolve(route.request().url());
    await route.abort('aborted');
  };
  await page.route('**/api/login*', stay);
  await act();
  await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...');
  const signInUrl = await left.promise;
  await page.unroute('**/api/login*', stay);
  await page.goto(signInUrl);
}

export const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** The dashboard's greeting: "Welcome" for an owner without a vault, "Welcome back" for any other. */
export const greeting = (page: Page, firstName = 'Ada'): Locator =>
  page.getByRole('heading', { level: 1, name: new RegExp(`^Welcome(?: back)?, ${firstName}$`) });

/** Goes from a vault's page to its edit form. */
export async function openEdit(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit Vault' }).click();
  // The last step of the page transition. Before it the fields may still receive their values, overwriting what is typed.
  await expect(heading(page, 'Edit Vault')).toBeFocused();
}

/** Opens a part of the edit form, unless it is open. */
export async function openPart(page: Page, title: string): Promise<void> {
  const part = page.getByRole('button', { name: title, exact: true });
  await expect(part).toBeVisible();
  if ((await part.getAttribute('aria-expanded')) === 'false') await part.click();
}

/** For a prerendered form: the script has loaded, and nothing replaces typed text. */
const formIsReady = (page: Page) => expect(page.locator('.awaits-script')).toHaveCount(0);

export async function signInOnScreen(page: Page, email: string, password: string): Promise<void> {
  await formIsReady(page);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** Signs in from a browser that never used the account: the password, then the code from the letter. */
export async function signInElsewhere(page: Page, { mailbox, email, password }: Owner): Promise<void> {
  const before = (await mailbox.letters('sign-in-code')).length;
  await signInOnScreen(page, email, password);
  await expect(heading(page, 'Enter the code from our email')).toBeVisible();
  await enterSignInCode(page, mailboxCodeIn(await mailbox.letter('sign-in-code', before + 1)));
}

export async function enterSignInCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code from the email').fill(code);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** Fills in and sends the sign-up page, until the service has replied: the letter may arrive before this browser is known. */
export async function signUpOnScreen(page: Page, email: string, password: string): Promise<void> {
  await formIsReady(page);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lindqvist');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('I am at least 18 years old').check();
  await page.getByLabel('I have read and accept').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(heading(page, 'Check your mail')).toBeVisible();
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
}

/** Pays for a vault, or starts its trial, with a card; ends on the vault's page. */
export async function payAtCheckout(page: Page, vaultId: string, card: string = cards.good): Promise<void> {
  await page.goto(`/checkout/${vaultId}`);
  await fillCard(page, card);
  await page.getByRole('button', { name: /^(Pay|Start the free month)/ }).click();
  await expect(page).toHaveURL(new RegExp(`/vault/${vaultId}$`));
}

/** Fills in the create form's text fields; the plan and the files stay unchanged. */
export async function writeVault(page: Page, text: VaultText): Promise<void> {
  await page.getByLabel('Vault title').fill(text.title);
  await page.getByLabel('Personal message').fill(text.message);
  await page.getByLabel('Recipient name').fill(text.recipientName);
  await page.getByLabel('Recipient email').fill(text.recipientEmail);
  await page.getByLabel('Security question 1').fill(text.securityQuestion1);
  await page.getByLabel('Security answer 1').fill(text.securityAnswer1);
  await page.getByLabel('Security question 2').fill(text.securityQuestion2);
  await page.getByLabel('Security answer 2').fill(text.securityAnswer2);
  await page.getByLabel('Executor name').fill(text.executorName);
  await page.getByLabel('Executor email').fill(text.executorEmail);
  await page.getByLabel('Release date').fill(text.scheduledReleaseDate);
  await page.getByLabel('I have read and accept').check();
}

/** From the filled form, or from the review after a failure: reviews the vault and creates it. */
export async function keepVault(page: Page): Promise<void> {
  const keep = page.getByRole('button', { name: /^Keep it/ });
  const create = page.getByRole('button', { name: 'Create Vault' });
  await expect(keep.or(create).first()).toBeVisible();
  if (!(await keep.isVisible())) await create.click();
  await keep.click();
}

/** Opens the create form's plan cards, which are folded on a narrow screen. */
export async function openPlans(page: Page): Promise<void> {
  const change = page.getByRole('button', { name: 'Change the plan' });
  await expect(change.or(page.getByRole('button', { name: 'Done with the plan' }))).toBeVisible();
  if (await change.isVisible()) await change.click();
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await formIsReady(page);
  await page.getByLabel('Access code').fill(code);
  await page.getByRole('button', { name: 'Verify Access' }).click();
}

/** From the summary on: requests the release and confirms it. */
export async function confirmRelease(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Release Vault' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release Vault' }).click();
}

export async function proveAddress(page: Page, address: string): Promise<void> {
  await formIsReady(page);
  await page.getByLabel('Your email address').fill(address);
  await page.getByRole('button', { name: 'Verify Email' }).click();
}

/** Requests a code at the step that needs one, and enters the code from the newest letter. */
export async function proveMailbox(page: Page, mailbox: Mailbox): Promise<void> {
  const before = (await mailbox.letters('recipient-code')).length;
  await page.getByRole('button', { name: 'Send me the code' }).click();
  const code = mailboxCodeIn(await mailbox.letter('recipient-code', before + 1));
  await page.getByLabel('Code from the email').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Enters each answer at its question; a question that is not named stays blank. */
export async function answer(page: Page, answers: Record<string, string>): Promise<void> {
  for (const [question, words] of Object.entries(answers)) await page.getByLabel(question).fill(words);
  await page.getByRole('button', { name: 'Submit Answers' }).click();
}

export const rightAnswers = (text: VaultText): Record<string, string> => ({
  [text.securityQuestion1]: text.securityAnswer1,
  [text.securityQuestion2]: text.securityAnswer2,
});

/** What the recipient does after the right answers: they open the letter themselves. */
export async function openLetter(page: Page): Promise<void> {
  await expect(heading(page, 'You Have a Remembrance')).toBeVisible();
  await page.getByRole('button', { name: 'Open it when you are ready' }).click();
}

/** Presses the download button of a file and returns the downloaded bytes. */
export async function download(page: Page, name: string, title = name): Promise<Buffer> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('link', { name: `Download ${title}`, exact: true }).click();
  const file = await arriving;
  expect(file.suggestedFilename()).toBe(name);
  return readFile(await file.path());
}

/** Blocks the script of a part of a page until the returned function is called. */
export async function losePart(page: Page, part: string): Promise<() => Promise<void>> {
  const script = `**/assets/${part}-*.js`;
  await page.route(script, (route) => route.abort());
  return () => page.unroute(script);
}

export const lostPart = (page: Page) => page.getByText('This part of the page could not be loaded.');
