// The first sign-in through the OpenID provider, and the page that explains a failed one.
import { finishFirstVisit, getFirstVisit, signInTroubles } from '@remembrance/contract/openid.ts';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { pressTwice } from '../../../testing/on-screen.ts';
import { alerts, descriptionOf, fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada } from '../../../testing/samples.ts';
import { watchLeaving } from '../../../testing/watch-leaving.ts';
import { browserZone } from '../../lib/browser/time-zone.ts';

const visit = { email: 'nora@example.com', firstName: 'Nora', lastName: '' };
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Create account' }));

async function openWelcome() {
  const service = fakeService();
  service.reply(getFirstVisit, visit);
  const { user } = openScreen('/welcome');
  await heading('Welcome');
  await shows('You are signed in as nora@example.com. Please answer two questions before you start.');
  return { service, user };
}

async function consent(user: UserEvent): Promise<void> {
  await user.type(field('Last name'), 'Vale');
  await user.click(field('I am at least 18 years old'));
  await user.click(field(/^I have read and accept/));
}

test('a first visit asks for the missing name, the age and the terms, and continues to the destination', async () => {
  const left = watchLeaving();
  const { service, user } = await openWelcome();
  expect(field('First name').value).toBe('Nora');
  await submit(user);
  await waitFor(() => expect(descriptionOf(field('Last name'))).toBe('Last name is required'));
  expect(document.activeElement).toBe(field('Last name'));
  await shows('You must be at least 18 years old');
  await shows('Please accept the Terms of Service and Privacy Policy');
  expect(service.received(finishFirstVisit)).toEqual([]);
  await consent(user);
  service.reply(finishFirstVisit, { user: ada, next: '/create-vault?plan=x' });
  pressTwice(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(left).toEqual(['replaced by /create-vault?plan=x']));
  expect(service.received(finishFirstVisit).map(({ body }) => body)).toEqual([
    { firstName: 'Nora', lastName: 'Vale', isAdult: true, termsAccepted: true, timeZone: browserZone() },
  ]);
});

test.each([
  ['second-step-needed', 'Please enter the code', 'Enter the code', '/second-step'],
  ['first-visit-over', 'This took too long. Please sign in again.', 'Log In', '/api/login?start=sign-in'],
  ['account-not-linked', 'confirmed in the meantime. Please sign in again.', 'Log In', '/api/login?start=sign-in'],
  ['account-suspended', 'This account is suspended. Please write to us', 'Support', 'mailto:support@example.org'],
] as const)('a first visit refused as %s has a next step', async (code, words, name, href) => {
  const { service, user } = await openWelcome();
  await consent(user);
  service.refuse(finishFirstVisit, code);
  await submit(user);
  await alerts(words);
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
  expect(field('Last name').value).toBe('Vale');
});

test('an expired visit leads to a new sign-in', async () => {
  fakeService().refuse(getFirstVisit, 'first-visit-over');
  openScreen('/welcome');
  await heading('Please start again');
  await shows('This took too long. Please sign in again.');
  expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/api/login?start=sign-in');
});

test('a lost connection does not send a first visit back to the start', async () => {
  const service = fakeService();
  service.disconnect(getFirstVisit);
  const { user } = openScreen('/welcome');
  await heading('This page could not be shown');
  service.reply(getFirstVisit, visit);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Welcome');
});

test.each(signInTroubles)('a sign-in that ended with %s is explained with a next step', async (reason) => {
  openScreen(`/sign-in-trouble?reason=${reason}&next=%2Faccount`);
  const title = await screen.findByRole('heading', { level: 1 });
  expect(title.textContent).not.toBe('');
  const main = screen.getByRole('main');
  expect(main.textContent?.length).toBeGreaterThan(80);
  const link = main.querySelector('a');
  expect([link?.textContent, link?.getAttribute('href')]).toEqual(['Try again', '/api/login?next=%2Faccount']);
});

test.each(['', '?reason=constructor', '?reason=__proto__', '?reason=%3Cb%3E'])(
  'an unknown reason (%s) asks to start again',
  async (query) => {
    openScreen(`/sign-in-trouble${query}`);
    await heading('Please start again');
    await shows('This sign-in took too long, or was started in another browser.');
    expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/api/login');
  },
);
