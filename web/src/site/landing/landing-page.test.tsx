// The landing page: its text from headline to footer, its links, and that they pass the offer on.
import { getUser } from '@remembrance/contract/sessions.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { act, cleanup, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { hrefOf, isDisabled, pageText } from '../../../testing/on-screen.ts';
import { fakeService, heading, openScreen } from '../../../testing/open-screen.tsx';
import { ada } from '../../../testing/samples.ts';

const headline = 'Preserve Your Legacy. Deliver It When It Matters.';
const linksIn = (place: HTMLElement) =>
  Object.fromEntries(
    within(place)
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]),
  );

async function open(query = '') {
  const opened = openScreen(`/${query}`);
  await heading(headline);
  window.dispatchEvent(new Event('scroll'));
  await screen.findByText('What people ask'); // the last section below the first screen
  return opened;
}

test('the landing page says what the product is, in four steps from headline to footer', { tags: 'long' }, async () => {
  await open();
  expect(linksIn(screen.getByRole('banner'))).toMatchObject({
    'Our Story': '/about?promo=freetrial',
    Pricing: '/pricing?promo=freetrial',
    'I have a code': '/executor-access',
    'Log In': '/api/login?start=sign-in&next=%2F%3Fpromo%3Dfreetrial',
  });
  expect(pageText()).toContain(
    'Create secure digital vaults to store messages, memories, and meaningful content for your loved ones.',
  );
  expect(screen.getByRole('img', { name: /A round vault/ })).toBeDefined();
  expect(pageText()).toContain('30 days, no credit card required');
  expect(screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([
    `H1 ${headline}`,
    'H2 How It Works',
    'H3 1.Create Your Vault',
    'H3 2.Designate an Executor',
    'H3 3.Deliver with Care',
    'H2 What they will hold',
    'H2 Keep one thing safe, or keep writing.',
    'H3 One-Time Payment',
    'H3 Monthly Subscription',
    'H2 Built with Dignity & Security',
    'H2 Who is behind it',
    'H2 What people ask',
  ]);
  expect(pageText()).toContain('manually release the vault, once, when the time comes');
  expect(hrefOf('View Full Pricing Details')).toBe('/pricing?promo=freetrial');
  expect(hrefOf('Start Your Journey')).toBe('/api/login?next=%2Fcreate-vault%3Fpromo%3Dfreetrial');
  const footer = screen.getByRole('contentinfo');
  expect(footer.textContent).toContain(`© ${new Date().getFullYear()} Remembrance. All rights reserved.`);
  expect(linksIn(footer)).toMatchObject({
    'Our Story': '/about?promo=freetrial',

    Terms: '/terms?promo=freetrial',
    Privacy: '/privacy?promo=freetrial',
    Help: '/help?promo=freetrial',
    'I have a code': '/executor-access',
    Support: 'mailto:support@example.org',
  });
});

test('the landing page shows the lowest price of each kind, with what each plan includes', async () => {
  await open();
  expect(pageText()).toContain('from $29.99 one-time1 or 2 vaults5 files in each1 edit per vault');
  expect(pageText()).toContain('from $2.99 /month after trialFirst month FREE5 files in eachUnlimited edits');
});

test.each([
  ['', false],
  ['?promo=other', false],
  ['?promo=FREETRIAL', false],
  ['?promo=freetrial', true],
])('at “%s” the free month is announced: %s; every link passes it on for all readers', async (query, isOffered) => {
  await open(query);
  expect(pageText().includes('Special Offer: Get 1 Month FREE!')).toBe(isOffered);
  const paths = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  const inApp = paths.filter((path) => path.startsWith('/') && path !== '/' && path !== '/executor-access');
  expect(inApp).toHaveLength(10);
  for (const path of inApp) expect(decodeURIComponent(path)).toMatch(/[?&]promo=freetrial$/);
});

test('the landing page says what it is for before it asks to be shared, and shows what a recipient reads', async () => {
  await open();
  const text = pageText();
  const after = text.indexOf('They are for after your death.');
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThan(text.indexOf('Get Started'));
  expect(text.indexOf('Get Started')).toBeLessThan(text.indexOf('Share the free month'));
  expect(text.indexOf('Share the free month')).toBeLessThan(text.indexOf('See how it works'));
  expect(text).toContain('From Margarethe, written March 2, 2026');
  expect(text).toContain('An example of what a recipient reads.');
  expect(hrefOf('Read our story')).toBe('/about?promo=freetrial');
});

test('the landing page and the help page answer the same ten questions and show the support address', async () => {
  await open();
  const [share, ...folded] = screen.getAllByRole('group').map((group) => group.querySelector('summary')?.textContent);
  expect(share).toBe('Share the free month');
  expect(folded).toHaveLength(10);
  expect(hrefOf('support@example.org')).toBe('mailto:support@example.org');
  cleanup();
  openScreen('/help');
  await heading('Help');
  const asked = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(asked).toEqual(['Someone gave me a code', 'Someone left me a link', ...folded, 'Not answered here?']);
  expect(hrefOf('support@example.org')).toBe('mailto:support@example.org');
});

test('the vault opens once, and is closed again when the browser restores the page', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Get Started' }));
  expect(isDisabled('Opening...')).toBe(true);
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false })));
  expect(isDisabled('Opening...')).toBe(true);
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
  expect(isDisabled('Get Started')).toBe(false);
});

