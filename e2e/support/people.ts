// A journey's people: owners with their own accounts, and unused addresses.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { confirmEmail, signIn, signUp } from '@remembrance/contract/sign-in.ts';
import { ada, type Person, signUpBody } from '@remembrance/contract/testing/cast.ts';
import { type Api, createApi } from './api.ts';
import { linkIn, type Mailbox, mailboxOf } from './mailbox.ts';
import type { Service } from './service.ts';

export interface Owner extends Person {
  mailbox: Mailbox;
  /** Makes calls with the owner's session. */
  api: Api;
}

export const unusedAddress = (name: string): string => `${name}.${randomBytes(6).toString('hex')}@example.org`;

/** An owner with a confirmed address. */
export async function newOwner(service: Service, email = unusedAddress('ada')): Promise<Owner> {
  const api = createApi(service.url);
  const owner = { ...ada, email, api };
  const mailbox = mailboxOf(api, email);
  await api.ask(signUp, { body: signUpBody(owner) });
  const confirming = new URL(linkIn(await mailbox.letter('email-verification')));
  await api.ask(confirmEmail, { body: { token: confirming.hash.slice(1), password: owner.password } });
  return { ...owner, mailbox };
}

/** Signs a browser in without the sign-in screen, as the browser that confirmed the address, so the account knows it. */
export async function signInQuietly(page: Page, { api, email, password }: Owner): Promise<void> {
  await page.context().addCookies([{ name: 'vault_device', value: deviceOf(api), url: api.url }]);
  const answer = await page.request.post(api.url + signIn.path, {
    data: { email, password },
    headers: { origin: api.url },
  });
  if (!answer.ok()) throw new Error(`signing in was answered with ${answer.status()}`);
}

/** The token by which the service recognises the browser of an owner's calls. */
const deviceOf = (api: Api): string => /vault_device=([\w-]+)/.exec(api.headers().cookie ?? '')?.[1] ?? '';

/** Call it before the clock passes a session's end: otherwise an open page goes to the sign-in screen while the test opens another. */
export const leaveThePage = (page: Page) => page.goto('about:blank');
