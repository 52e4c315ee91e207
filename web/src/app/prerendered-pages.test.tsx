// The pages with one field work before their script has loaded: they keep typed text, and send nothing without the script.
import { verifyExecutor } from '@remembrance/contract/release.ts';
import { getService } from '@remembrance/contract/service.ts';
import { signIn, signUp } from '@remembrance/contract/sign-in.ts';
import { readAccess, verifyAccessEmail } from '@remembrance/contract/vault-access.ts';
import { QueryClientContext } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Root } from 'react-dom/client';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { summary } from '../../testing/executor-page.ts';
import { field, fill, isDisabled } from '../../testing/on-screen.ts';
import { fakeService } from '../../testing/open-screen.tsx';
import { serviceFacts } from '../../testing/samples.ts';
import { watchLeaving } from '../../testing/watch-leaving.ts';
import { BrowserLocation } from '../lib/location.tsx';
import { makeQueryClient } from '../lib/query-client.ts';
import { App } from './app.tsx';
import { renderPage } from './entry/entry-server.tsx';
import { hydrate } from './entry/hydrate.ts';

const faults: unknown[] = [];
let root: Root | undefined;

// Only in this test the build and the browser share a process, which React warns about repeatedly.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

afterEach(() => {
  act(() => root?.unmount());
  document.body.replaceChildren();
  expect(faults.splice(0)).toEqual([]);
  vi.restoreAllMocks();
});

// Each context remembers the build's renderer. Later test files have only a browser, and load the app again.
afterAll(() => {
  Object.assign(QueryClientContext, { _currentRenderer: null });
  vi.resetModules();
});

/** The page as the build writes it, before any script runs. */
async function openPrerendered(pattern: string, address: string): Promise<void> {
  window.history.replaceState(null, '', address);
  // Until the test has described the service's replies, no call may be made.
  vi.stubGlobal('fetch', () => Promise.reject(new Error('a call while the page was built')));
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = await renderPage(pattern);
}

function startScript(): void {
  vi.stubGlobal('fetch', fakeService().fetch);
  fakeService().reply(getService, serviceFacts);
  const place = document.body.firstElementChild as HTMLElement;
  const app = (
    <BrowserLocation>
      <App client={makeQueryClient()} />
    </BrowserLocation>
  );
  root = hydrate(place, app, (error) => faults.push(error));
}

const type = (label: string, text: string): void => {
  field(label).value = text;
};

const pages = [
  ['/executor-access', '/executor-access?vault=1&title=For+Rosa', 'Executor Access', 'Access code', 'Verify Access'],
  ['/vault-access/:token', '/vault-access/t0ken', 'Something was left for you', 'Your email address', 'Verify Email'],
  ['/send-again', '/send-again', 'We can send it again', 'Your email address', 'Send it again'],
  ['/sign-in', '/sign-in?next=%2Faccount', 'Welcome back', 'Email', 'Log In'],
] as const;

test.each(pages)(
  'PRE-1: %s is shown with its field before its script; the typed text stays, and only the script sends it',
  async (pattern, address, title, label, button) => {
    fakeService().reply(readAccess, { step: 'email' });
    await openPrerendered(pattern, address);
    expect(screen.getByRole('heading', { level: 1, name: title })).not.toBeNull();
    expect(isDisabled(button)).toBe(true);
    expect(field(label).form?.method).toBe('post');
    expect(document.body.innerHTML).not.toMatch(/t0ken|For Rosa|%2F/);
    const before = field(label);
    before.focus();
    type(label, 'K7QXM');
    startScript();
    await waitFor(() => expect(isDisabled(button)).toBe(false));
    expect(field(label)).toBe(before);
    expect(before.value).toBe('K7QXM');
    expect(document.activeElement).toBe(before);
  },
);

test.each(pages)(
  '%s keeps text typed before the script, even if a translation or a password manager changed the page',
  async (pattern, address, _title, label, button) => {
    fakeService().reply(readAccess, { step: 'email' });
    await openPrerendered(pattern, address);
    const before = field(label);
    type(label, 'K7QXM');
    before.parentElement?.insertBefore(document.createElement('div'), before);
    const title = screen.getByRole('heading', { level: 1 });
    title.innerHTML = `<font><font>${title.textContent}</font></font>`;
    startScript();
    await waitFor(() => expect(isDisabled(button)).toBe(false));
    await waitFor(() => expect(field(label).value).toBe('K7QXM'));
    expect(field(label)).not.toBe(before);
    expect(faults.splice(0)).not.toEqual([]);
  },
);

