// The executor's page for a test, opened with a vault's code.
import { type VaultSummary, verifyExecutor } from '@remembrance/contract/release.ts';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fill, readyButton } from './on-screen.ts';
import { fakeService, heading, type OpenScreen, openScreen } from './open-screen.tsx';
import { letterToRosa } from './samples.ts';

export const code = '7Q4M9-TXZ2K-A1B2C-D3E4F';
export const summary: VaultSummary = {
  id: letterToRosa.id,
  title: 'For Rosa',
  createdAt: '2026-03-01T10:00:00.000Z',
  status: 'active',

  releasedAt: null,
  recipientName: 'Rosa Lindqvist',
  recipientEmail: 'rosa@example.com',
  note: '',
  ownerName: 'Ada Lindqvist',
  wasOwnerHere: false,
};

export const openExecutorPage = (query = ''): OpenScreen => openScreen(`/executor-access${query}`);

export async function enterCode(user: UserEvent, typed = code): Promise<void> {
  await heading('Executor Access');
  fill('Access code', typed);
  await user.click(await readyButton('Verify Access'));
}

/** Enters the code that opens this vault. */
export async function openVault(changes: Partial<VaultSummary> = {}): Promise<OpenScreen> {
  fakeService().reply(verifyExecutor, { ...summary, ...changes });
  const opened = openExecutorPage();
  await enterCode(opened.user);
  await screen.findByRole('heading', { level: 2 });
  return opened;
}
