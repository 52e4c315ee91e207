// The dashboard: who it greets, what it shows of each vault, and its loading and failed states.
import { listVaults } from '@remembrance/contract/vaults.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeService, heading, openScreen, shows } from '../../testing/open-screen.tsx';
import { ada, letterToRosa } from '../../testing/samples.ts';

test('SCR-25: the dashboard names its owner by initials or a plain word', async () => {
  fakeService().reply(listVaults, []);
  openScreen('/', { signedIn: ada });
  await heading('Welcome back, Ada');
  const header = screen.getByRole('banner');
  expect(header.textContent).toContain('AO');
  expect(header.textContent).toContain('ada@example.com');
  await shows('Create Your First Vault');
});

test('SCR-25: an owner without a name is greeted without one', async () => {
  fakeService().reply(listVaults, []);
  openScreen('/', { signedIn: { ...ada, firstName: null, lastName: null } });
  await heading('Welcome back');
  expect(screen.getByRole('banner').textContent).toContain('User');
});

test('SCR-26: loading vaults is announced', async () => {
  const service = fakeService();
  service.reply(listVaults, [letterToRosa]);
  const letGo = service.hold(listVaults);
  openScreen('/', { signedIn: ada });
  await shows('Loading your vaults');
  letGo();
  await shows('For: Rosa Lindqvist');
  expect(document.body.textContent).not.toContain('Loading your vaults');
});

test('SCR-26: vaults that could not be loaded can be loaded again', async () => {
  const service = fakeService();
  service.disconnect(listVaults);
  const { user } = openScreen('/', { signedIn: ada });
  await shows('Your vaults could not be shown');
  service.reply(listVaults, [letterToRosa]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await shows('For: Rosa Lindqvist');
  expect(service.received(listVaults)).toHaveLength(2);
});
