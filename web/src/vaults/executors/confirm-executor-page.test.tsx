// The page behind "I have it": it sends nothing by itself, confirms on one click, and says so when a link no longer works.
import { confirmExecutor } from '@remembrance/contract/executors.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageText, pressTwice } from '../../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';

const open = () => openScreen('/executor-confirm#a-token-of-its-own');
const confirmations = () => fakeService().received(confirmExecutor);
const button = () => screen.getByRole('button', { name: 'I have it' });

test('EXE-14: the page that confirms a letter sends nothing until its button is pressed, and then sends the token once', async () => {
  fakeService().reply(confirmExecutor, { confirmedAt: '2026-04-02T14:30:00.000Z', ownerName: 'Ada Okafor' });
  open();
  await heading('Do you have the email?');
  expect(confirmations()).toEqual([]);
  pressTwice(button());
  await heading('Thank you');
  expect(pageText()).toContain('Ada Okafor can see that you have the email');
  expect(confirmations().map(({ body }) => body)).toEqual([{ token: 'a-token-of-its-own' }]);
});

test('an expired link and a lost response show what to do next', async () => {
  const service = fakeService();
  service.disconnect(confirmExecutor);
  const { user } = open();
  await heading('Do you have the email?');
  await user.click(button());
  await shows('The service could not be reached.');
  service.refuse(confirmExecutor, 'confirmation-link-unknown');
  await user.click(button());
  await shows('If you have a newer email, please use the link in it.');
});
