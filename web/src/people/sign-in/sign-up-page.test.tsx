// Creating an account: each rule at its field, weak passwords rejected before sending, and the page about the letter.
import { signUp } from '@remembrance/contract/sign-in.ts';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { alerts, descriptionOf, fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { browserZone } from '../../lib/browser/time-zone.ts';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Create account' }));
const adult = 'I am at least 18 years old';
const terms = /^I have read and accept/;

async function fillIn(user: UserEvent, changes: Record<string, string> = {}): Promise<void> {
  await heading('Create your account');
  const texts = {
    'First name': 'Zoë',
    'Last name': 'Ní Bhriain 🌿',
    Email: 'zoe@example.com',
    Password: 'a quiet lake in winter',
    ...changes,
  };
  for (const [label, text] of Object.entries(texts)) {
    await user.clear(field(label));
    if (text !== '') await user.type(field(label), text);
  }
  if (!field(adult).checked) await user.click(field(adult));
  const accept = screen.getByLabelText<HTMLInputElement>(terms);
  if (!accept.checked) await user.click(accept);
}

test('an empty sign-up reports each rule at its field and sends nothing', async () => {
  const { user } = openScreen('/sign-up');
  await heading('Create your account');
  await submit(user);
  await shows('First name is required');
  const said = ['First name', 'Last name', 'Email', 'Password', adult].map((label) => descriptionOf(field(label)));
  expect(said).toEqual([
    'First name is required',
    'Last name is required',
    'Valid email is required',
    expect.stringMatching(/^Please choose a password of at least 12 characters At least 12/),
    'You must be at least 18 years old',
  ]);
  expect(descriptionOf(screen.getByLabelText(terms))).toBe('Please accept the Terms of Service and Privacy Policy');
  expect(document.activeElement).toBe(field('First name'));
  expect(fakeService().received(signUp)).toEqual([]);
});

test('a browser that keeps no cookies says so before an account is made that it cannot confirm', {
  tags: 'long',
}, async () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  const { user } = openScreen('/sign-up');
  await fillIn(user);
  await submit(user);
  await alerts(
    'This browser does not keep cookies, which this page needs. Please allow them, or open this page in another',
  );
  expect(fakeService().received(signUp)).toEqual([]);
  vi.restoreAllMocks();
});

test('several form errors are counted aloud, even on the second click, and a single one is not', {
  tags: 'long',
}, async () => {
  const { user } = openScreen('/sign-up');
  await heading('Create your account');
  const said = () => field('First name').form?.querySelector('[role="status"]')?.textContent;
  await submit(user);
  await waitFor(() => expect(said()).toBe('6 fields need your attention.'));
  await fillIn(user, { 'First name': '', Email: 'nobody' });
  await submit(user);
  await waitFor(() => expect(said()).toBe('2 fields need your attention.'));
  await fillIn(user, { 'First name': '' });
  await submit(user);
  await waitFor(() => expect(said()).toBe(''));
});

test.each([
  ['First name', 'see www.example.com', 'Please write the name without a web or email address'],
  ['Last name', 'x'.repeat(256), 'Please use at most 255 characters'],
  ['Email', 'zoe@example', 'Valid email is required'],
  ['Email', 'zoë@example.com', 'We cannot write to an address with “ë” before the @'],
  ['Password', 'eleven char', 'at least 12 characters'],
  ['Password', 'é'.repeat(37), 'at most 72 characters (accented letters and emoji count for more than one)'],
  ['Password', 'password2025', 'Many people use this password'],
  ['Password', 'z0elle likes the sea', 'This contains your name'],
  ['Password', 'remembrance and lakes', 'the name of this service'],
])('%s “%.20s” is refused at its field before it is sent', async (label, text, words) => {
  const { user } = openScreen('/sign-up');
  await fillIn(user, { 'First name': 'Zoelle', [label]: '' });
  await user.click(field(label));
  await user.paste(text);
  await submit(user);
  await waitFor(() => expect(field(label).getAttribute('aria-invalid')).toBe('true'));
  expect(descriptionOf(field(label))).toContain(words);
  await waitFor(() => expect(document.activeElement).toBe(field(label)));
  expect(fakeService().received(signUp)).toEqual([]);
});

