// Returning to a link: the picture until the service reports the step, and a reload that fails.
import type { AccessState } from '@remembrance/contract/access-state.ts';
import { readAccess, verifyAccessAnswers } from '@remembrance/contract/vault-access.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill, readyButton } from '../../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { openedLetter } from '../../../testing/samples.ts';

const granted: AccessState = { step: 'granted', vault: openedLetter, files: [], everythingUrl: '' };
const asked: AccessState = { step: 'questions', questions: ['Where did we swim'] };

test.each([
  ['an opened letter', granted, openedLetter.id],
  ['the questions', asked, ''],
])('a reload of %s shows no field of the first step while it waits', async (_, state, openedVault) => {
  const service = fakeService();
  service.reply(readAccess, state);
  const letGo = service.hold(readAccess);
  openScreen('/vault-access/tok', { state: { openedVault } });
  await shows('One moment, please.');
  expect(screen.queryByLabelText('Your email address')).toBeNull();
  letGo();
  await heading(state.step === 'granted' ? /You Have a/ : /chosen for you/);
});

test('the tab remembers the step for a reload, without the link or an address', async () => {
  fakeService().reply(readAccess, granted);
  openScreen('/vault-access/tok');
  await heading(/You Have a/);
  expect(window.history.state).toEqual({ openedVault: openedLetter.id });
});

test('a link that is opened again begins at the first step', async () => {
  const service = fakeService();
  service.reply(readAccess, asked);
  const letGo = service.hold(readAccess);
  openScreen('/vault-access/tok');
  await heading('Something was left for you');
  expect(screen.queryByLabelText('Your email address')).not.toBeNull();
  letGo();
  await heading(/chosen for you/);
});

test('a reload that fails after a wrong answer loses nothing that was typed', async () => {
  const service = fakeService();
  service.reply(readAccess, asked);
  service.refuse(verifyAccessAnswers, 'answers-refused');
  const { user } = openScreen('/vault-access/tok');
  await heading(/chosen for you/);
  fill('Where did we swim', 'Lake Como');
  service.disconnect(readAccess);
  await user.click(await readyButton('Submit Answers'));
  await shows('The service could not be reached.');
  expect(screen.getByLabelText<HTMLInputElement>('Where did we swim').value).toBe('Lake Como');
  service.reply(readAccess, { ...asked, triesLeft: { tries: 1, pauseMinutes: 15 } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await shows('1 more try');
  expect(screen.getByLabelText<HTMLInputElement>('Where did we swim').value).toBe('Lake Como');
});
