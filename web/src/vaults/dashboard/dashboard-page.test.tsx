// The dashboard: who it greets, what it shows of each vault, and its loading and failed states.
import { listVaults, type VaultListItem } from '@remembrance/contract/vaults.ts';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hrefOf, pageText } from '../../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, letterToRosa } from '../../../testing/samples.ts';

const counters = () =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);

test('the dashboard names its owner by initials or a plain word', { tags: 'long' }, async () => {
  fakeService().reply(listVaults, []);
  openScreen('/', { signedIn: ada });
  await heading('Welcome, Ada');
  const header = screen.getByRole('banner');
  expect(header.textContent).toContain('AO');
  expect(header.textContent).toContain('ada@example.com');
  await shows('Create Your First Vault');
});

test('an unfinished vault of this owner in this browser is mentioned, and no edit and nobody else’s', async () => {
  fakeService().reply(listVaults, []);
  const store = (id: string) => localStorage.setItem(`vault-draft:${id}`, `${Date.now()}:sealed`);
  store('somebody-else:new-1');
  store(`${ada.id}:${letterToRosa.id}`);
  const words = 'You have a vault you have not finished.';
  openScreen('/', { signedIn: ada });
  await heading('Welcome, Ada');
  expect(pageText()).not.toContain(words);
  cleanup();
  store(`${ada.id}:new-1`);
  openScreen('/', { signedIn: ada });
  await shows(words);
  expect(hrefOf('Continue')).toBe('/create-vault');
});

test('an owner without a name gets a greeting without one', async () => {
  fakeService().reply(listVaults, []);
  openScreen('/', { signedIn: { ...ada, firstName: null, lastName: null } });
  await heading('Welcome');
  expect(screen.getByRole('banner').textContent).toContain('User');
});

test('loading vaults is announced', async () => {
  const service = fakeService();
  service.reply(listVaults, [letterToRosa]);
  const letGo = service.hold(listVaults);
  openScreen('/', { signedIn: ada });
  await shows('Loading your vaults');
  expect(pageText()).not.toContain('Welcome');
  letGo();
  await heading('Welcome back, Ada');
  await shows('For: Rosa Lindqvist');
  expect(document.body.textContent).not.toContain('Loading your vaults');
});

test('vaults that could not be loaded can be loaded again', async () => {
  const service = fakeService();
  service.disconnect(listVaults);
  const { user } = openScreen('/', { signedIn: ada });
  await shows('Your vaults could not be shown');
  service.reply(listVaults, [letterToRosa]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await shows('For: Rosa Lindqvist');
  expect(service.received(listVaults)).toHaveLength(2);
});

test('an owner with a picture sees it in the header, and the header has no link to log out, which could be opened in a new tab', async () => {
  fakeService().reply(listVaults, [letterToRosa]);
  openScreen('/', { signedIn: { ...ada, profileImageUrl: '/api/account/picture?v=1' } });
  await heading('Welcome back, Ada');
  const header = screen.getByRole('banner');
  expect(header.querySelector('img')?.getAttribute('src')).toBe('/api/account/picture?v=1');
  expect(header.textContent).toContain('Ada Okafor');
  expect(within(header).queryByRole('link', { name: 'Log Out' })).toBeNull();
  within(header).getByRole('button', { name: 'Log Out' });
  expect(hrefOf('Create New Vault')).toBe('/pricing');
  expect(hrefOf('Executor Access')).toBe('/executor-access');
});

test('an owner without a vault is welcomed, sees the counters, and can create the first one', async () => {
  fakeService().reply(listVaults, []);
  openScreen('/?promo=freetrial', { signedIn: ada });
  await heading('Welcome, Ada');
  await shows('No Vaults Yet');
  expect(hrefOf('Create Your First Vault')).toBe('/pricing?promo=freetrial');
  expect(hrefOf('Create New Vault')).toBe('/pricing?promo=freetrial');
  expect(hrefOf('Executor Access')).toBe('/executor-access');
  expect(counters()).toEqual([
    ['Active Vaults', '0'],
    ['Released Vaults', '0'],
    ['Total Vaults', '0'],
  ]);
});

test('the dashboard counts vaults and links each to its next page', async () => {
  const vaults: VaultListItem[] = [
    { ...letterToRosa, id: 'v1', title: 'For Rosa' },
    { ...letterToRosa, id: 'v2', title: 'For Jonas', status: 'released' },
    { ...letterToRosa, id: 'v3', title: 'לעינס 👵🏽', paymentStatus: 'unpaid', recipientName: 'Inés' },
    { ...letterToRosa, id: 'v4', title: 'For Ruth', paymentStatus: 'lapsed', planState: 'ended' },
  ];
  fakeService().reply(listVaults, vaults);
  openScreen('/', { signedIn: ada });
  await shows('For: Inés');
  expect(counters()).toEqual([
    ['Active Vaults', '2'],
    ['Released Vaults', '1'],
    ['Total Vaults', '4'],
  ]);
  const list = within(screen.getByRole('region', { name: 'Your Vaults' }));
  const card = (name: RegExp) => list.getByRole('link', { name });
  expect(card(/For Rosa/).textContent).toBe('ActiveFor RosaFor: Rosa LindqvistCreated Mar 1, 2026');
  expect(card(/For Jonas/).textContent).toContain('Released');
  expect(card(/Inés/).textContent).toMatch(/^Not active yetUnpaid/);
  expect(card(/Inés/).textContent).toContain('Click to complete payment and activate vault');
  expect(card(/For Ruth/).textContent).not.toContain('Unpaid');
  expect([/For Rosa/, /For Jonas/, /Inés/, /For Ruth/].map((name) => card(name).getAttribute('href'))).toEqual([
    ...['/vault/v1', '/vault/v2', '/checkout/v3', '/vault/v4'],
  ]);
  expect(within(card(/Inés/)).getByText('לעינס 👵🏽').getAttribute('dir')).toBe('auto');
  expect(pageText()).not.toContain('No Vaults Yet');
});

test('the offer is carried from the dashboard to the plans', async () => {
  fakeService().reply(listVaults, [letterToRosa]);
  openScreen('/?promo=freetrial', { signedIn: ada });
  await shows('For: Rosa Lindqvist');
  expect(hrefOf('Create New Vault')).toBe('/pricing?promo=freetrial');
});

test('the dashboard lists what needs attention with its next step, and nothing if all is well', async () => {
  const service = fakeService();
  service.reply(listVaults, [letterToRosa, { ...letterToRosa, id: 'v2', title: 'Recipes', paymentStatus: 'unpaid' }]);
  openScreen('/', { signedIn: ada });
  const attention = within(await screen.findByRole('region', { name: 'Needs your attention' }));
  expect(attention.getAllByRole('listitem')).toHaveLength(1);
  expect(attention.getByRole('link', { name: 'Complete payment: Recipes' }).getAttribute('href')).toBe('/checkout/v2');
});

test('the dashboard’s tab does not have the landing page’s title', async () => {
  fakeService().reply(listVaults, [letterToRosa]);
  openScreen('/', { signedIn: ada });
  await shows('For: Rosa Lindqvist');
  expect(document.title).toBe('Your vaults · Remembrance');
  expect(within(screen.getByRole('contentinfo')).getByRole('button', { name: 'Share' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Needs your attention' })).toBeNull();
  expect(hrefOf('Billing')).toBe('/account/billing');
});
