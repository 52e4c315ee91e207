// The panel on a vault that was just kept: it is there after the checkout and after a reload, and goes when it is put away.
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { createSubscription } from '@remembrance/contract/payments.ts';
import { listPlans } from '@remembrance/contract/plans.ts';
import { getVault } from '@remembrance/contract/vaults.ts';
import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { isAt, pageText, readyButton } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, ben, letterToRosa, offeredPlans } from '../../../testing/samples.ts';

const kept = 'This vault is kept';
const address = `/vault/${letterToRosa.id}`;
const active = { ...letterToRosa, paymentStatus: 'trial' } as const;

beforeEach(() => {
  const service = fakeService();
  service.reply(listPlans, offeredPlans);
  service.reply(listExecutors, [{ ...ben, codeSentAt: new Date().toISOString() }]);
  service.reply(listFiles, []);
  service.reply(getVault, active);
});

const openVault = async (id = letterToRosa.id) => {
  const opened = openScreen(`/vault/${id}`, { signedIn: ada });
  await heading('For Rosa');
  return opened;
};

test('SCR-650: after the checkout the vault says what was sent, also after a reload, until it is put away', async () => {
  const service = fakeService();
  service.reply(getVault, { ...active, planType: 'basic_subscription', paymentStatus: 'unpaid' });
  service.replyWith(createSubscription, () => {
    service.reply(getVault, active);
    return { status: 'trialing' as const, trial: true };
  });
  const { user } = openScreen(`/checkout/${letterToRosa.id}?promo=freetrial`, { signedIn: ada });
  await user.click(await readyButton('Start Free Trial'));
  await announces('Trial Started');
  await isAt(address);
  await shows(kept);
  await shows('Ben Achterberg was written to on ');
  await shows('Nothing was sent to Rosa Lindqvist.');
  const links = within(screen.getByRole('region', { name: kept })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Billing', '/account/billing'],
    ['See it as Rosa Lindqvist will', `${address}/preview`],
  ]);
  cleanup();
  const again = await openVault();
  await shows(kept);
  await again.user.click(await readyButton('Put this away'));
  expect(pageText()).not.toContain(kept);
  cleanup();
  await openVault();
  await shows('This vault has no files.');
  expect(pageText()).not.toContain(kept);
});

test('SCR-650: a vault kept long ago or already released has no panel, and one kept in another browser has', async () => {
  await openVault();
  await shows(kept);
  cleanup();
  fakeService().reply(listExecutors, [ben]);
  await openVault();
  await shows('This vault has no files.');
  expect(pageText()).not.toContain(kept);
  cleanup();
  localStorage.setItem(`vault-kept:${letterToRosa.id}`, '2026-11-22T12:00:00.000Z');
  fakeService().reply(getVault, { ...active, status: 'released', releasedAt: '2026-11-23T12:00:00.000Z' });
  await openVault();
  await shows('Released on: ');
  expect(pageText()).not.toContain(kept);
});

test('SCR-651: the words for the executor are copied in one press, and stay to be copied by hand where that fails', async () => {
  localStorage.setItem(`vault-kept:${letterToRosa.id}`, '2026-11-22T12:00:00.000Z');
  const { user } = await openVault();
  const copy = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await readyButton('Send these words'));
  await shows('Copied. You can paste it into a message.');
  expect(copy.mock.calls[0]?.[0]).toContain('a vault for Rosa Lindqvist with Remembrance');
  copy.mockRejectedValue(new Error('denied'));
  await user.click(await readyButton('Send these words'));
  await shows('Please select and copy the words above.');
  expect(screen.getByText(/I have made a vault for Rosa Lindqvist/)).toBeDefined();
  copy.mockRestore();
});
