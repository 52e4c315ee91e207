// The check-in page: it is off at first, sends one choice, keeps a pause that was not touched, and shows a refusal.
import { type CheckIn, chooseCheckIn, getCheckIn } from '@remembrance/contract/check-in.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageText } from '../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../testing/open-screen.tsx';
import { ada } from '../../testing/samples.ts';

const off: CheckIn = {
  months: null,
  nextAt: null,
  pausedUntil: null,
  openSince: null,
  silentAt: null,
  yearly: false,
  vaults: [
    { id: 'v1', title: 'For Rosa', executors: 1, asks: false, releases: false, canRelease: false },
    { id: 'v2', title: 'For Emil', executors: 0, asks: false, releases: false, canRelease: false },
  ],
};

async function open(checkIn: CheckIn) {
  const service = fakeService();
  service.reply(getCheckIn, checkIn);
  const { user } = openScreen('/check-in', { signedIn: ada });
  await heading('Check-in');
  await screen.findByLabelText('When should we ask whether you are well?');
  return { service, user };
}
const often = () => screen.getByLabelText<HTMLSelectElement>('When should we ask whether you are well?');
const save = () => screen.getByRole('button', { name: 'Save the check-in' });

test('it is off at first, and one save sends how often, the vaults and the yearly emails', async () => {
  const { service, user } = await open(off);
  expect(pageText()).toContain('The check-in is off. We ask nobody.');
  expect(screen.queryByText('If I do not answer')).toBeNull();
  await user.selectOptions(often(), '3');
  expect(pageText()).toContain('nothing follows if you do not answer');
  expect(pageText()).toContain('This vault has no executor yet.');
  await user.click(screen.getByLabelText('Ask the executors of “For Rosa”'));
  await user.click(screen.getByLabelText('Once a year, ask everybody'));
  const nextAt = '2027-03-04T09:30:00.000Z';
  service.reply(chooseCheckIn, { ...off, months: 3, nextAt, yearly: true });
  await user.click(save());
  await shows('Your choice is saved.');
  expect(service.received(chooseCheckIn).map(({ body }) => body)).toEqual([
    { months: 3, pausedUntil: null, vaultIds: ['v1'], releaseIds: [], yearly: true },
  ]);
  expect(pageText()).toContain('We ask on March 4, 2027 at the earliest');
});

test('a pause that was not touched is sent as it was, and another day begins in the zone of the viewer', async () => {
  const pausedUntil = '2027-03-04T09:30:00.000Z';
  const { service, user } = await open({ ...off, months: 1, pausedUntil });
  service.reply(chooseCheckIn, { ...off, months: 1, pausedUntil });
  expect(pageText()).toContain('You are not asked before March 4, 2027.');
  await user.click(save());
  await shows('Your choice is saved.');
  const day = screen.getByLabelText<HTMLInputElement>(/^Do not ask me before/);
  expect(day.value).toBe('2027-03-04');
  fireEvent.change(day, { target: { value: '2027-05-01' } });
  await user.click(save());
  await waitFor(() => expect(service.received(chooseCheckIn)).toHaveLength(2));
  expect(service.received(chooseCheckIn).map(({ body }) => (body as { pausedUntil: string }).pausedUntil)).toEqual([
    pausedUntil,
    new Date('2027-05-01T00:00').toISOString(),
  ]);
});

test('a refusal is shown, and a round that is open says that it is over', async () => {
  const { service, user } = await open({ ...off, months: 1, openSince: '2027-03-04T09:30:00.000Z' });
  expect(pageText()).toContain('We have been asking you since March 4, 2027.');
  service.refuse(chooseCheckIn, 'pause-not-possible');
  await user.click(save());
  await shows('at most twelve months from now');
});

test('SILENCE-2: a vault with a long wait can be released by itself, which also asks; a shorter one names where to choose it', async () => {
  const [v1, v2] = off.vaults;
  if (!v1 || !v2) throw new Error('there are two vaults');
  const vaults = [{ ...v1, canRelease: true }, v2];
  const { service, user } = await open({ ...off, months: 3, vaults });
  const asks = screen.getByLabelText<HTMLInputElement>('Ask the executors of “For Rosa”');
  const releases = screen.getByLabelText<HTMLInputElement>('Release “For Rosa” by itself after its wait, instead');
  expect([asks.checked, releases.checked]).toEqual([false, false]);
  await user.click(releases);
  expect([asks.checked, releases.checked]).toEqual([true, true]);
  await user.click(asks);
  expect([asks.checked, releases.checked]).toEqual([false, false]);
  await user.click(releases);
  expect(screen.queryByRole('link', { name: 'Choose the wait' })).toBeNull();
  await user.click(screen.getByLabelText('Ask the executors of “For Emil”'));
  expect(screen.getByRole('link', { name: 'Choose the wait' }).getAttribute('href')).toBe('/vault/v2/before-release');
  service.refuse(chooseCheckIn, 'long-wait-needed');
  await user.click(save());
  await shows('Only a vault that waits 14 days or more');
  expect(service.received(chooseCheckIn).map(({ body }) => body)).toMatchObject([
    { vaultIds: ['v1', 'v2'], releaseIds: ['v1'] },
  ]);
});
