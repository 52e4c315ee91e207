// Guessing the answers: the questions are paused, then closed, and authorised people can reopen them; nothing is lost.
import type { Page } from '@playwright/test';
import { afterWrongAnswers } from '@remembrance/contract/limits.ts';
import { Refused } from '@remembrance/contract/testing/caller.ts';
import {
  sendAccessCode,
  verifyAccessAnswers,
  verifyAccessCode,
  verifyAccessEmail,
} from '@remembrance/contract/vault-access.ts';
import { expectAccessible } from '../support/accessible.ts';
import { type Api, createApi } from '../support/api.ts';
import { linkIn, mailboxCodeIn } from '../support/mailbox.ts';
import { signInQuietly } from '../support/people.ts';
import { answer, enterCode, heading, proveAddress, proveMailbox, rightAnswers } from '../support/screens.ts';
import type { Service } from '../support/service.ts';
import { expect, test } from '../support/test.ts';
import { translatePages } from '../support/translator.ts';
import { makeReleasedVault, type ReleasedVault } from '../support/vaults.ts';

const minutes = 60;

test('GUESS-2: five wrong answers pause the questions for 15 minutes, and then the right answers open the vault', async ({
  page,
  owner,
  service,
}) => {
  const vault = await makeReleasedVault(owner);
  await page.clock.install({ time: service.now() });
  await page.goto(vault.link);
  await proveAddress(page, vault.text.recipientEmail);
  await answerWrongly(page, vault, afterWrongAnswers.withoutCode);
  await expect(heading(page, 'One more step')).toBeFocused();
  await proveMailbox(page, vault.recipient);
  await answerWrongly(page, vault, afterWrongAnswers.shortPauseAfter - afterWrongAnswers.withoutCode);
  await expect(page.getByText('Please wait a little')).toBeVisible();
  await expect(page.getByText(/You can try again at \d/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit Answers' })).toHaveCount(0);
  expect((await vault.recipient.letter('questions-paused')).text).toContain('What was left for you is safe');

  await service.moveClock(14 * minutes);
  await page.clock.fastForward(14 * minutes * 1000);
  await page.reload();
  await expect(page.getByText('Please wait a little')).toBeVisible();

  await service.moveClock(1 * minutes);
  await page.clock.fastForward(1 * minutes * 1000);
  await answer(page, rightAnswers(vault.text));
  await expect(heading(page, 'You Have a Remembrance')).toBeVisible();
});

test('GUESS-12: after fifty wrong answers the executor can open the questions again', async ({
  page,
  visitor,
  owner,
  service,
}) => {
  const vault = await makeReleasedVault(owner);
  await guessUntilClosed(service, vault);
  await page.goto(vault.link);
  await proveAddress(page, vault.text.recipientEmail);
  await expect(heading(page, 'Questions closed')).toBeVisible();
  expect((await vault.recipient.letter('questions-locked')).text).toContain('Nothing is lost');

  const executor = await visitor();
  await executor.goto('/executor-access');
  await enterCode(executor, vault.code);
  await executor.getByRole('button', { name: 'Open the questions again' }).click();
  await expect(executor.getByText('The questions are open again')).toBeVisible();
  await openByFreshLink(page, vault);
});

test('GUESS-12: after fifty wrong answers the owner can open the questions again', async ({
  page,
  visitor,
  owner,
  service,
}) => {
  const vault = await makeReleasedVault(owner);
  await guessUntilClosed(service, vault);
  const ownerPage = await visitor();
  await signInQuietly(ownerPage, owner);
  await ownerPage.goto(`/vault/${vault.id}`);
  await expect(ownerPage.getByText('The questions are closed')).toBeVisible();
  await ownerPage.getByRole('button', { name: 'Open the questions again' }).click();
  await expect(ownerPage.getByText('The questions are open again')).toBeVisible();
  await openByFreshLink(page, vault);
});

test('GUESS-12: after fifty wrong answers a code from the mailbox opens the questions once', {
  tag: '@everyday',
}, async ({ page, owner, service }) => {
  const vault = await makeReleasedVault(owner);
  await guessUntilClosed(service, vault);
  await page.goto(vault.link);
  await proveAddress(page, vault.text.recipientEmail);
  await expect(heading(page, 'Questions closed')).toBeVisible();
  await proveMailbox(page, vault.recipient);
  await answer(page, rightAnswers(vault.text));
  await expect(heading(page, 'You Have a Remembrance')).toBeVisible();
});

test('a recipient on a small phone in dark mode opens the vault with the code from their mailbox', async ({
  browser,
  owner,
  service,
  isTranslated,
}) => {
  const vault = await makeReleasedVault(owner);
  const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const context = await browser.newContext({
    ...telephone,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    baseURL: service.url,
  });
  if (isTranslated) await translatePages(context);
  const page = await context.newPage();
  await page.clock.install({ time: service.now() });
  await page.goto(vault.link);
  await proveAddress(page, vault.text.recipientEmail);
  await answerWrongly(page, vault, afterWrongAnswers.withoutCode);
  await expect(heading(page, 'One more step')).toBeFocused();
  await expectAccessible(page, 'before the code is sent');
  await page.getByRole('button', { name: 'Send me the code' }).tap();
  const field = page.getByLabel('Code from the email');
  await expect(field).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'An email with a code is on its way' })).toBeVisible();
  await expect(page.getByText(/request another code at \d/)).toBeVisible();
  await expectAccessible(page, 'the code');
  const overhang = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overhang).toBe(0);

  // Switching to the mail app and back: the phone has discarded the page in between.
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).tap();
  await expect(field).toBeFocused();
  await expect(page.getByText('Please enter the code from the email').first()).toBeVisible();
  await field.fill('AAAA AAAA');
  await page.getByRole('button', { name: 'Continue' }).tap();
  await expect(page.getByText('This code is wrong.').first()).toBeVisible();
  await expectAccessible(page, 'a wrong code');
  // Text at double size on a narrower phone.
  await page.setViewportSize({ width: 320, height: 700 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await field.fill('MMMM-MMMM');
  expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
  await page.setViewportSize(telephone.viewport);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));

  await service.moveClock(2 * minutes);
  await page.clock.fastForward(2 * minutes * 1000);
  await page.getByRole('button', { name: 'Send another code' }).tap();
  const code = mailboxCodeIn(await vault.recipient.letter('recipient-code', 2));
  await field.fill(code.toLowerCase().replace('-', ' – '));
  await page.keyboard.press('Enter');
  await expect(heading(page, /^Two questions, chosen for you by /)).toBeFocused();
  await answer(page, rightAnswers(vault.text));
  await expect(heading(page, 'You Have a Remembrance')).toBeVisible();
  await context.close();
});

