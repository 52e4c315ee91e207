// The public texts: the story and both legal pages.
import { heading } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

test('SCR-13: the story has three parts and ends with a call to action', async ({ page }) => {
  await page.goto('/about');
  await expect(heading(page, 'Our Story')).toBeVisible();
  await expect(page.getByText('Why we built the product')).toBeVisible();
  for (const name of [
    "A Father's Love, A Mother's Memory",
    'Preserving What Matters Most',
    'The Gift of Closure',
    'Start preserving your legacy today',
  ])
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  for (const name of ['Write what you need to say', 'Preserve precious memories', "Control when they're delivered"])
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible();
  await expect(page.getByText('The founder')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create Your Vault' })).toHaveAttribute('href', '/pricing');
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
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

for (const [path, title, sections, promises] of [
  [
    '/terms',
    'Terms of Service',
    terms,
    ['at least 18 years old', '12 months before', 'State of Delaware', 'American Arbitration', 'within 90 days'],
  ],
  ['/privacy', 'Privacy Policy', privacy, ['within 72 hours', 'within 90 days', 'up to one year', 'bcrypt']],
] as const)
  test(`SCR-14: ${path} has its ${sections.length} numbered sections, its date and the way home`, async ({ page }) => {
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByText('Last updated October 27, 2025')).toBeVisible();
    const numbered = sections.map((words, index) => new RegExp(`^${index + 1}\\. .*${words}`, 'i'));
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(numbered);
    for (const words of promises) await expect(page.getByRole('main')).toContainText(words);
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  });

test('SCR-15: no page promises encryption where it is stored, which is not built', async ({ page }) => {
  for (const path of ['/', '/about', '/pricing', '/terms']) {
    await page.goto(path);
    expect((await page.getByRole('main').textContent())?.match(/(?<!not )encrypt\w+/gi) ?? [], path).toEqual([]);
  }
  await page.goto('/privacy');
  await expect(page.getByText('are not encrypted by us')).toBeVisible();
});
