// The pricing page: four plans in two tabs, each with its price and features, and its states until they are loaded.
import { listPlans, showPlaces } from '@remembrance/contract/plans.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pageText, toastText } from '../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../testing/open-screen.tsx';
import { ada, offeredPlans } from '../../testing/samples.ts';

async function open(query = '') {
  fakeService().reply(listPlans, offeredPlans);
  const { user } = openScreen(`/pricing${query}`);
  await screen.findByRole('article', { name: /^Basic/ });
  return user;
}
const openTab = () => screen.getByRole('tab', { selected: true }).textContent;
const cards = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
const card = (name: string) => screen.getByRole('article', { name });
const startOf = (name: string) => within(card(name)).getByRole('link').getAttribute('href');

test('the pricing page shows two one-time plans, then two monthly ones', async () => {
  const user = await open();
  await heading('Choose Your Plan');
  expect(pageText()).toContain('Secure your legacy with a plan that fits your needs');
  expect(pageText()).toContain('Secure payment processing • Cancel subscription anytime • Instant access');
  expect(cards()).toEqual(['Basic', 'Premium']);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('One-Time Payment');
  expect(card('Basic').textContent).toContain('$29.99 one-time');
  expect(
    within(card('Basic'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    ...['1 vault', '1 message + up to 5 photos/songs/art', '1-time vault edit access', 'Secure executor release'],
    'Email notifications',
  ]);
  expect(card('Premium').textContent).toContain('Recommended$49.99 one-time');
  expect(card('Basic').textContent).not.toMatch(/Recommended|FREE|month/);

  await user.click(screen.getByRole('tab', { name: 'Monthly Subscription' }));
  expect(cards()).toEqual(['Basic Plus', 'Premium Plus']);
  for (const [name, price] of [
    ['Basic Plus', '$2.99'],
    ['Premium Plus', '$4.99'],
  ] as const) {
    expect(card(name).textContent).toContain(`First Month FREE${price} /month after trial`);
    expect(card(name).textContent).toContain(`Then ${price}/month, cancel anytime`);
  }
});

test('each plan leads to its own form and passes the offer on', async () => {
  const user = await open('?promo=freetrial');
  await user.click(screen.getByRole('tab', { name: 'One-Time Payment' }));
  expect(startOf('Premium')).toBe('/create-vault?plan=premium_one_time&promo=freetrial');
  await user.click(screen.getByRole('tab', { name: 'Monthly Subscription' }));
  expect(startOf('Basic Plus')).toBe('/create-vault?plan=basic_subscription&promo=freetrial');
  expect(within(card('Basic Plus')).getByRole('link').textContent).toBe('Get Started with Basic Plus');
});

test('without the offer nothing is added to the address', async () => {
  await open();
  expect(startOf('Basic')).toBe('/create-vault?plan=basic_one_time');
});

test('the one-time plans are first with the offer too, and lead to the plans with the free month', async () => {
  vi.setSystemTime('2026-11-22T12:00:00Z');
  const user = await open('?promo=freetrial');
  expect(openTab()).toBe('One-Time Payment');
  await user.click(screen.getByRole('button', { name: 'Show the monthly plans' }));
  expect(openTab()).toBe('Monthly Subscription');
  await shows('Free until Dec 22, 2026, no card.');
  vi.useRealTimers();
});

test.each(['', '?promo=freetrial'])(
  'an owner who has used the free month learns it at “%s” before choosing, and no plan is called free',
  async (query) => {
    const service = fakeService();
    service.reply(listPlans, offeredPlans);
    service.reply(showPlaces, { trialUsed: true, plans: [] });
    const { user } = openScreen(`/pricing${query}`, { signedIn: ada });
    await user.click(await screen.findByRole('tab', { name: 'Monthly Subscription' }));
    await shows('You have had your free month');
    expect(card('Basic Plus').textContent).toContain('$2.99 /month');
    expect(pageText()).not.toMatch(/FREE|after trial|Your free month/);
  },
);

test('an owner who still has the free month is offered it', async () => {
  const service = fakeService();
  service.reply(listPlans, offeredPlans);
  service.reply(showPlaces, { trialUsed: false, plans: [] });
  const { user } = openScreen('/pricing?promo=freetrial', { signedIn: ada });
  await user.click(await screen.findByRole('button', { name: 'Show the monthly plans' }));
  expect(card('Basic Plus').textContent).toContain('First Month FREE');
});

test('loading plans are announced, and plans that could not be loaded can be retried without an error message', async () => {
  const service = fakeService();
  service.fail(listPlans);
  const letGo = service.hold(listPlans);
  const { user } = openScreen('/pricing');
  await shows('Loading pricing options...');
  letGo();
  await heading('Choose Your Plan');
  await expect.poll(pageText).not.toContain('Loading pricing options...');
  expect(screen.queryAllByRole('article')).toEqual([]);
  expect(toastText()).toBe('');
  service.reply(listPlans, offeredPlans);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('article', { name: 'Basic' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('plans that could not be loaded are loaded again when the connection returns', async () => {
  const service = fakeService();
  service.fail(listPlans);
  openScreen('/pricing');
  await screen.findByRole('button', { name: 'Try again' });
  service.reply(listPlans, offeredPlans);
  fireEvent(window, new Event('online'));
  await screen.findByRole('article', { name: 'Basic' });
});

test('a plan that the page does not know is shown by its limits and the service’s price', async () => {
  const family = {
    id: '9',
    name: 'family & friends',
    displayName: 'Family',
    planType: 'one_time',
    price: '99.00',
  };
  fakeService().reply(listPlans, [{ ...family, vaultLimit: -1, filesPerVault: 5, editsAllowed: 3 }]);
  openScreen('/pricing');
  await screen.findByRole('article', { name: 'Family' });
  expect(card('Family').textContent).toContain('$99.00 one-time');
  expect(card('Family').textContent).toContain('Unlimited vaults5 files per vault3 editsSecure cloud storage');
  expect(startOf('Family')).toBe('/create-vault?plan=family%20%26%20friends');
});
