// The landing page: its content, its links, its opening animation, and that it works without scripts.
import { display } from '@remembrance/contract/limits.ts';
import { signInQuietly } from '../support/people.ts';
import { heading } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

test('SCR-1: the landing page says what the product is, in four steps from headline to footer', async ({ page }) => {
  await page.goto('/');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Remembrance' })).toHaveAttribute('href', '/');
  await expect(banner.getByRole('link', { name: 'Our Story' })).toHaveAttribute('href', '/about');
  await expect(banner.getByRole('link', { name: 'Pricing' })).toHaveAttribute('href', '/pricing');
  await expect(banner.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/api/login');
  await expect(heading(page, 'Preserve Your Legacy. Deliver It When It Matters.')).toBeVisible();
  await expect(
    page.getByText(
      'Create secure digital vaults to store messages, memories, and meaningful content for your loved ones.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('img', { name: /A round vault/ })).toBeVisible();
  await expect(page.getByText('30 days, no credit card required')).toBeVisible();

  await expect(page.getByRole('heading', { level: 2, name: 'How It Works' })).toBeVisible();
  const steps = page.getByRole('list').filter({ hasText: 'Create Your Vault' }).getByRole('listitem');
  await expect(steps).toContainText([
    /Create Your Vault/,
    /Designate an Executor.*manually release/s,
    /Deliver with Care.*receives an email.*verifies who they are/s,
  ]);
  await expect(page.getByRole('link', { name: 'View Full Pricing Details' })).toHaveAttribute('href', '/pricing');
  await expect(page.getByRole('heading', { level: 2, name: 'Built with Dignity & Security' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start Your Journey' })).toHaveAttribute('href', '/api/login');

  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('button', { name: 'Share on Facebook' })).toBeVisible();
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Remembrance`);
  for (const [name, path] of [
    ['Our Story', '/about'],
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
  ] as const)
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', path);
  await expect(footer.getByRole('link', { name: 'Support' })).toHaveAttribute('href', /^mailto:\S+@/);
});

test('SCR-2: the button under the headline leads down to how it works', async ({ page }) => {
  await page.goto('/');
  const steps = page.getByRole('heading', { name: 'How It Works' });
  await expect(steps).not.toBeInViewport();
  await page.getByRole('link', { name: 'See how it works' }).click();
  await expect(steps).toBeInViewport();
});

test('SCR-3: the free month is announced only to anyone who came by its link, and goes along', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('Special Offer')).toHaveCount(0);
  await page.goto('/?promo=other');
  await expect(page.getByText('Special Offer')).toHaveCount(0);
  await page.goto('/?promo=freetrial');
  await expect(page.getByText('Special Offer: Get 1 Month FREE!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Full Pricing Details' })).toHaveAttribute(
    'href',
    /promo=freetrial/,
  );
  await page.getByRole('link', { name: 'Log In' }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fpricing%3Fpromo%3Dfreetrial$/);
});

test('SCR-4: who prefers less motion is at the login page after a tenth of a second', async ({ page }) => {
  await page.clock.install({ time: 0 });
  await page.goto('/');
  await page.clock.pauseAt(3_600_000);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.getByRole('button', { name: 'Opening...' })).toBeDisabled();
  await page.clock.runFor(display.openingReducedMotionMilliseconds);
  await page.clock.resume();
  await expect(heading(page, 'Welcome back')).toBeVisible();
});

test('SCR-5: while it is not known who is there the landing page stands, then the dashboard', async ({
  page,
  owner,
}) => {
  await signInQuietly(page, owner);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/auth/user', async (route) => {
    asked.resolve();
    await answer.promise;
    await route.continue();
  });
  await page.goto('/');
  await asked.promise;
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
  answer.resolve();
  await expect(heading(page, 'Welcome back, Ada')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('SCR-6: every public page can be read, and Log In keeps the offer', async ({ page }) => {
    for (const [path, words] of [
      ['/about', 'Our Story'],
      ['/pricing', 'Choose Your Plan'],
      ['/terms', 'Terms of Service'],
      ['/privacy', 'Privacy Policy'],
      ['/?promo=freetrial', 'Preserve Your Legacy. Deliver It When It Matters.'],
    ] as const) {
      await page.goto(path);
      await expect(heading(page, words)).toBeVisible();
    }
    await page.getByRole('link', { name: 'Log In' }).click();
    await expect(page).toHaveURL(/\/sign-in\?next=%2Fpricing%3Fpromo%3Dfreetrial$/);
  });
});