test('a sign-up leads to its letter and passes on the destination, but not the password', async () => {
  const service = fakeService();
  service.reply(signUp, { email: 'zoe@example.com' });
  const { user } = openScreen('/sign-up?plan=basic_subscription');
  await fillIn(user);
  await submit(user);
  await heading('Check your mail');
  await shows('an email to zoe@example.com');
  const next = '/create-vault?plan=basic_subscription';
  expect(service.received(signUp)[0]?.body).toEqual({
    name: 'Zoë',
    lastName: 'Ní Bhriain 🌿',
    email: 'zoe@example.com',
    password: 'a quiet lake in winter',
    isAdult: true,
    termsAccepted: true,
    timeZone: browserZone(),
    next,
  });
  expect(window.location.search).toBe(`?next=${encodeURIComponent(next)}`);
  const typed = {
    name: 'Zoë',
    lastName: 'Ní Bhriain 🌿',
    email: 'zoe@example.com',
    isAdult: true,
    termsAccepted: true,
  };
  expect(window.history.state).toEqual(typed);
});

test('a mistyped address is corrected with everything else still typed, except the password', async () => {
  const service = fakeService();
  service.reply(signUp, { email: 'zoe@exmaple.org' });
  const { user } = openScreen('/sign-up?next=%2Faccount');
  await fillIn(user, { Email: 'zoe@exmaple.org' });
  await submit(user);
  await heading('Check your mail');
  await user.click(screen.getByRole('button', { name: 'Correct it' }));
  await heading('Create your account');
  expect(document.activeElement).toBe(field('Email'));
  expect(['First name', 'Last name', 'Email', 'Password'].map((label) => field(label).value)).toEqual([
    ...['Zoë', 'Ní Bhriain 🌿', 'zoe@exmaple.org', ''],
  ]);
  expect([field(adult).checked, screen.getByLabelText<HTMLInputElement>(terms).checked]).toEqual([true, true]);
  await user.clear(field('Email'));
  await user.type(field('Email'), 'zoe@example.org');
  await user.type(field('Password'), 'a quiet lake in winter');
  await submit(user);
  await heading('Check your mail');
  expect(service.received(signUp)[1]?.body).toMatchObject({ name: 'Zoë', email: 'zoe@example.org', next: '/account' });
});

test('going back to the sign-up shows what was typed, except the password', async () => {
  fakeService().reply(signUp, { email: 'zoe@example.com' });
  const { user } = openScreen('/sign-up');
  await fillIn(user);
  await submit(user);
  await heading('Check your mail');
  window.history.back();
  await heading('Create your account');
  expect([field('First name').value, field('Email').value, field('Password').value]).toEqual([
    ...['Zoë', 'zoe@example.com', ''],
  ]);
});

test('a near miss of a well-known domain is asked about before the account is created', async () => {
  fakeService().reply(signUp, { email: 'zoe@gmail.com' });
  const { user } = openScreen('/sign-up');
  await fillIn(user, { Email: 'zoe@gmial.com' });
  await submit(user);
  await user.click(screen.getByRole('button', { name: 'Use this address' }));
  expect(fakeService().received(signUp)).toEqual([]);
  await submit(user);
  await heading('Check your mail');
  expect(fakeService().received(signUp)[0]?.body).toMatchObject({ email: 'zoe@gmail.com' });
});

test('a sign-up that is refused or gets no response loses nothing and can be sent again', async () => {
  const service = fakeService();
  service.refuse(signUp, 'busy');
  const { user } = openScreen('/sign-up');
  await fillIn(user);
  await submit(user);
  await alerts('Many people are using the service right now. Nothing is lost.');
  service.disconnect(signUp);
  await submit(user);
  await alerts('The service could not be reached.');
  service.refuse(signUp, 'invalid-input', { fields: { email: 'Please use at most 255 characters' } });
  await submit(user);
  await waitFor(() => expect(descriptionOf(field('Email'))).toBe('Please use at most 255 characters'));
  expect(field('Password').value).toBe('a quiet lake in winter');
  service.reply(signUp, { email: 'zoe@example.com' });
  await submit(user);
  await heading('Check your mail');
  expect(service.received(signUp)).toHaveLength(4);
});

test('the terms open in a new tab, so that nothing typed is lost', async () => {
  openScreen('/sign-up?next=%2Faccount');
  await heading('Create your account');
  for (const name of [/^Terms of Service.*opens in a new tab/, /^Privacy Policy.*opens in a new tab/])
    expect(screen.getByRole('link', { name })).toHaveProperty('target', '_blank');
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/sign-in?next=%2Faccount');
});
