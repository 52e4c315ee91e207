// A lost code or link is requested with one address. The page shows the same for every address, and every dead end leads to it.
import { sendAgain } from '@remembrance/contract/send-again.ts';
import { readAccess } from '@remembrance/contract/vault-access.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill, pageText, pressTwice, readyButton, saidAt } from '../../../testing/on-screen.ts';
import { fakeService, heading, openScreen, sentTo, shows } from '../../../testing/open-screen.tsx';

const label = 'Your email address';

test('a lost code is sent again to the address, once, and the page does not reveal whether a vault names it', async () => {
  fakeService().reply(sendAgain, { email: 'edda@example.com' });
  const { user } = openScreen('/send-again');
  await heading('We can send it again');
  await user.click(await readyButton('Send it again'));
  expect(saidAt(label)).toContain('Valid email is required');
  fill(label, ' Edda Moreau <edda@example.com> ');
  pressTwice(await readyButton('Send it again'));
  const title = await heading('Check your mail');
  await shows('If a vault names edda@example.com, an email is on its way there');
  expect(document.activeElement).toBe(title);
  expect(sentTo(sendAgain)).toEqual([{ email: 'edda@example.com' }]);
  await user.click(screen.getByRole('button', { name: 'Use another address' }));
  expect(document.activeElement).toBe(await heading('We can send it again'));
});

test('a request that failed offline keeps the address and can be sent again', async () => {
  const service = fakeService();
  service.disconnect(sendAgain);
  const { user } = openScreen('/send-again');
  await heading('We can send it again');
  fill(label, 'edda@example.com');
  await user.click(await readyButton('Send it again'));
  await shows('The service could not be reached.');
  service.reply(sendAgain, { email: 'edda@example.com' });
  await user.click(await readyButton('Send it again'));
  await heading('Check your mail');
});

test.each([
  ['/executor-access', 'Executor Access', 'I cannot find my code'],
  ['/executor-guide', 'A guide for executors', 'We send it again'],
  ['/help', 'Help', 'I have lost the email'],
  ['/sign-in', 'Welcome back', 'I cannot find my code, or the email with my link'],
])('%s leads to the page for lost codes', async (address, title, name) => {
  openScreen(address);
  await heading(title);
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/send-again');
});

test('a link that is unknown or has expired leads to the page for lost codes', async () => {
  const service = fakeService();
  service.refuse(readAccess, 'link-not-found');
  openScreen('/vault-access/tok');
  await heading('Link not found');
  expect(screen.getByRole('link', { name: 'Send me a new link' }).getAttribute('href')).toBe('/send-again');
});

test('no page tells an executor or a recipient who lost something only to write to us', async () => {
  openScreen('/executor-guide');
  await heading('A guide for executors');
  expect(pageText()).not.toContain('If they no longer can, write to us');
});
