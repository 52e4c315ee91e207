// What an owner sees of a vault, and does with it: what follows the payment, a copy, a release and its undo, an executor added later.
import { expect, type Page } from '@playwright/test';
import { newOwner } from '../support/people.ts';
import { heading, payAtCheckout } from '../support/screens.ts';
import { makePaidVault, makeReleasedVault, makeVault } from '../support/vaults.ts';
import { asOwner, press, type Screen, withVault } from './screen.ts';

const withReleased = (open: (page: Page) => Promise<void>): Screen['open'] =>
  withVault(
    async ({ service }) => makeReleasedVault(await newOwner(service)),
    async (page, { id }) => {
      await page.goto(`/vault/${id}`);
      await open(page);
    },
  );

/** The released vault, as if more had happened to its email. */
const withEmail = (changes: object, shown: string): Screen['open'] =>
  asOwner(async (page, { released }) => {
    await page.route(`**/api/vaults/${released.id}`, async (route) => {
      const vault = await (await route.fetch()).json();
      await route.fulfill({ json: { ...vault, isProven: false, invitation: unopened(vault.invitation), ...changes } });
    });
    await page.goto(`/vault/${released.id}`);
    await expect(page.getByText(shown).first()).toBeVisible();
  });
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const nothing = { openedAt: null, provenAt: null, downloadedAt: null };
const unopened = (invitation: object) => ({ ...invitation, ...nothing, disownedAt: inDays(0) });
const corrected = (state: string) => ({ correction: { state, email: 'rosa.lindqvist@example.org', dueAt: inDays(1) } });

const noWay = { codes: [], scheduledReleaseDate: null };

/** As if the addition of its only executor had been undone. */
async function loseReleaseWays(page: Page, id: string): Promise<void> {
  await page.route(`**/api/vaults/${id}/executors`, (route) => route.fulfill({ json: [] }));
  await page.route(`**/api/vaults/${id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...noWay } });
  });
  await page.route('**/api/vaults', async (route) => {
    const response = await route.fetch();
    const vaults: { id: string }[] = await response.json();
    await route.fulfill({ response, json: vaults.map((vault) => (vault.id === id ? { ...vault, ...noWay } : vault)) });
  });
}

/** With every executor confirmed, so that nothing is missing and the part is closed at first. */
async function showReleasedToday(page: Page, { id }: { id: string }): Promise<void> {
  await page.route(`**/api/vaults/${id}`, async (route) => {
    const response = await route.fetch();
    const vault = await response.json();
    const codes = vault.codes.map((code: object) => ({ ...code, confirmedAt: vault.createdAt }));
    await route.fulfill({ response, json: { ...vault, codes } });
  });
  await page.goto(`/vault/${id}`);
  await expect(page.getByText('Nothing is missing.')).toBeVisible();
  await page.getByText('If it were released today').click();
}

export const ownerScreens: readonly Screen[] = [
  {
    name: 'logged-out-elsewhere',
    open: asOwner(async (page, { owner }) => {
      await page.goto('/account');
      // The heading is there before the script.
      await expect(page.getByText(owner.email).first()).toBeVisible();
      const signal = { key: 'signed-out', newValue: '1' };
      await page.evaluate((event) => window.dispatchEvent(new StorageEvent('storage', event)), signal);
      await expect(heading(page, 'You are logged out')).toBeVisible();
    }),
  },
  {
    name: 'vault-kept',
    open: withVault(
      async ({ service }) => makeVault(await newOwner(service)),
      async (page, { id }) => {
        await payAtCheckout(page, id);
        await expect(page.getByRole('heading', { name: 'Status' })).toBeVisible();
      },
    ),
  },
  {
    name: 'vault-reported-file',
    open: asOwner(async (page, { active }) => {
      await page.route(`**/api/vaults/${active.id}/files`, async (route) => {
        const response = await route.fetch();
        const [first, ...others] = await response.json();
        await route.fulfill({ response, json: [{ ...first, finding: 'Doc.Dropper.Agent-6412' }, ...others] });
      });
      await page.goto(`/vault/${active.id}`);
      await expect(page.getByText('Doc.Dropper.Agent-6412')).toBeVisible();
    }),
  },
  {
    name: 'vault-released-today',
    open: asOwner(async (page, { active }) => {
      await showReleasedToday(page, active);
      await expect(page.getByText('Otherwise we release it on')).toBeVisible();
    }),
  },
  {
    name: 'vault-if-not-opened',
    open: asOwner(async (page, { active }) => {
      await showReleasedToday(page, active);
      await page.getByRole('link', { name: 'Add a second address' }).click();
      await expect(page.getByLabel('A second address')).toBeVisible();
    }),
  },
  {
    name: 'vault-copy',
    isOneView: true,
    open: asOwner(async (page, { active }) => {
      await page.goto(`/vault/${active.id}`);
      await press(page, 'Write one for someone else');
      await expect(page.getByText('Which files should be copied?')).toBeVisible();
    }),
  },
  {
    name: 'create-from-copy',
    open: asOwner(async (page, { active }) => {
      await page.goto(`/vault/${active.id}`);
      await press(page, 'Write one for someone else');
      await press(page, 'Start writing');
      await expect(page.getByText('Your copy is ready')).toBeVisible();
    }),
  },
  { name: 'vault-correction', open: withEmail(corrected('waiting'), 'Stop the correction') },
  { name: 'vault-correction-stopped', open: withEmail(corrected('stopped'), 'You stopped a correction') },
  { name: 'vault-disowned', open: withEmail({}, 'Send a new link') },
  {
    name: 'vault-undoing-release',
    isOneView: true,
    open: withReleased(async (page) => {
      await press(page, 'Undo the release');
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
  },
  {
    name: 'vault-release-undone',
    open: withReleased(async (page) => {
      await press(page, 'Undo the release');
      await page.getByRole('dialog').getByRole('button', { name: 'Undo the release' }).click();
      await expect(page.getByText('The release was undone')).toBeVisible();
    }),
  },
  {
    name: 'vault-nobody-releases',
    open: asOwner(async (page, { active }) => {
      await loseReleaseWays(page, active.id);
      await page.goto(`/vault/${active.id}`);
      await expect(page.getByText('It has no executor and no release date.')).toBeVisible();
    }),
  },
  {
    name: 'dashboard-nobody-releases',
    open: asOwner(async (page, { active }) => {
      await loseReleaseWays(page, active.id);
      await page.goto('/');
      await expect(page.getByText('Nobody can release it').filter({ visible: true }).first()).toBeVisible();
    }),
  },
  {
    name: 'vault-changing-executor',
    isOneView: true,
    open: withVault(
      async ({ service }) =>
        makePaidVault(await newOwner(service), { text: { executorSecondEmail: 'edda.moreau@work.example.com' } }),
      async (page, { id }) => {
        await page.goto(`/vault/${id}`);
        await press(page, 'Change executor');
        await expect(page.getByLabel('Second address')).toHaveValue('edda.moreau@work.example.com');
      },
    ),
  },
  {
    name: 'vault-adding-executor',
    open: withVault(
      async ({ service }) =>
        makePaidVault(await newOwner(service), {
          text: { executorName: '', executorEmail: '', scheduledReleaseDate: '2040-05-01T10:00:00Z' },
        }),
      async (page, { id }) => {
        await page.goto(`/vault/${id}`);
        await press(page, 'Add an executor');
      },
    ),
  },
];
