// A correction of the recipient's address on the owner's page: until when it can be stopped, the button, and what became of it.
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { stopCorrectionOfVault } from '@remembrance/contract/follow-up.ts';
import type { Correction } from '@remembrance/contract/vault-parts.ts';
import { getVault, type Vault } from '@remembrance/contract/vaults.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageText } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, sentTo, shows } from '../../../testing/open-screen.tsx';
import { ada, ben, letterToRosa } from '../../../testing/samples.ts';

const dueAt = '2026-04-13T14:30:00.000Z';
const corrected = (state: Correction['state'], isProven = false): Vault => ({
  ...letterToRosa,
  status: 'released',
  releasedAt: '2026-04-02T14:30:00.000Z',
  codes: [],
  isProven,
  correction: { state, email: 'rosa@new.example', dueAt },
});

async function open(vault: Vault) {
  fakeService().reply(listFiles, []);
  fakeService().reply(listExecutors, [ben]);
  fakeService().reply(getVault, vault);
  const opened = openScreen(`/vault/${letterToRosa.id}`, { signedIn: ada });
  await heading(letterToRosa.title);
  return opened;
}

test('the owner reads when a correction takes effect, and stops it', async () => {
  const { user } = await open(corrected('waiting'));
  await shows('We write to another address on Monday, April 13, 2026 at 12:00 PM GMT-2:30 or soon after');
  expect(pageText()).toContain('should be rosa@new.example');
  fakeService().reply(stopCorrectionOfVault, { stopped: true });
  fakeService().reply(getVault, corrected('stopped'));
  await user.click(screen.getByRole('button', { name: 'Stop the correction' }));
  await announces('Correction Stopped');
  await shows('You stopped a correction of the address');
  expect(sentTo(stopCorrectionOfVault)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Stop the correction' })).toBeNull();
});

test.each([
  ['is shown', false],
  ['is no longer shown once the recipient has proven who they are', true],
])('a correction that was made %s', async (_, isProven) => {
  await open(corrected('made', isProven));
  expect(pageText().includes('An executor corrected the address')).toBe(!isProven);
});