test('/sign-up keeps boxes ticked before the script has loaded, even if a translation changed the page', async () => {
  await openPrerendered('/sign-up', '/sign-up');
  const box = () => screen.getAllByRole<HTMLInputElement>('checkbox')[0];
  const before = box();
  before?.click();
  const text = screen.getByText(/Your vaults belong to your account/).firstChild as Text;
  text.replaceWith(Object.assign(document.createElement('font'), { textContent: text.data }));
  startScript();
  await waitFor(() => expect(isDisabled('Create account')).toBe(false));
  await waitFor(() => expect(box()).not.toBe(before));
  await waitFor(() => expect(box()?.checked).toBe(true));
  expect(faults.splice(0)).not.toEqual([]);
});

test('a code typed early is the one that is sent', async () => {
  fakeService().reply(verifyExecutor, summary);
  await openPrerendered('/executor-access', '/executor-access');
  type('Access code', '7Q4M9-TXZ2K-A1B2C-D3E4F');
  startScript();
  await waitFor(() => expect(isDisabled('Verify Access')).toBe(false));
  fireEvent.click(screen.getByRole('button', { name: 'Verify Access' }));
  await screen.findByRole('heading', { level: 2, name: 'For Rosa' });
  expect(fakeService().received(verifyExecutor)[0]?.body).toEqual({ accessCode: '7Q4M9-TXZ2K-A1B2C-D3E4F' });
});

test('an address and a password typed or filled in early are the ones that are sent', async () => {
  const left = watchLeaving();
  fakeService().refuse(signIn, 'wrong-credentials');
  await openPrerendered('/sign-in', '/sign-in?next=%2Faccount');
  type('Email', 'ada@example.com');
  type('Password', 'a quiet lake in winter');
  startScript();
  await waitFor(() => expect(isDisabled('Log In')).toBe(false));
  fireEvent.click(screen.getByRole('button', { name: 'Log In' }));
  await screen.findByText('The email address or the password is wrong.');
  expect(fakeService().received(signIn)[0]?.body).toEqual({
    email: 'ada@example.com',
    password: 'a quiet lake in winter',
    next: '/account',
  });
  expect(left).toEqual([]);
});

test('a sign-up on a page rendered before its address was known continues to the destination', async () => {
  fakeService().reply(signUp, { email: 'ada@example.com' });
  await openPrerendered('/sign-up', '/sign-up?next=%2Fcreate-vault%3Fpromo%3Dfreetrial');
  type('Email', 'ada@example.com');
  startScript();
  await waitFor(() => expect(isDisabled('Create account')).toBe(false));
  fill('First name', 'Ada');
  fill('Last name', 'Lindqvist');
  fill('Password', 'a quiet lake in winter');
  for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() =>
    expect(fakeService().received(signUp)[0]?.body).toMatchObject({
      email: 'ada@example.com',
      next: '/create-vault?promo=freetrial',
    }),
  );
});

test('an address entered before the service reported this browser’s step still proves it', async () => {
  const service = fakeService();
  service.reply(readAccess, { step: 'questions', questions: ['Where?'] });
  const letGo = service.hold(readAccess);
  service.reply(verifyAccessEmail, { questions: ['Where?'] });
  await openPrerendered('/vault-access/:token', '/vault-access/t0ken');
  type('Your email address', 'rosa@example.com');
  startScript();
  await waitFor(() => expect(isDisabled('Verify Email')).toBe(false));
  fireEvent.click(screen.getByRole('button', { name: 'Verify Email' }));
  await waitFor(() => expect(service.received(verifyAccessEmail)).toHaveLength(1));
  letGo();
  const title = await screen.findByRole('heading', { level: 1, name: /chosen for you/ });
  await waitFor(() => expect(document.activeElement).toBe(title));
});
