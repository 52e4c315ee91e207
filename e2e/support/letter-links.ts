// Brings accounts to the point where a letter asks their owner for something, and returns the letter's link.
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { requestEmailChange } from '@remembrance/contract/account.ts';
import { editVault } from '@remembrance/contract/edit-vault.ts';
import { requestPasswordReset, signUp } from '@remembrance/contract/sign-in.ts';
import { ada, signUpBody } from '@remembrance/contract/testing/cast.ts';
import { createApi } from './api.ts';
import { linkIn, mailboxOf } from './mailbox.ts';
import { addPasskeyDevice } from './passkey-device.ts';
import { type Owner, unusedAddress } from './people.ts';
import { greeting, signUpOnScreen } from './screens.ts';
import type { Service } from './service.ts';
import { makeActiveVault, makeReleasedVault } from './vaults.ts';

/** Leads to the page that confirms the address of somebody who signed up elsewhere. */
export async function linkToConfirmEmail(service: Pick<Service, 'url'>): Promise<string> {
  const email = unusedAddress('ada');
  const api = createApi(service.url);
  await api.ask(signUp, { body: signUpBody({ ...ada, email }) });
  return linkIn(await mailboxOf(api, email).letter('email-verification'));
}

/** Leads to the page that confirms this owner's new address. */
export async function linkToConfirmAddress({ api }: Owner): Promise<string> {
  const email = unusedAddress('ada.new');
  await api.ask(requestEmailChange, { body: { email } });
  return linkIn(await mailboxOf(api, email).letter('email-confirmation'), '/confirm-address');
}

/** Leads to the page that restores the recipient that somebody else changed. */
export async function linkToUndoRecipient(owner: Owner): Promise<string> {
  const { id, text } = await makeActiveVault(owner);
  const body = { title: text.title, recipientName: 'Mallory', recipientEmail: 'mallory@example.com' };
  await owner.api.ask(editVault, { params: { id }, body });
  return linkIn(await owner.mailbox.letter('owner-change'), '/undo-change');
}

/** Leads to the page that undoes a release which nobody has opened. */
export async function linkToUndoRelease(owner: Owner): Promise<string> {
  await makeReleasedVault(owner);
  return linkIn(await owner.mailbox.letter('vault-released'), '/undo-change');
}

/**
 * Leads to a new password, for somebody who added a passkey in the browser that proved their mailbox: they must say whether it stays. The
 * browser is signed in, and has a device that stores passkeys.
 */
export async function linkToNewPasswordWithPasskey(page: Page, service: Pick<Service, 'url'>): Promise<string> {
  const email = unusedAddress('ada');
  const mailbox = mailboxOf(service, email);
  await page.goto('/sign-up');
  await signUpOnScreen(page, email, ada.password);
  await page.goto(linkIn(await mailbox.letter('email-verification')));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(greeting(page)).toBeVisible();
  await addPasskeyDevice(page);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')).toBeVisible();
  await createApi(service.url).ask(requestPasswordReset, { body: { email } });
  return linkIn(await mailbox.letter('password-reset'));
}
