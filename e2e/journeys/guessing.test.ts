// Guessing at the answers: it is paused, then closed, and opened again by the people who may; nothing is ever lost.
import type { Page } from '@playwright/test';
import { guesses } from '@remembrance/contract/limits.ts';
import { verifyAccessAnswers, verifyAccessEmail } from '@remembrance/contract/vault-access.ts';
import { type Api, createApi, Refused } from '../support/api.ts';
import { linkIn } from '../support/mailbox.ts';
import { signInQuietly } from '../support/people.ts';
import { answer, enterCode, heading, proveAddress, rightAnswers } from '../support/screens.ts';
import type { Service } from '../support/service.ts';
import { expect, test } from '../support/test.ts';
import { makeReleasedVault, type ReleasedVault } from '../support/vaults.ts';

const minutes = 60;

test('GUESS-2: five wrong answers pause the questions for 15 minutes, and then the right ones open the vault', async ({
  page,
  owner,
  service,
}) => {
  const vault = await makeReleasedVault(owner);
  await page.clock.install({ time: service.now() });
  await page.goto(vault.link);
  await proveAddress(page, vault.text.recipientEmail);
  for (let wrong = 1; wrong < guesses.shortPauseAfter; wrong += 1) {
    const refused = page.waitForResponse((response) => response.url().endsWith(verifyAccessAnswers.path));
    await answer(page, { [vault.text.securityQuestion1]: `guess ${wrong}` });
    expect((await refused).status()).toBe(403);
  }
  await answer(page, { [vault.text.securityQuestion1]: 'one more guess' });
  await expect(page.getByText('Please wait a little')).toBeVisible();
  await expect(page.getByText(/You can try again at \d/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit Answers' })).toHaveCount(0);
  expect((await vault.recipient.letter('questions-paused')).text).toContain('Nothing is lost');

  await service.moveClock(14 * minutes);
  await page.clock.fastForward(14 * minutes * 1000);
  await page.reload();
  await expect(page.getByText('Please wait a little')).toBeVisible();
  await expectRefusal(vault, 'answers-paused');

  await service.moveClock(1 * minutes);
  await page.clock.fastForward(1 * minutes * 1000);
  await answer(page, rightAnswers(vault.text));
  await expect(heading(page, 'You Have a Remembrance')).toBeVisible();
});

test('GUESS-4: after fifty wrong answers the executor can open the questions again', async ({
  page,
  visitor,
  owner,
  service,
}) => {
  const vault = await makeReleasedVault(owner);
  await guessUntilClosed(service, vault);
  await page.goto(vault.link);
  await expect(page.getByText('Questions closed')).toBeVisible();
  await expect(page.getByLabel('Your email address')).toHaveCount(0);
  expect((await vault.recipient.letter('questions-locked')).text).toContain('Nothing is lost');

  const executor = await visitor();
  await executor.goto('/executor-access');
  await enterCode(executor, vault.code);
  await executor.getByRole('button', { name: 'Open the questions again' }).click();
  await expect(executor.getByText('The questions are open again')).toBeVisible();
  await openByFreshLink(page, vault);
});

test('GUESS-4: after fifty wrong answers the owner can open the questions again', async ({
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

const tokenOf = ({ link }: ReleasedVault): string => link.split('/').at(-1) ?? '';

async function guess(api: Api, vault: ReleasedVault): Promise<Refused> {
  const answers = [{ question: vault.text.securityQuestion1, answer: 'a guess' }];
  const asked = api.call(verifyAccessAnswers, { body: { token: tokenOf(vault), answers } });
  const refused = await asked.catch((error: unknown) => error);
  if (refused instanceof Refused) return refused;
  throw new Error('a wrong answer was not refused');
}

async function expectRefusal(vault: ReleasedVault, code: string): Promise<void> {
  expect(await guess(createApi(vault.owner.api.url), vault)).toMatchObject({ code });
}

/** Guesses on through every pause; each wait ends exactly when the service said it would. */
async function guessUntilClosed(service: Service, vault: ReleasedVault): Promise<void> {
  const stranger = createApi(service.url);
  await stranger.call(verifyAccessEmail, { body: { token: tokenOf(vault), email: vault.text.recipientEmail } });
  let wrong = 0;
  for (;;) {
    const { code, retryAt } = await guess(stranger, vault);
    if (code === 'answers-locked') break;
    if (code === 'answers-refused') wrong += 1;
    if (retryAt) await service.moveClock((Date.parse(retryAt) - service.now().getTime()) / 1000 + 1);
  }
  expect(wrong).toBe(guesses.lockAfter);
}

async function openByFreshLink(page: Page, vault: ReleasedVault): Promise<void> {
  const fresh = linkIn(await vault.recipient.letter('recipient-fresh-link'), '/vault-access/');
  expect(fresh).not.toBe(vault.link);
  await page.goto(fresh);
  await proveAddress(page, vault.text.recipientEmail);
  await answer(page, rightAnswers(vault.text));
  await expect(heading(page, 'You Have a Remembrance')).toBeVisible();
}
