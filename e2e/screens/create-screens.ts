// The create form: its errors, the recorder, leaving, and a file that was not stored.
import { expect } from '@playwright/test';
import { makeSong, makeText } from '../support/media.ts';
import { newOwner, signInQuietly } from '../support/people.ts';
import { countRecording, expectRecorded } from '../support/recording.ts';
import { keepVault, losePart, lostPart, openPlans, writeVault } from '../support/screens.ts';
import { vaultText } from '../support/vaults.ts';
import { asOwner, at, press, refuse, type Screen } from './screen.ts';

export const createScreens: readonly Screen[] = [
  { name: 'create', open: asOwner(at(() => '/create-vault', 'Create Vault')) },
  {
    name: 'create-first-view',
    isOneView: true,
    open: asOwner(at(() => '/create-vault', 'Create Vault')),
  },
  {
    name: 'create-plans',
    open: asOwner(async (page) => {
      await page.goto('/create-vault');
      await openPlans(page);
    }),
  },
  {
    name: 'create-full-plan',
    open: asOwner(async (page) => {
      await page.route('**/api/plans/places', (route) =>
        route.fulfill({
          json: { trialUsed: true, plans: [{ name: 'premium_one_time', used: 2, limit: 2, freePlace: null }] },
        }),
      );
      await page.goto('/create-vault?plan=premium_one_time');
      await expect(page.getByText('Premium has no room for another vault')).toBeVisible();
    }),
  },
  {
    name: 'create-written',
    open: asOwner(async (page) => {
      await page.goto('/create-vault');
      await writeVault(page, vaultText());
    }),
  },
  {
    name: 'create-review',
    open: asOwner(async (page) => {
      await page.goto('/create-vault?plan=basic_subscription');
      await writeVault(page, vaultText());
      await press(page, 'Create Vault');
      await expect(page.getByText('What happens next')).toBeVisible();
    }),
  },
  {
    name: 'create-complaints',
    open: asOwner(async (page) => {
      await page.goto('/create-vault');
      await page
        .getByLabel('Files', { exact: true })
        .setInputFiles([
          makeSong(),
          makeText('A letter for later.txt'),
          { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
        ]);
      await press(page, 'Create Vault');
      await expect(page.getByText('Title is required')).toBeVisible();
    }),
  },
  {
    name: 'create-recording',
    open: asOwner(async (page) => {
      await countRecording(page);
      await page.goto('/create-vault');
      await press(page, 'Record video');
      await expectRecorded(page, 2);
    }),
  },
  {
    name: 'create-recorded',
    open: asOwner(async (page) => {
      await countRecording(page);
      await page.goto('/create-vault');
      await press(page, 'Record video');
      await expectRecorded(page, 3);
      await press(page, 'Stop recording');
      await expect(page.getByRole('button', { name: 'Add to Vault' })).toBeVisible();
    }),
  },
  {
    name: 'create-part-missing',
    open: asOwner(async (page) => {
      await losePart(page, 'contents-section');
      await page.goto('/create-vault');
      await expect(lostPart(page)).toBeVisible();
    }),
  },
  {
    name: 'create-leaving',
    isOneView: true,
    open: asOwner(async (page) => {
      await page.goto('/create-vault');
      await page.getByLabel('Vault title').fill('For Rosa');
      await press(page, 'Cancel');
    }),
  },
  {
    name: 'create-weak-answers',
    open: asOwner(async (page) => {
      await page.goto('/create-vault');
      const weak = { securityAnswer1: 'Rosa', securityQuestion2: 'Was the boat red?', securityAnswer2: 'yes' };
      await writeVault(page, vaultText(weak));
      await press(page, 'Create Vault');
      await expect(page.getByText('Someone who knows the names in this vault could guess this.')).toBeVisible();
    }),
  },
  {
    name: 'create-disk-full',
    async open(page, { service }) {
      await signInQuietly(page, await newOwner(service));
      await refuse(page, '**/upload-url', 'storage-full');
      await page.goto('/create-vault?plan=basic_one_time');
      await writeVault(page, vaultText());
      await page.getByLabel('Files', { exact: true }).setInputFiles(makeSong());
      await keepVault(page);
      await expect(page.getByText('The vault was not created')).toBeVisible();
    },
  },
];
