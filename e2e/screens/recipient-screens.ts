// What a recipient sees: the steps to the vault, the pauses after wrong answers, and links that do not open it.
import { expect, type Page } from '@playwright/test';
import { afterWrongAnswers } from '@remembrance/contract/limits.ts';
import { closeLink } from '@remembrance/contract/link-choices.ts';
import { verifyAccessAnswers } from '@remembrance/contract/vault-access.ts';
import { makeSong, makeText } from '../support/media.ts';
import { newOwner } from '../support/people.ts';
import { answer, heading, openLetter, proveAddress, proveMailbox, rightAnswers } from '../support/screens.ts';
import { makeReleasedVault, type ReleasedVault } from '../support/vaults.ts';
import { at, press, refuse, type Screen, visit } from './screen.ts';

async function answerWrongly(page: Page, { text }: ReleasedVault, count: number): Promise<void> {
  for (let wrong = 1; wrong <= count; wrong += 1) {
    const refused = page.waitForResponse((response) => response.url().endsWith(verifyAccessAnswers.path));
    await answer(page, { ...rightAnswers(text), [text.securityQuestion1]: `guess ${wrong}` });
    await refused;
  }
}

/** After enough wrong answers to need a code from the mailbox. Each picture has its own vault. */
const beforeTheCode =
  (open: (page: Page, vault: ReleasedVault) => Promise<void> = async () => {}): Screen['open'] =>
  async (page, { service }) => {
    const vault = await makeReleasedVault(await newOwner(service));
    await page.goto(vault.link);
    await proveAddress(page, vault.text.recipientEmail);
    await answerWrongly(page, vault, afterWrongAnswers.withoutCode);
    await expect(heading(page, 'One more step')).toBeVisible();
    await open(page, vault);
  };

async function requestCode(page: Page): Promise<void> {
  await press(page, 'Send me the code');
  await expect(page.getByText('An email with a code is on its way')).toBeVisible();
}

const damaged = (file: object) => ({ ...file, isDamaged: true, finding: 'Doc.Dropper.Agent-6412' });