test('until the session is known the landing page is shown, then the dashboard', async () => {
  const service = fakeService();
  service.reply(listVaults, []);
  const letGo = service.hold(getUser);
  openScreen('/', { signedIn: ada });
  await heading(headline);
  letGo();
  await heading('Welcome, Ada');
});

test('if the session has ended or cannot be checked, the landing page stays, without a message', async () => {
  const service = fakeService();
  const { onUnauthorized } = openScreen('/', { signedIn: ada });
  service.refuse(getUser, 'unauthorized');
  await heading(headline);
  expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toBe('');
  expect(onUnauthorized).not.toHaveBeenCalled();
});

test('sharing uses the device’s share sheet if there is one, and closing it shows no message', async () => {
  const share = vi.fn().mockRejectedValue(Object.assign(new Error('closed'), { name: 'AbortError' }));
  const { user } = await open();
  Object.assign(navigator, { share });
  try {
    await user.click(screen.getAllByRole('button', { name: 'Share' })[0] as HTMLElement);
  } finally {
    Reflect.deleteProperty(navigator, 'share');
  }
  expect(share).toHaveBeenCalledWith({
    title: 'Remembrance: a month free',
    text: expect.stringContaining('30 days, no credit card required.'),
    url: 'https://remembrance.example/?promo=freetrial',
  });
  expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toBe('');
});

test('a link that cannot be copied is shown', async () => {
  const { user } = await open();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('not allowed', 'NotAllowedError'));
  await user.click(screen.getAllByRole('button', { name: 'Share' })[0] as HTMLElement);
  const alert = await screen.findByText('Could not copy link');
  expect(alert.closest('[role=alert]')?.textContent).toContain('https://remembrance.example/?promo=freetrial');
  vi.restoreAllMocks();
});

test('each network opens its own page in a small window, and mail opens a message', async () => {
  const opened = vi.fn();
  vi.stubGlobal('open', opened);
  const { user } = await open();
  const footer = within(screen.getByRole('contentinfo'));
  for (const network of ['Facebook', 'X', 'LinkedIn'])
    await user.click(footer.getByRole('button', { name: `Share on ${network}` }));
  const link = encodeURIComponent('https://remembrance.example/?promo=freetrial');
  expect(opened.mock.calls.map(([address, target]) => [address.split('&')[0], target])).toEqual([
    [`https://www.facebook.com/sharer/sharer.php?u=${link}`, '_blank'],
    [`https://twitter.com/intent/tweet?url=${link}`, '_blank'],
    [`https://www.linkedin.com/sharing/share-offsite/?url=${link}`, '_blank'],
  ]);
  for (const [, , look] of opened.mock.calls) expect(look).toBe('noopener,noreferrer,width=600,height=400');
  const mail = footer.getByRole('link', { name: 'Share by email' }).getAttribute('href');
  expect(mail).toMatch(/^mailto:\?subject=.+&body=.+promo%3Dfreetrial$/);
});
