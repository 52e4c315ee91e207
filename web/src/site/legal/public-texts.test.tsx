// The story and both legal texts: their parts, dates and promises, and what none of the public pages claims.
import { listPlans } from '@remembrance/contract/plans.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { offeredPlans } from '../../../testing/samples.ts';

const main = () => within(screen.getByRole('main'));
const titles = (level: number) =>
  main()
    .getAllByRole('heading', { level })
    .map(({ textContent }) => textContent);

test('the story has three parts and ends with a call to action', async () => {
  openScreen('/about');
  await heading('Our Story');
  await shows('Why we built Remembrance');
  expect(titles(2)).toEqual([
    "A Father's Love, A Mother's Memory",
    'Preserving What Matters Most',
    'The Gift of Closure',
    'Start preserving your legacy today',
  ]);
  expect(titles(3)).toEqual([
    'Write what you need to say',
    'Preserve precious memories',
    "Control when they're delivered",
  ]);
  await shows('The founder');
  expect(main().getByRole('link', { name: 'Create Your Vault' }).getAttribute('href')).toBe('/pricing');
  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
});

const terms = [
  ...['Acceptance', 'What the service does', 'Release is started by a person', 'No guarantee of delivery', 'duties'],
  ...['content', 'Payment', 'executor', 'Recipient access', 'Storage', 'Limit of liability', 'Indemnification'],
  ...['Prohibited content', 'Termination', 'Changes to the service', 'Scheduled release', 'International users'],
  ...['Disputes', 'Severability', 'Entire agreement', 'Contact', 'Changes to these terms'],
];
const privacy = [
  ...['collect', 'use it for', 'share', 'stored and protected', 'How long', 'rights', 'Cookies', 'Other services'],
  ...['Children', 'other countries', 'Email', 'Changes', 'exposed', 'Contact', 'Do Not Track'],
];

test.each([
  [
    '/terms',
    'Terms of Service',
    terms,
    [
      ...['at least 18 years old', '12 months before', 'State of Delaware', 'American Arbitration', 'within 90 days'],
      ...['Its owner may, until the recipient has proven who they are', 'a second executor must agree'],
    ],
  ],
  [
    '/privacy',
    'Privacy Policy',
    privacy,
    ['within 72 hours', 'within 90 days', 'up to one year', 'bcrypt', 'the check-in'],
  ],
])('%s has its numbered sections, its date and a link home', async (address, title, sections, promises) => {
  openScreen(address);
  await heading(title);
  await shows('Last updated October 27, 2025');
  const found = titles(2);
  expect(found).toHaveLength(sections.length);
  for (const [index, words] of sections.entries())
    expect(found[index]).toMatch(new RegExp(`^${index + 1}\\. .*${words}`, 'i'));
  for (const words of promises) await shows(words);
  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
});

test.each(['/terms', '/privacy'])('each entry of the contents of %s leads to its section', async (address) => {
  openScreen(address);
  await shows('Last updated');
  const entries = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link');
  const reached = entries.map((entry) => document.querySelector(`${entry.getAttribute('href')} h2`)?.textContent);
  expect(reached).toEqual(entries.map(({ textContent }) => textContent));
  for (const link of main().getAllByRole('link', { name: 'support@example.org' }))
    expect(link.getAttribute('href')).toBe('mailto:support@example.org');
});

test.each(['/', '/about', '/pricing', '/terms', '/privacy', '/help', '/accessibility'])(
  '%s promises no encryption, except that the privacy page says what is encrypted and what is not',
  async (address) => {
    fakeService().reply(listPlans, offeredPlans);
    openScreen(address);
    await screen.findByRole('heading', { level: 1 });
    window.dispatchEvent(new Event('scroll')); // loads the sections below the first screen
    const pageText = () => screen.getByRole('main').textContent ?? '';
    await waitFor(() => expect(pageText().length).toBeGreaterThan(300));
    const text = pageText();
    const isPrivacy = address === '/privacy';
    expect(text.match(/(?<!not )encrypt\w+/gi) ?? []).toHaveLength(isPrivacy ? 1 : 0);
    expect(text.includes('Messages, files with their names, captions and transcripts, and security')).toBe(isPrivacy);
    expect(text.includes('notes to executors and dates are not encrypted by us')).toBe(isPrivacy);
  },
);

test('every public page shows the support address as a mail link', async () => {
  openScreen('/about');
  await heading('Our Story');
  const footer = within(screen.getByRole('contentinfo'));
  const addresses = footer.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(addresses).toEqual(expect.arrayContaining(['/about', '/terms', '/privacy', 'mailto:support@example.org']));
});
