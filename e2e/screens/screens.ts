// The catalogue of screens: each in its main states, and how to open it. `npm run pictures` takes a picture of each.
import { expect } from '@playwright/test';
import { newOwner, signInQuietly } from '../support/people.ts';
import { accountScreens } from './account-screens.ts';
import { beforeReleaseScreens } from './before-release-screens.ts';
import { billingScreens } from './billing-screens.ts';
import { checkInScreens } from './check-in-screens.ts';
import { createScreens } from './create-screens.ts';
import { editScreens } from './edit-screens.ts';
import { executorScreens } from './executor-screens.ts';
import { letterLinkScreens } from './letter-link-screens.ts';
import { letterScreens } from './letter-screens.ts';
import { ownerScreens } from './owner-screens.ts';
import { publicScreens } from './public-screens.ts';
import { recipientScreens } from './recipient-screens.ts';
import { asNewcomer, asOwner, at, press, refuse, type Screen } from './screen.ts';

export const screens: readonly Screen[] = [
  ...publicScreens,
  ...letterLinkScreens,
  {
    name: 'dashboard-empty',
    async open(page, { service }) {
      await signInQuietly(page, await newOwner(service));
      await page.goto('/');
      await expect(page.getByText('No Vaults Yet')).toBeVisible();
    },
  },
  { name: 'dashboard', open: asOwner(at(() => '/', 'Released Vaults')) },
  {
    name: 'dashboard-loading',
    isWaiting: true,
    open: asOwner(async (page) => {
      await page.route('**/api/vaults', () => {});
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 2, name: 'Your Vaults' })).toBeVisible();
    }),
  },
  {
    name: 'dashboard-not-now',
    open: asOwner(async (page) => {
      await refuse(page, '**/api/vaults', 'database-unavailable');
      await page.goto('/');
      await expect(page.getByText('Your vaults could not be shown')).toBeVisible();
    }),
  },
  ...accountScreens,
  ...billingScreens,
  ...checkInScreens,
  ...createScreens,
  ...beforeReleaseScreens,
  { name: 'vault', open: asOwner(at(({ active }) => `/vault/${active.id}`, 'Scheduled release')) },
  {
    name: 'vault-activity',
    open: asOwner(async (page, { released }) => {
      await page.goto(`/vault/${released.id}`);
      await press(page, 'Show the activity');
      await expect(page.getByText('You created the vault')).toBeVisible();
    }),
  },
  { name: 'vault-unpaid', open: asNewcomer(at(({ draft }) => `/vault/${draft.id}`, 'not active yet')) },
  { name: 'vault-released', open: asOwner(at(({ released }) => `/vault/${released.id}`, 'Released on')) },
  {
    name: 'vault-deleting',
    isOneView: true,
    open: asOwner(async (page, { active }) => {
      await page.goto(`/vault/${active.id}`);
      await press(page, 'Delete Vault');
    }),
  },
  { name: 'vault-not-found', open: asOwner(at(() => '/vault/unknown', 'Vault Not Found')) },
  { name: 'edit', open: asOwner(at(({ active }) => `/vault/${active.id}/edit`, 'Edit Vault')) },
  { name: 'edit-released', open: asOwner(at(({ released }) => `/vault/${released.id}/edit`, 'Cannot Edit')) },
  ...executorScreens,
  ...ownerScreens,
  ...editScreens,
  ...recipientScreens,
  ...letterScreens,
];
