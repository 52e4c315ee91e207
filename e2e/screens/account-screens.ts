// The account and sign-in screens in their main states.
import { expect, type Page } from '@playwright/test';
import { mailedCode } from '@remembrance/contract/limits.ts';
import { finishFirstVisit, getFirstVisit } from '@remembrance/contract/openid.ts';
import { answerSignInCode } from '@remembrance/contract/sign-in-code.ts';
import { currentCode } from '../support/authenticator.ts';
import { addPasskeyDevice, type PasskeyDevice } from '../support/passkey-device.ts';
import { newOwner, type Owner, signInQuietly } from '../support/people.ts';
import { enterSignInCode, heading, losePart, lostPart, signInOnScreen } from '../support/screens.ts';
import type { Service } from '../support/service.ts';
import { asOwner, at, press, refuse, type Screen } from './screen.ts';
import type { World } from './world.ts';

/** For actions an owner does only once: each picture has its own owner. */
const asSomebody =
  (open: (page: Page, owner: Owner, service: Service) => Promise<void>): Screen['open'] =>
  async (page, { service }: World) => {
    const owner = await newOwner(service);
    await signInQuietly(page, owner);
    await page.goto('/account');
    await open(page, owner, service);
  };

const sectionOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const confirm = (page: Page, action: string) => page.getByRole('dialog').getByRole('button', { name: action }).click();

/** Stops when the codes are shown. */
async function turnOnTwoFactor(page: Page, service: Service): Promise<void> {
  await sectionOf(page, 'Second step').getByRole('button', { name: 'Turn on' }).click();
  await confirm(page, 'Continue');
  const dialog = page.getByRole('dialog');
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill(currentCode(secret, service.now()));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
}

async function addPasskey(page: Page): Promise<PasskeyDevice> {
  const device = await addPasskeyDevice(page);
  await press(page, 'Add a passkey');
  await expect(sectionOf(page, 'Passkeys').getByRole('listitem')).toBeVisible();
  return device;
}

/** The first visit of somebody that an OpenID provider signed in. */
async function arriveFromProvider(page: Page): Promise<void> {
  const visit = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lindqvist' };
  await page.route(`**${getFirstVisit.path}`, (route) => route.fulfill({ json: visit }));
  await page.goto('/welcome');
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
}

/** In a browser that never used the account, after the password. */
const elsewhere =
  (act?: (page: Page) => Promise<void>): Screen['open'] =>
  async (page, { service }) => {
    const owner = await newOwner(service);
    await page.goto('/sign-in');
    await signInOnScreen(page, owner.email, owner.password);
    await expect(heading(page, 'Enter the code from our email')).toBeVisible();
    await act?.(page);
  };