/** Gives this many wrong answers, waiting for each refusal. */
async function answerWrongly(page: Page, { text }: ReleasedVault, count: number): Promise<void> {
  for (let wrong = 1; wrong <= count; wrong += 1) {
    const refused = page.waitForResponse((response) => response.url().endsWith(verifyAccessAnswers.path));
    await answer(page, { ...rightAnswers(text), [text.securityQuestion1]: `guess ${wrong}` });
    expect((await refused).status()).toBe(403);
  }
}

const tokenOf = ({ link }: ReleasedVault): string => link.split('/').at(-1) ?? '';

async function guess(api: Api, vault: ReleasedVault): Promise<Refused> {
  const answers = Object.keys(rightAnswers(vault.text)).map((question) => ({ question, answer: 'a guess' }));
  const asked = api.ask(verifyAccessAnswers, { body: { token: tokenOf(vault), answers } });
  const refused = await asked.catch((error: unknown) => error);
  if (refused instanceof Refused) return refused;
  throw new Error('a wrong answer was not refused');
}

/** Keeps guessing past codes and pauses; each wait ends exactly when the service said it would. */
async function guessUntilClosed(service: Service, vault: ReleasedVault): Promise<void> {
  const { recipientEmail: email } = vault.text;
  const token = tokenOf(vault);
  const reader = createApi(service.url);
  const proveAddress = () => reader.ask(verifyAccessEmail, { body: { token, email } });
  await proveAddress();
  let wrong = 0;
  for (;;) {
    const { code, problem } = await guess(reader, vault);
    if (code === 'answers-locked') break;
    if (code === 'answers-refused') wrong += 1;
    if (code === 'email-step-first') await proveAddress();
    if (code === 'mailbox-code-first') {
      const before = (await vault.recipient.letters('recipient-code')).length;
      await reader.ask(sendAccessCode, { body: { token } });
      const mailed = mailboxCodeIn(await vault.recipient.letter('recipient-code', before + 1));
      await reader.ask(verifyAccessCode, { body: { token, code: mailed } });
    }
    if (problem.retryAt) await service.moveClock((Date.parse(problem.retryAt) - service.now().getTime()) / 1000 + 1);
  }
  expect(wrong).toBe(afterWrongAnswers.lockAfter);
}

async function openByFreshLink(page: Page, vault: ReleasedVault): Promise<void> {
  const fresh = linkIn(await vault.recipient.letter('recipient-fresh-link'), '/vault-access/');
  expect(fresh).not.toBe(vault.link);
  await page.goto(fresh);
  await proveAddress(page, vault.text.recipientEmail);
  await proveMailbox(page, vault.recipient);
  await answer(page, rightAnswers(vault.text));
  await expect(heading(page, 'You Have a Remembrance')).toBeVisible();
}
