// The executor's page of a vault whose owner chose a wait or a second executor, and the page behind the link that stops a release.
import { objectToRelease, type ReleaseChoice, releaseVault } from '@remembrance/contract/release.ts';
import { showStoppableRelease, stopRelease } from '@remembrance/contract/release-requests.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { code, openVault, summary } from '../../../testing/executor-page.ts';
import { pageText, readyButton } from '../../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';

const dueAt = '2026-04-09T14:30:00.000Z';
const asked: NonNullable<ReleaseChoice['request']> = {
  state: 'asked',
  askedBy: 'Edda Moreau',
  isMine: false,
  askedAt: '2026-04-02T14:30:00.000Z',
  agreedBy: null,
  dueAt,
  endedAt: null,
  endedBy: null,
  reason: '',
};
const wait: ReleaseChoice = { waitHours: 168, mustAgree: false, request: null };
const agreement: ReleaseChoice = { waitHours: 0, mustAgree: true, request: null };

test('a press on a vault with a wait is confirmed with what follows, sent once, and then the page shows the date', async () => {
  const service = fakeService();
  const { user } = await openVault({ release: wait });
  await shows('After your press, the vault waits 7 days.');
  service.reply(releaseVault, {
    vaultId: summary.id,
    release: { ...wait, request: { ...asked, state: 'waiting', isMine: true } },
  });
  await user.click(await readyButton('Release Vault'));
  const dialog = await screen.findByRole('dialog', { name: 'Release this vault?' });
  expect(dialog.textContent).toContain('The wait begins. Ada Lindqvist gets an email at once and can stop it.');
  expect(dialog.textContent).not.toContain('cannot undo');
  await user.click(within(dialog).getByRole('button', { name: 'Release Vault' }));
  await screen.findByText(/^It will be released on Thursday, April 9, 2026/);
  await readyButton('Withdraw my request');
  expect(screen.queryByRole('button', { name: 'Release Vault' })).toBeNull();
  expect(service.received(releaseVault)).toMatchObject([{ body: { accessCode: code } }]);
});

test('the second executor sees who asked, and an objection is sent with its reason', async () => {
  const service = fakeService();
  const { user } = await openVault({ release: { ...agreement, request: asked } });
  await shows('Do you agree to the release?');
  expect(pageText()).toContain('Edda Moreau asked on');
  await readyButton('Release Vault');
  await user.click(await readyButton('I object'));
  const dialog = await screen.findByRole('dialog', { name: 'Do you object?' });
  await user.type(within(dialog).getByLabelText(/^Why/), 'I saw her.');
  const ended = { ...asked, state: 'objected' as const, endedAt: dueAt, endedBy: 'Otto Berg', reason: 'I saw her.' };
  service.reply(objectToRelease, { release: { ...agreement, request: ended } });
  await user.click(within(dialog).getByRole('button', { name: 'I object' }));
  await screen.findByText(/^The request ended on/);
  await waitFor(() => expect(pageText()).toContain('I saw her.'));
  expect(service.received(objectToRelease)).toMatchObject([{ body: { accessCode: code, reason: 'I saw her.' } }]);
});

test.each([
  ['stopped', /^The release was stopped on/, 'Ada Lindqvist has stopped the release.'],
  ['lapsed', /^The request ended on/, 'Nobody agreed in time.'],
  ['ended', /^The request ended on/, 'has changed since.'],
] as const)('a request that has %s says why, and can be made again', async (state, title, words) => {
  await openVault({ release: { ...wait, request: { ...asked, state, endedAt: dueAt } } });
  await screen.findByText(title);
  expect(pageText()).toContain(words);
  await readyButton('Release Vault');
});

test('who releases at once after a request that ended is asked, but has nobody to agree with', async () => {
  const ended = { ...asked, state: 'objected' as const, endedAt: dueAt };
  const { user } = await openVault({ release: { waitHours: 0, mustAgree: false, request: ended } });
  await user.click(await readyButton('Release Vault'));
  const dialog = await screen.findByRole('dialog', { name: 'Release this vault?' });
  expect(dialog.textContent).toContain('An email with a link to the vault goes to Rosa Lindqvist at once.');
  expect(dialog.textContent).not.toContain('You agree');
});

test('SILENCE-4: an executor sees that the owner has not answered, and can object', async () => {
  await openVault({ release: { ...wait, request: { ...asked, state: 'waiting', askedBy: null } } });
  await screen.findByText(/^It will be released on/);
  expect(pageText()).toContain('The owner did not answer us, and chose that the wait then begins.');
  await readyButton('I object');
  expect(screen.queryByRole('button', { name: 'Release Vault' })).toBeNull();
});

test('SILENCE-4: the link that stops it says that nobody asked', async () => {
  fakeService().reply(showStoppableRelease, { ...stoppable, askedBy: null });
  await openScreen('/stop-release#t0ken');
  await readyButton('Stop this release');
  expect(pageText()).toContain('You did not answer us, and you chose that your vault “For Rosa” is then released');
});

const stoppable = {
  state: 'waiting',
  vaultTitle: 'For Rosa',
  recipientName: 'Rosa Lindqvist',
  askedBy: 'Edda Moreau',
  dueAt,
  endedAt: null,
} as const;

test('WAIT-3: opening the link that stops a release changes nothing; one press stops it', async () => {
  const service = fakeService();
  service.reply(showStoppableRelease, stoppable);
  const { user } = await openScreen('/stop-release#t0ken');
  await readyButton('Stop this release');
  expect(pageText()).toContain('It is released on Thursday, April 9, 2026');
  expect(service.received(stopRelease)).toEqual([]);
  service.reply(stopRelease, { ...stoppable, state: 'stopped', endedAt: dueAt });
  await user.click(await readyButton('Stop this release'));
  expect(await heading('The release is stopped')).toBe(document.activeElement);
  expect(service.received(stopRelease).map(({ body }) => body)).toEqual([{ token: 't0ken' }]);
});

test.each([
  ['released', 'It was released already'],
  ['stopped', 'The release is stopped'],
  ['lapsed', 'There is nothing to stop'],
] as const)('the link explains itself after the release was %s', async (state, title) => {
  fakeService().reply(showStoppableRelease, { ...stoppable, state, endedAt: dueAt });
  await openScreen('/stop-release#t0ken');
  await heading(title);
  expect(screen.queryByRole('button', { name: 'Stop this release' })).toBeNull();
});

test('an unknown link and a service that cannot be reached say what to do next', async () => {
  const service = fakeService();
  service.refuse(showStoppableRelease, 'stop-link-unknown');
  await openScreen('/stop-release#t0ken');
  await heading('Link not found');
});
