// The pages that anyone can open without an emailed link, in their main states.
import { expect } from '@playwright/test';
import { comesAlive } from '../support/comes-alive.ts';
import { notifications } from '../support/screens.ts';
import { keepToasts } from '../support/toasts.ts';
import { at, press, type Screen, visit } from './screen.ts';

/** The opening animation this long after the click, frozen at that moment. */
const opening = (milliseconds: number): Screen => ({
  name: `landing-opening-${String(milliseconds).padStart(4, '0')}`,
  isOneView: true,
  isMoving: true,
  async open(page) {
    await page.route('**/api/login*', (route) => route.abort()); // so that the page stays
    await page.goto('/');
    await press(page, 'Get Started');
    // A phone scrolls to the vault first.
    await page.evaluate(async () => {
      const place = () => document.querySelector('h1')?.getBoundingClientRect().top;
      for (let before: number | undefined; before !== place(); ) {
        before = place();
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
    });
    await page.evaluate((at) => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = at;
      }
    }, milliseconds);
  },
});

/** A page with a form, and the same page after the form was submitted empty. */
const complaining = (name: string, path: string, button: string): Screen[] => [
  visit(name, path),
  {
    name: `${name}-complaints`,
    async open(page) {
      await visit(name, path).open(page);
      await press(page, button);
      await expect(page.getByText(/is required|Please choose a password|Please enter the code/).first()).toBeVisible();
    },
  },
];

export const publicScreens: readonly Screen[] = [
  visit('landing', '/'),
  { ...visit('landing-promo', '/?promo=freetrial'), isOneView: true },
  {
    name: 'landing-install',
    isOneView: true,
    async open(page) {
      await page.goto('/');
      await comesAlive(page.getByRole('button', { name: 'Get Started' }));
      await page.mouse.move(50, 50);
      await page.evaluate(() => {
        const offer = { prompt: async () => {}, userChoice: new Promise(() => {}) };
        window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), offer));
      });
      await expect(page.getByRole('button', { name: 'Download App' })).toBeVisible();
    },
  },
  ...[600, 1000, 1300, 1600, 1900, 2200].map(opening),
  visit('story', '/about'),
  visit('pricing', '/pricing'),
  {
    name: 'pricing-monthly',
    async open(page) {
      await page.goto('/pricing');
      const monthly = page.getByRole('tab', { name: 'Monthly Subscription' });
      await monthly.click();
      await expect(monthly).toHaveAttribute('aria-selected', 'true');
    },
  },
  visit('terms', '/terms'),
  visit('privacy', '/privacy'),
  visit('help', '/help'),
  visit('accessibility', '/accessibility'),
  { name: 'transparency', open: at(() => '/transparency', 'Checkpoint at position') },
  visit('not-found', '/nowhere'),
  ...complaining('sign-up', '/sign-up', 'Create account'),
  ...complaining('sign-in', '/sign-in', 'Log In'),
  ...complaining('forgotten-password', '/forgotten-password', 'Send the link'),
  ...complaining('second-step', '/second-step', 'Log In'),
  ...complaining('sign-in-code-blank', '/sign-in-code', 'Log In'),
  visit('welcome-unknown', '/welcome'),
  { name: 'check-your-mail', open: at(() => '/check-your-mail', 'Emails are stored here') },
  visit('sign-in-trouble', '/sign-in-trouble?reason=provider-unavailable'),
  {
    name: 'unauthorized',
    isOneView: true,
    async open(page) {
      await keepToasts(page);
      await page.route('**/api/login*', (route) => route.fulfill({ status: 204 })); // the page stays
      await page.goto('/create-vault');
      await expect(page.getByText('Unauthorized')).toBeVisible();
    },
  },
  {
    name: 'landing-promo-installed',
    async open(page) {
      await page.addInitScript(() => Object.assign(navigator, { standalone: true }));
      await page.goto('/?promo=freetrial');
      await comesAlive(page.getByRole('button', { name: 'Get Started' }));
      await page.mouse.move(50, 50);
      await expect(page.getByRole('button', { name: 'App Installed' })).toBeVisible();
    },
  },
  {
    name: 'landing-toast',
    isOneView: true,
    async open(page) {
      await keepToasts(page);
      await visit('landing', '/').open(page);
      await page.evaluate(() => {
        Object.assign(navigator, { share: undefined });
        navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
      });
      const share = page.getByRole('button', { name: 'Share', exact: true }).first();
      await comesAlive(share);
      await share.click();
      await expect(notifications(page)).toContainText('Could not copy link');
    },
  },
  {
    name: 'checkout-without-vault',
    isOneView: true,
    async open(page) {
      await keepToasts(page);
      await page.goto('/checkout');
      await expect(notifications(page)).toContainText('Invalid vault ID');
    },
  },
];
