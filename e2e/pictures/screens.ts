// Every screen in its main states, and how to reach it.
import { expect } from '@playwright/test';
import { linkIn } from '../support/mailbox.ts';
import { newOwner, signInQuietly } from '../support/people.ts';
import { enterCode } from '../support/screens.ts';
import { accountScreens } from './account-screens.ts';
import { billingScreens } from './billing-screens.ts';
import { createScreens } from './create-screens.ts';
import { letterLinkScreens } from './letter-link-screens.ts';
import { letterScreens } from './letter-screens.ts';
import { ownerScreens } from './owner-screens.ts';
import { recipientScreens } from './recipient-screens.ts';
import { asNewcomer, asOwner, at, press, refuse, type Screen, visit } from './screen.ts';

/** The opening, so long after the press; the picture is of the moment. */
const opening = (milliseconds: number): Screen => ({
  name: `landing-opening-${String(milliseconds).padStart(4, '0')}`,
  isOneView: true,
  isMoving: true,
  async open(page) {
    await page.route('**/api/login*', (route) => route.abort()); // so that the page stays
    await page.goto('/', { waitUntil: 'networkidle' });
    await press(page, 'Get Started');
    // A telephone scrolls to the vault first.
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

export const screens: readonly Screen[] = [
  visit('landing', '/'),
  { ...visit('landing-promo', '/?promo=freetrial'), isOneView: true },
  {
    name: 'landing-install',
    isOneView: true,
    async open(page) {
      await page.goto('/', { waitUntil: 'networkidle' });
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
      await page.goto('/pricing', { waitUntil: 'networkidle' });
      await page.getByRole('tab', { name: 'Monthly Subscription' }).click();
    },
  },
  visit('terms', '/terms'),
  visit('privacy', '/privacy'),
  visit('help', '/help'),
  {
    name: 'transparency',
    async open(page) {
      await page.goto('/transparency', { waitUntil: 'networkidle' });
      await expect(page.getByText('Checkpoint 1')).toBeVisible();
    },
  },
  visit('not-found', '/nowhere'),
  visit('sign-in', '/sign-in'),
  {
    name: 'sign-up-complaints',
    async open(page) {
      await page.goto('/sign-up', { waitUntil: 'networkidle' });
      await press(page, 'Create account');
    },
  },
  visit('check-your-mail', '/check-your-mail'),
  visit('forgotten-password', '/forgotten-password'),
  visit('sign-in-trouble', '/sign-in-trouble?reason=provider-unavailable'),
  visit('sign-in-not-linked', '/sign-in-trouble?reason=account-not-linked'),
  ...letterLinkScreens,
  {
    name: 'unauthorized',
    isOneView: true,
    async open(page) {
      await page.route('**/api/login*', (route) => route.fulfill({ status: 204 })); // the page stays
      await page.goto('/create-vault');
      await expect(page.getByText('Unauthorized')).toBeVisible();
    },
  },
  {
    name: 'dashboard-empty',
    async open(page, { service }) {
      await signInQuietly(page, await newOwner(service));
      await page.goto('/', { waitUntil: 'networkidle' });
      await expect(page.getByText('No Vaults Yet')).toBeVisible();
    },
  },
  { name: 'dashboard', open: asOwner(at(() => '/', 'Released Vaults')) },
  {
    name: 'dashboard-loading',
    open: asOwner(async (page) => {
      await page.route('**/api/vaults', () => {});
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Your Vaults' })).toBeVisible();
    }),
  },
  {
    name: 'dashboard-not-now',
    open: asOwner(async (page) => {
      await refuse(page, '**/api/vaults', 'database-unavailable');
      await page.goto('/');
      await expect(page.getByText('Your vaults could not be shown')).toBeVisible();
    }),
  },
  ...accountScreens,
  ...billingScreens,
  ...createScreens,
  { name: 'vault', open: asOwner(at(({ active }) => `/vault/${active.id}`, 'Scheduled release')) },
  {
    name: 'vault-activity',
    open: asOwner(async (page, { released }) => {
      await page.goto(`/vault/${released.id}`, { waitUntil: 'networkidle' });
      await press(page, 'Show the activity');
      await expect(page.getByText('You created the vault.')).toBeVisible();
    }),
  },
  { name: 'vault-unpaid', open: asNewcomer(at(({ draft }) => `/vault/${draft.id}`, 'not active yet')) },
  { name: 'vault-released', open: asOwner(at(({ released }) => `/vault/${released.id}`, 'Released on')) },
  {
    name: 'vault-deleting',
    isOneView: true,
    open: asOwner(async (page, { active }) => {
      await page.goto(`/vault/${active.id}`, { waitUntil: 'networkidle' });
      await press(page, 'Delete Vault');
    }),
  },
  { name: 'vault-not-found', open: asOwner(at(() => '/vault/unknown', 'Vault Not Found')) },
  { name: 'edit', open: asOwner(at(({ active }) => `/vault/${active.id}/edit`, 'Edit Vault')) },
  { name: 'edit-released', open: asOwner(at(({ released }) => `/vault/${released.id}/edit`, 'Cannot Edit')) },
  {
    name: 'executor',
    open: at(({ active }) => `/executor-access?vault=${active.id}&title=The+recipes`, 'Access code'),
  },
  {
    name: 'executor-verified',
    async open(page, { active }) {
      await page.goto('/executor-access', { waitUntil: 'networkidle' });
      await enterCode(page, active.code);
      await expect(page.getByText('Release Vault')).toBeVisible();
    },
  },
  {
    name: 'executor-asking',
    isOneView: true,
    async open(page, { active }) {
      await page.goto('/executor-access', { waitUntil: 'networkidle' });
      await enterCode(page, active.code);
      await press(page, 'Release Vault');
    },
  },
  {
    name: 'executor-end',
    async open(page, { released }) {
      const { id: vaultId, text } = released;
      const releaseEnd = { vaultId, ownerName: 'Ada Lindqvist', recipientName: text.recipientName };
      await page.goto('/executor-access', { waitUntil: 'networkidle' });
      await page.evaluate((end) => {
        const now = Date.now();
        history.replaceState({ releaseEnd: { ...end, releasedAt: new Date(now).toISOString(), storedAt: now } }, '');
      }, releaseEnd);
      await page.reload({ waitUntil: 'networkidle' });
      await expect(page.getByText('has been written to')).toBeVisible();
    },
  },
  {
    name: 'executor-card',
    async open(page, { active }) {
      await page.goto(linkIn(await active.executor.letter('executor-code'), '/executor-card'));
      await expect(page.getByRole('article', { name: 'For your wallet' })).toBeVisible();
    },
  },
  visit('executor-card-without', '/executor-card'),
  visit('executor-guide', '/executor-guide'),
  {
    name: 'executor-released-before',
    async open(page, { released }) {
      await page.goto('/executor-access', { waitUntil: 'networkidle' });
      await enterCode(page, released.code);
      await expect(page.getByText('Vault Already Released')).toBeVisible();
    },
  },
  ...ownerScreens,
  ...recipientScreens,
  ...letterScreens,
];