export const accountScreens: readonly Screen[] = [
  { name: 'welcome', open: arriveFromProvider },
  {
    name: 'welcome-second-step',
    open: async (page) => {
      await arriveFromProvider(page);
      await refuse(page, `**${finishFirstVisit.path}`, 'second-step-needed');
      for (const box of await page.getByRole('checkbox').all()) await box.check();
      await press(page, 'Create account');
      await expect(page.getByRole('link', { name: 'Enter the code' })).toBeVisible();
    },
  },
  { name: 'account', open: asOwner(at(() => '/account', 'Last seen')) },
  {
    name: 'account-second-step',
    isOneView: true,
    open: asOwner(async (page) => {
      await page.goto('/account');
      await page.getByRole('region', { name: 'Second step' }).getByRole('button', { name: 'Turn on' }).click();
      await press(page, 'Continue');
      await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    }),
  },
  {
    name: 'account-recovery-codes',
    isOneView: true,
    open: asSomebody((page, _, service) => turnOnTwoFactor(page, service)),
  },
  {
    name: 'account-guarded',
    open: asSomebody(async (page, _, service) => {
      await turnOnTwoFactor(page, service);
      await press(page, 'I have saved them');
      await addPasskey(page);
    }),
  },
  {
    name: 'account-address-asked',
    open: asSomebody(async (page) => {
      await page.getByLabel('New email address').fill('ada.okafor@example.org');
      await press(page, 'Change address');
      await expect(page.getByText('An email is on its way to')).toBeVisible();
    }),
  },
  {
    name: 'account-proof',
    isOneView: true,
    open: asSomebody(async (page, _, service) => {
      await addPasskey(page);
      await service.moveClock(11 * 60);
      await press(page, 'Add a passkey');
      await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
    }),
  },
  {
    name: 'account-proof-passkey-refused',
    isOneView: true,
    open: asSomebody(async (page, _, service) => {
      const device = await addPasskey(page);
      await device.stopRecognising();
      await service.moveClock(11 * 60);
      await press(page, 'Add a passkey');
      await confirm(page, 'Use a passkey');
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    }),
  },
  {
    name: 'account-proof-refused',
    isOneView: true,
    open: asSomebody(async (page, _, service) => {
      await service.moveClock(11 * 60);
      await press(page, 'Add a passkey');
      await page.getByLabel('Your password').fill('not my password');
      await confirm(page, 'Continue');
      await expect(page.getByText('This password is wrong. Please try again.')).toBeVisible();
    }),
  },
  {
    name: 'account-proof-missing',
    isOneView: true,
    open: asSomebody(async (page, _, service) => {
      await losePart(page, 'proof-ways');
      await page.reload();
      await service.moveClock(11 * 60);
      await press(page, 'Add a passkey');
      await expect(lostPart(page)).toBeVisible();
    }),
  },
  {
    name: 'account-passkey-removing',
    isOneView: true,
    open: asSomebody(async (page) => {
      await addPasskey(page);
      await sectionOf(page, 'Passkeys').getByRole('button', { name: 'Remove Passkey' }).click();
    }),
  },
  {
    name: 'account-deleting',
    isOneView: true,
    open: asSomebody((page) => press(page, 'Delete account')),
  },
  {
    name: 'account-deleted',
    isOneView: true,
    open: asSomebody(async (page) => {
      await press(page, 'Delete account');
      await confirm(page, 'Delete account');
      await expect(page.getByText('You can restore it by signing in until')).toBeVisible();
    }),
  },
  {
    name: 'account-kept',
    open: asSomebody(async (page, owner) => {
      await press(page, 'Delete account');
      await confirm(page, 'Delete account');
      await page.getByRole('dialog').getByRole('link', { name: 'Done' }).click();
      await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
      await page.goto('/sign-in');
      await signInOnScreen(page, owner.email, owner.password);
      await expect(page.getByText('Your account is restored')).toBeVisible();
    }),
  },
  {
    name: 'sign-in-second-step',
    open: asSomebody(async (page, owner, service) => {
      await turnOnTwoFactor(page, service);
      await page.context().clearCookies();
      await page.goto('/sign-in');
      await signInOnScreen(page, owner.email, owner.password);
      await expect(heading(page, 'One more step')).toBeVisible();
    }),
  },
  { name: 'sign-in-code', open: elsewhere() },
  {
    name: 'sign-in-code-refused',
    open: elsewhere(async (page) => {
      await enterSignInCode(page, 'AAAA-AAAA');
      await expect(page.getByText('This code is wrong')).toBeVisible();
    }),
  },
  {
    name: 'sign-in-code-too-early',
    open: elsewhere(async (page) => {
      await press(page, 'Send another code');
      await expect(page.getByText('You can ask for another at')).toBeVisible();
    }),
  },
  {
    name: 'sign-in-code-used-up',
    open: elsewhere(async (page) => {
      for (let tries = mailedCode.tries; tries > 0; tries -= 1) {
        await enterSignInCode(page, 'AAAA-AAAA');
        await expect(page.getByText(tries > 1 ? 'This code is wrong' : 'too many wrong codes')).toBeVisible();
      }
      await press(page, 'Send another code');
      await expect(page.getByText('Too many wrong codes were entered here.')).toBeVisible();
    }),
  },
  {
    name: 'sign-in-code-over',
    open: elsewhere(async (page) => {
      await refuse(page, `**${answerSignInCode.path}`, 'second-step-over');
      await enterSignInCode(page, 'AAAA-AAAA');
      await expect(page.getByText('This sign-in took too long')).toBeVisible();
    }),
  },
];
