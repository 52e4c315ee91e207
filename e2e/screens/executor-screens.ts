// What an executor sees: the code form, the summary, the release, and the pages linked from their letter.
import { expect, type Page } from '@playwright/test';
import { linkIn } from '../support/mailbox.ts';
import { enterCode, heading } from '../support/screens.ts';
import { at, press, type Screen, visit } from './screen.ts';

const showReleaseEnd: Screen['open'] = async (page, { released }) => {
  const { id: vaultId, text } = released;
  const releaseEnd = { vaultId, ownerName: 'Ada Lindqvist', recipientName: text.recipientName };
  await page.goto('/executor-access');
  await page.evaluate((end) => {
    const now = Date.now();
    history.replaceState({ releaseEnd: { ...end, releasedAt: new Date(now).toISOString(), storedAt: now } }, '');
  }, releaseEnd);
  await page.reload();
  await expect(page.getByText('We have emailed')).toBeVisible();
};

/** The page ten days after a release that nobody opened, by an owner who chose that the executor is asked. */
async function showUnopened(page: Page, code: string, more: object = {}): Promise<void> {
  await page.route('**/api/executor/verify', async (route) => {
    const reply = await route.fetch();
    const followUp = { isAsked: true, knownAt: null, correction: null, ...more };
    const delivery = { letter: 'accepted', acceptedBy: null, doubt: 'mailbox-full', openedAt: null };
    const summary = await reply.json();
    await route.fulfill({
      json: {
        ...summary,
        followUp,
        delivery: { ...summary.delivery, ...delivery, provenAt: null, downloadedAt: null },
      },
    });
  });
  await page.goto('/executor-access');
  await enterCode(page, code);
}

export const executorScreens: readonly Screen[] = [
  {
    name: 'executor',
    open: at(({ active }) => `/executor-access?vault=${active.id}&title=The+recipes`, 'Access code'),
  },
  {
    name: 'executor-verified',
    async open(page, { active }) {
      await page.goto('/executor-access');
      await enterCode(page, active.code);
      await expect(page.getByText('Release Vault')).toBeVisible();
    },
  },
  {
    name: 'executor-asking',
    isOneView: true,
    async open(page, { active }) {
      await page.goto('/executor-access');
      await enterCode(page, active.code);
      await press(page, 'Release Vault');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'executor-end', open: showReleaseEnd },
  {
    name: 'executor-first-steps',
    async open(page, world) {
      await showReleaseEnd(page, world);
      await page.getByText('First steps').click();
      await page.getByLabel('Tell the closest people yourself').check();
    },
  },
  {
    name: 'executor-card',
    async open(page, { active }) {
      await page.goto(linkIn(await active.executor.letter('executor-code'), '/executor-card'));
      await expect(page.getByRole('article', { name: 'For your wallet' })).toBeVisible();
    },
  },
  {
    name: 'executor-complaint',
    async open(page) {
      await visit('executor', '/executor-access').open(page);
      await enterCode(page, ' ');
      await expect(page.getByText('Please enter your executor access code').first()).toBeVisible();
    },
  },
  visit('executor-card-without', '/executor-card'),
  visit('executor-guide', '/executor-guide'),
  {
    name: 'send-again',
    async open(page) {
      await page.goto('/send-again');
      await press(page, 'Send it again');
      await expect(page.getByText('Valid email is required')).toBeVisible();
    },
  },
  {
    name: 'send-again-sent',
    async open(page) {
      await page.goto('/send-again');
      await page.getByLabel('Your email address').fill('edda.moreau@example.com');
      await press(page, 'Send it again');
      await expect(heading(page, 'Check your mail')).toBeVisible();
    },
  },
  {
    name: 'executor-released-before',
    async open(page, { released }) {
      await page.goto('/executor-access');
      await enterCode(page, released.code);
      await expect(page.getByText('Vault Already Released')).toBeVisible();
      await expect(page.getByText('First steps')).toBeVisible();
    },
  },
  {
    name: 'executor-unopened',
    async open(page, { released }) {
      await showUnopened(page, released.code);
      await expect(page.getByText('I have spoken to them')).toBeVisible();
    },
  },
  {
    name: 'executor-correcting',
    isOneView: true,
    async open(page, { released }) {
      await showUnopened(page, released.code);
      await press(page, 'Correct the address');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'executor-agreeing',
    async open(page, { released }) {
      const correction = { state: 'waiting', email: 'rosa.lindqvist@example.org', dueAt: null };
      await showUnopened(page, released.code, { mustAgree: true, correction });
      await expect(page.getByText('Do you agree to this address?')).toBeVisible();
    },
  },
  {
    name: 'executor-sheet',
    async open(page, { released }) {
      await showUnopened(page, released.code);
      await press(page, 'Print a sheet for them');
      await expect(page.getByRole('article', { name: 'For the recipient' })).toBeVisible();
    },
  },
  {
    name: 'stop-correction',
    async open(page) {
      await page.goto('/stop-correction#some-token');
      await expect(heading(page, 'Stop the correction?')).toBeVisible();
    },
  },
  {
    name: 'stop-correction-done',
    async open(page) {
      await page.route('**/api/vault-access/stop-correction', (route) =>
        route.fulfill({ json: { vaultTitle: 'For Rosa' } }),
      );
      await page.goto('/stop-correction#some-token');
      await press(page, 'Stop the correction');
      await expect(heading(page, 'The address stays')).toBeVisible();
    },
  },
  {
    name: 'report-email',
    async open(page, { active }) {
      await page.goto(linkIn(await active.executor.letter('executor-code'), 'report-email'));
      await expect(heading(page, 'Report this email')).toBeVisible();
    },
  },
  {
    name: 'report-email-done',
    async open(page, { active }) {
      await page.route('**/api/report-email', (route) => route.fulfill({ json: { reported: true } }));
      await page.goto(linkIn(await active.executor.letter('executor-code'), 'report-email'));
      await press(page, 'Report this email');
      await expect(heading(page, 'Thank you for the report')).toBeVisible();
    },
  },
  {
    name: 'executor-confirm',
    async open(page, { active }) {
      await page.goto(linkIn(await active.executor.letter('executor-code'), 'executor-confirm'));
      await expect(heading(page, 'Do you have the email?')).toBeVisible();
    },
  },
];
