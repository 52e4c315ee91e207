// The checkpoints page: what they prove, the newest ones, and how to check one.
import { type Checkpoint, listCheckpoints } from '@remembrance/contract/transparency.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageText, readyButton } from '../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../testing/open-screen.tsx';

const checkpoint = (position: number): Checkpoint => ({
  position,
  at: `2026-11-2${position}T00:10:00.000Z`,
  vaults: 12,
  digest: `${position}`.repeat(64),

  publicKey: 'MCowBQYDK2VwAyEA',
  signature: 'c2lnbmF0dXJl',
  text: 'Remembrance checkpoint',
});
const asVisitor = async () => {
  const opened = openScreen('/transparency');
  await heading('Transparency');
  return opened;
};

test('the newest checkpoints show their position, date, digest, number of vaults, signature and key', async () => {
  fakeService().reply(listCheckpoints, { checkpoints: [9, 8, 7, 6, 5, 4, 3, 2, 1].map(checkpoint), next: null });
  await asVisitor();
  await shows('Checkpoint at position 9');
  const items = within(screen.getByRole('region', { name: 'The newest checkpoints' })).getAllByRole('listitem');
  expect(items).toHaveLength(7);
  expect(items[0]?.textContent).toMatch(
    /^Checkpoint at position 9\w+day, November 2\d, 2026 at .*Digest9{64}Vaults12Signaturec2lnbmF0dXJlPublic keyMCowBQYDK2VwAyEA$/,
  );
  expect(pageText()).toContain('Keep a copy of a checkpoint.');
  expect(pageText()).toContain('curl -s https://remembrance.example/api/transparency');
});

test('the page says so if there is no checkpoint yet, or if they cannot be loaded', async () => {
  const service = fakeService();
  service.disconnect(listCheckpoints);
  const { user } = await asVisitor();
  await shows('The service could not be reached.');
  service.reply(listCheckpoints, { checkpoints: [], next: null });
  await user.click(await readyButton('Try again'));
  await shows('There are no checkpoints yet. The first will appear within a day.');
});