export const recipientScreens: readonly Screen[] = [
  { name: 'recipient-email', open: at(({ released }) => released.link, 'Your email address') },
  {
    name: 'recipient-reminded',
    async open(page, { service }) {
      const vault = await makeReleasedVault(await newOwner(service));
      await page.goto(vault.link);
      await press(page, 'Remind me in a week');
      await expect(page.getByText('We will send a new link on')).toBeVisible();
    },
  },
  {
    name: 'recipient-not-for-me',
    isOneView: true,
    async open(page, { released }) {
      await page.goto(released.link);
      await press(page, 'This is not for me');
      await expect(page.getByText('If our email reached you by mistake')).toBeVisible();
    },
  },
  {
    name: 'recipient-reported',
    async open(page, { released }) {
      await page.route(`**${closeLink.path}`, (route) => route.fulfill({ json: { closed: false } }));
      await page.goto(released.link);
      await press(page, 'This is not for me');
      await press(page, 'It is not for me');
      await expect(page.getByText('Thank you for telling us')).toBeVisible();
    },
  },
  {
    name: 'recipient-link-closed',
    async open(page, { service }) {
      const vault = await makeReleasedVault(await newOwner(service));
      await page.goto(vault.link);
      await press(page, 'This is not for me');
      await press(page, 'It is not for me');
      await expect(heading(page, 'This link is closed')).toBeVisible();
    },
  },
  {
    name: 'recipient-email-refused',
    async open(page, { released }) {
      await page.goto(released.link);
      await proveAddress(page, 'somebody.else@example.org');
      await expect(page.getByLabel('Your email address')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'recipient-questions-refused',
    async open(page, { service }) {
      const vault = await makeReleasedVault(await newOwner(service));
      await page.goto(vault.link);
      await proveAddress(page, vault.text.recipientEmail);
      await answerWrongly(page, vault, 1);
      await expect(page.getByRole('main')).toContainText('Incorrect answers');
    },
  },
  {
    name: 'recipient-questions-incomplete',
    async open(page, { released: { link, text } }) {
      await page.goto(link);
      await proveAddress(page, text.recipientEmail);
      await answer(page, { [text.securityQuestion1]: text.securityAnswer1 });
      await expect(page.getByRole('main')).toContainText('Please answer every question.');
    },
  },
  {
    name: 'recipient-questions',
    async open(page, { released }) {
      await page.goto(released.link);
      await proveAddress(page, released.text.recipientEmail);
      await expect(heading(page, /^Two questions, chosen for you by /)).toBeVisible();
    },
  },
  {
    name: 'recipient-sealed',
    async open(page, { released }) {
      await page.goto(released.link);
      await proveAddress(page, released.text.recipientEmail);
      await answer(page, rightAnswers(released.text));
      await expect(heading(page, 'You Have a Remembrance')).toBeVisible();
    },
  },
  {
    name: 'recipient-granted',
    async open(page, { released }) {
      await page.goto(released.link);
      await proveAddress(page, released.text.recipientEmail);
      await answer(page, rightAnswers(released.text));
      await openLetter(page);
      await expect(page.getByRole('img', { name: 'Lake in June.jpg' })).not.toHaveJSProperty('naturalWidth', 0);
    },
  },
  {
    name: 'recipient-files',
    async open(page, { service }) {
      const files = [makeSong(), makeText('A letter for later.txt')];
      const vault = await makeReleasedVault(await newOwner(service), { files });
      await page.route(`**${verifyAccessAnswers.path}`, async (route) => {
        const response = await route.fetch();
        const {
          files: [song, ...others],
          ...rest
        } = await response.json();
        await route.fulfill({ response, json: { ...rest, files: [song, ...others.map(damaged)] } });
      });
      await page.goto(vault.link);
      await proveAddress(page, vault.text.recipientEmail);
      await answer(page, rightAnswers(vault.text));
      await openLetter(page);
      await expect(page.getByText('Our copy of this file is damaged.')).toBeVisible();
    },
  },
  { name: 'recipient-code', open: beforeTheCode() },
  { name: 'recipient-code-sent', open: beforeTheCode(requestCode) },
  {
    name: 'recipient-code-refused',
    open: beforeTheCode(async (page) => {
      await requestCode(page);
      await page.getByLabel('Code from the email').fill('AAAA-AAAA');
      await press(page, 'Continue');
      await expect(page.getByText('This code is wrong.').first()).toBeVisible();
    }),
  },
  {
    name: 'recipient-paused',
    open: beforeTheCode(async (page, vault) => {
      await proveMailbox(page, vault.recipient);
      await answerWrongly(page, vault, afterWrongAnswers.shortPauseAfter - afterWrongAnswers.withoutCode);
      await expect(page.getByText('Please wait a little')).toBeVisible();
    }),
  },
  visit('recipient-unknown-link', '/vault-access/unknown'),
  {
    name: 'recipient-expired-link',
    async open(page) {
      await refuse(page, '**/api/vault-access/state', 'link-expired');
      await page.goto('/vault-access/expired');
      await expect(heading(page, 'This link has expired')).toBeVisible();
    },
  },
  {
    name: 'recipient-withdrawn-link',
    async open(page) {
      await refuse(page, '**/api/vault-access/state', 'link-withdrawn');
      await page.goto('/vault-access/withdrawn');
      await expect(heading(page, 'There is nothing here now')).toBeVisible();
    },
  },
  {
    name: 'recipient-not-now',
    async open(page) {
      await refuse(page, '**/api/vault-access/state', 'database-unavailable');
      await page.goto('/vault-access/some');
      await expect(heading(page, 'This cannot be opened at the moment')).toBeVisible();
    },
  },
];
