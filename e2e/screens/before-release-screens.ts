// What happens before a release takes effect: the owner's choice and banner, the executors' pages, and the page behind the link that stops it.
import { expect, type Page } from '@playwright/test';
import { objectToRelease, releaseVault } from '@remembrance/contract/release.ts';
import { stopReleaseOfVault } from '@remembrance/contract/release-requests.ts';
import { createApi } from '../support/api.ts';
import { type HeldVault, makeHeldVault } from '../support/held-vaults.ts';
import { linkIn } from '../support/mailbox.ts';
import { newOwner, signInQuietly } from '../support/people.ts';
import { enterCode, heading } from '../support/screens.ts';
import { press, type Screen } from './screen.ts';

type Choice = NonNullable<Parameters<typeof makeHeldVault>[1]>;
const week = { waitHours: 168 } as const;
const agreement = { mustAgree: true } as const;

/** Each picture has its own vault. */
const held =
  (choice: Choice, open: (page: Page, vault: HeldVault) => Promise<void>): Screen['open'] =>
  async (page, { service }) =>
    open(page, await makeHeldVault(await newOwner(service), choice));

const pressOf = ({ owner, id }: HeldVault, accessCode: string) =>
  createApi(owner.api.url).ask(releaseVault, { params: { vaultId: id }, body: { accessCode } });

async function asOwnerAt(page: Page, { owner, id }: HeldVault, path: string, title: string | RegExp): Promise<void> {
  await signInQuietly(page, owner);
  await page.goto(path.replace(':id', id));
  await expect(page.getByText(title).filter({ visible: true }).first()).toBeVisible();
}

async function byCode(page: Page, code: string, shown: string | RegExp): Promise<void> {
  await page.goto('/executor-access');
  await enterCode(page, code);
  await expect(page.getByText(shown).first()).toBeVisible();
}

async function atStopPage(page: Page, vault: HeldVault): Promise<void> {
  await page.goto(linkIn(await vault.owner.mailbox.letter('release-wait'), '/stop-release'));
  await expect(heading(page, 'Stop this release?')).toBeVisible();
}

export const beforeReleaseScreens: readonly Screen[] = [
  {
    name: 'before-release',
    open: held({}, (page, vault) => asOwnerAt(page, vault, '/vault/:id/before-release', 'Two executors must agree')),
  },
  {
    name: 'before-release-chosen',
    open: held({ ...week, ...agreement }, (page, vault) =>
      asOwnerAt(page, vault, '/vault/:id/before-release', 'Executors may die'),
    ),
  },
  {
    name: 'before-release-banner',
    open: held(week, async (page, vault) => {
      await pressOf(vault, vault.code);
      await asOwnerAt(page, vault, '/vault/:id', /^It will be released on/);
    }),
  },
  {
    name: 'before-release-dashboard',
    open: held(week, async (page, vault) => {
      await pressOf(vault, vault.code);
      await asOwnerAt(page, vault, '/', /You can stop it\./);
    }),
  },
  {
    name: 'executor-wait',
    open: held({ ...week, ...agreement }, (page, { code }) => byCode(page, code, 'What releasing does')),
  },
  {
    name: 'executor-waiting',
    open: held(week, async (page, vault) => {
      await pressOf(vault, vault.code);
      await byCode(page, vault.code, /^It will be released on/);
    }),
  },
  {
    name: 'executor-asked',
    open: held(agreement, async (page, vault) => {
      await pressOf(vault, vault.code);
      await byCode(page, vault.second.code, 'Do you agree to the release?');
    }),
  },
  {
    name: 'executor-objecting',
    isOneView: true,
    open: held(agreement, async (page, vault) => {
      await pressOf(vault, vault.code);
      await byCode(page, vault.second.code, 'Do you agree to the release?');
      await press(page, 'I object');
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
  },
  {
    name: 'executor-objected',
    open: held(agreement, async (page, vault) => {
      await pressOf(vault, vault.code);
      const body = { accessCode: vault.second.code, reason: 'I spoke to her yesterday.' };
      await createApi(vault.owner.api.url).ask(objectToRelease, { params: { vaultId: vault.id }, body });
      await byCode(page, vault.code, /^The request ended/);
    }),
  },
  {
    name: 'executor-stopped',
    open: held(week, async (page, vault) => {
      await pressOf(vault, vault.code);
      await vault.owner.api.ask(stopReleaseOfVault, { params: { id: vault.id } });
      await byCode(page, vault.code, /^The release was stopped/);
    }),
  },
  {
    name: 'executor-silence',
    open: held(week, async (page, vault) => {
      await pressOf(vault, vault.code);
      await page.route('**/api/executor/verify', async (route) => {
        const summary = await (await route.fetch()).json();
        const request = { ...summary.release.request, isMine: false, askedBy: null };
        await route.fulfill({ json: { ...summary, release: { ...summary.release, request } } });
      });
      await byCode(page, vault.code, 'The owner did not answer us');
    }),
  },
  {
    name: 'stop-release',
    open: held(week, async (page, vault) => {
      await pressOf(vault, vault.code);
      await atStopPage(page, vault);
    }),
  },
  {
    name: 'stop-release-done',
    open: held(week, async (page, vault) => {
      await pressOf(vault, vault.code);
      await atStopPage(page, vault);
      await press(page, 'Stop this release');
      await expect(heading(page, 'The release is stopped')).toBeVisible();
    }),
  },
];
