// The pages that account letters link to: what they ask, and what they show for a link that no longer works.
import { expect, type Page } from '@playwright/test';
import { showOwnerChange } from '@remembrance/contract/owner-changes.ts';
import { keepTwoFactor } from '@remembrance/contract/two-factor.ts';
import {
  linkToConfirmAddress,
  linkToConfirmEmail,
  linkToNewPasswordWithPasskey,
  linkToUndoRecipient,
  linkToUndoRelease,
} from '../support/letter-links.ts';
import { newOwner } from '../support/people.ts';
import { heading } from '../support/screens.ts';
import { at, press, refuse, type Screen } from './screen.ts';
import type { World } from './world.ts';

/** A page opened by a link, once its heading is there. Each picture has its own link. */
const opened = (
  name: string,
  { link, title, act }: { link: (page: Page, world: World) => Promise<string>; title: string; act?: Screen['open'] },
): Screen => ({
  name,
  async open(page, world) {
    await page.goto(await link(page, world));
    await expect(heading(page, title)).toBeVisible();
    await act?.(page, world);
  },
});

const known = (path: string) => async () => path;
const says = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible();

const confirmEmailElsewhere = {
  link: (_: Page, { service }: World) => linkToConfirmEmail(service),
  title: 'Confirm your address',
};
const asSignedUpHere = (page: Page) => page.addInitScript(() => localStorage.setItem('signed-up', 'yes'));
const confirmEmail = {
  ...confirmEmailElsewhere,
  async link(page: Page, world: World) {
    await asSignedUpHere(page);
    return confirmEmailElsewhere.link(page, world);
  },
};
const keepTwoFactorPage = { link: known('/keep-second-step#any'), title: 'Keep the second step?' };
const undoChange = {
  link: async (_: Page, { service }: World) => linkToUndoRecipient(await newOwner(service)),
  title: 'Was this not you?',
};
const confirmAddress = {
  link: async (_: Page, { service }: World) => linkToConfirmAddress(await newOwner(service)),
  title: 'Confirm your new address',
};
const newPassword = {
  link: (page: Page, { service }: World) => linkToNewPasswordWithPasskey(page, service),
  title: 'Choose a new password',
};

const undoRelease = {
  link: async (_: Page, { service }: World) => linkToUndoRelease(await newOwner(service)),
  title: 'Undo the release?',
};

export const letterLinkScreens: readonly Screen[] = [
  opened('undo-release', undoRelease),
  opened('undo-release-done', {
    ...undoRelease,
    async act(page) {
      await press(page, 'Undo the release');
      await expect(heading(page, 'The release is undone')).toBeVisible();
    },
  }),
  opened('confirm-email', confirmEmail),
  opened('confirm-email-elsewhere', {
    ...confirmEmailElsewhere,
    act: (page) => says(page, 'You signed up in another browser.'),
  }),
  opened('confirm-email-expired', {
    ...confirmEmail,
    async link(page) {
      await asSignedUpHere(page);
      return '/confirm-email#unknown';
    },
    async act(page) {
      await press(page, 'Confirm my address');
      await expect(heading(page, 'This link no longer works')).toBeVisible();
    },
  }),
  { name: 'check-your-mail-expired', open: at(() => '/check-your-mail?expired=1', 'Ask for a new email') },
  opened('keep-second-step', keepTwoFactorPage),
  opened('keep-second-step-kept', {
    ...keepTwoFactorPage,
    async act(page) {
      await page.route(`**${keepTwoFactor.path}`, (route) => route.fulfill({ status: 204 }));
      await press(page, 'Keep the second step on');
      await expect(heading(page, 'The second step stays on')).toBeVisible();
    },
  }),
  opened('keep-second-step-over', {
    ...keepTwoFactorPage,
    async act(page) {
      await press(page, 'Keep the second step on');
      await says(page, 'This was already stopped');
    },
  }),
  opened('undo-change', undoChange),
  opened('undo-change-done', {
    ...undoChange,
    async act(page) {
      await press(page, 'Restore the recipient');
      await expect(heading(page, 'Everyone else is signed out')).toBeVisible();
    },
  }),
  {
    name: 'undo-change-too-late',
    async open(page) {
      await refuse(page, `**${showOwnerChange.path}`, 'change-link-expired');
      await page.goto('/undo-change#any');
      await says(page, 'This link worked for seven days and can no longer undo the change.');
    },
  },
  opened('undo-change-unknown', { link: known('/undo-change#unknown'), title: 'This link cannot be used' }),
  opened('confirm-address', confirmAddress),
  opened('confirm-address-done', {
    ...confirmAddress,
    async act(page) {
      await press(page, 'Confirm my new address');
      await expect(heading(page, 'Your address is changed')).toBeVisible();
    },
  }),
  opened('confirm-address-refused', {
    ...confirmAddress,
    link: known('/confirm-address#unknown'),
    async act(page) {
      await press(page, 'Confirm my new address');
      await says(page, 'This link has expired');
    },
  }),
  opened('new-password', newPassword),
  opened('new-password-complaints', {
    ...newPassword,
    async act(page) {
      await page.getByLabel('New password').fill('too short');
      await press(page, 'Change password');
      await says(page, 'Please choose a password of at least 12 characters');
      await says(page, 'Please choose whether to keep your passkeys');
    },
  }),
  opened('new-password-done', {
    ...newPassword,
    async act(page) {
      await page.getByLabel('New password').fill('a louder sea in march');
      await page.getByRole('radio', { name: 'Keep them' }).check({ force: true });
      await press(page, 'Change password');
      await expect(heading(page, 'Your password is changed')).toBeVisible();
    },
  }),
  opened('new-password-expired', { link: known('/new-password#unknown'), title: 'This link no longer works' }),
];
