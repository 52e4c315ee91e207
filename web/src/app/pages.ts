// The route table: every address of the app with its page, title and audience. The router, the prerendering and the server's
// headers are derived from it.

export interface Page {
  /** The router and the server both read it: `:name` stands for one part. */
  pattern: string;
  /** The screen, relative to `src`. Its default export is shown. */
  module: string;
  title: string;
  /**
   * public: prerendered, may be indexed and cached. private: neither indexed nor cached. access: as private, for an address
   * that is itself a secret.
   */
  audience: 'public' | 'private' | 'access';
  /** A private page that is prerendered too, because it is the same for everybody: its field accepts typing before the script runs. */
  isPrerendered?: true;
  /** The layout around the page. A quiet one has few links. An owner page checks the session first; an open one leaves that to its calls. */
  frame: 'bare' | 'public' | 'plain' | 'quiet' | 'owner' | 'owner-open';
}

export const pages: readonly Page[] = [
  { ...publicPage('/', 'app/home-page.tsx', 'Preserve Your Legacy. Deliver It When It Matters.'), frame: 'bare' },
  publicPage('/about', 'site/story-page.tsx', 'Our Story'),
  publicPage('/pricing', 'plans/pricing-page.tsx', 'Pricing'),
  publicPage('/terms', 'site/legal/terms-page.tsx', 'Terms of Service'),
  publicPage('/privacy', 'site/legal/privacy-page.tsx', 'Privacy Policy'),
  publicPage('/accessibility', 'site/legal/accessibility-page.tsx', 'Accessibility'),
  publicPage('/help', 'site/help-page.tsx', 'Help'),
  publicPage('/transparency', 'site/transparency-page.tsx', 'Transparency'),
  {
    ...publicPage('/executor-guide', 'vaults/release/executor-guide-page.tsx', 'A guide for executors'),
    frame: 'quiet',
  },
  { ...plain('/sign-in', 'people/sign-in/sign-in-page.tsx', 'Sign in'), isPrerendered: true },
  { ...plain('/sign-up', 'people/sign-in/sign-up-page.tsx', 'Create your account'), isPrerendered: true },
  plain('/check-your-mail', 'people/sign-in/check-your-mail-page.tsx', 'Check your mail'),
  plain('/forgotten-password', 'people/sign-in/forgotten-password-page.tsx', 'Forgotten password'),
  plain('/second-step', 'people/sign-in/second-step-page.tsx', 'One more step'),
  plain('/sign-in-code', 'people/sign-in/sign-in-code-page.tsx', 'Code from our email'),
  plain('/sign-in-trouble', 'people/sign-in/sign-in-trouble-page.tsx', 'Signing in'),
  plain('/welcome', 'people/sign-in/welcome-page.tsx', 'Welcome'),
  secret('/confirm-email', 'people/sign-in/confirm-email-page.tsx', 'Confirm your address'),
  secret('/keep-second-step', 'people/sign-in/keep-second-step-page.tsx', 'Keep the second step'),
  secret('/new-password', 'people/sign-in/new-password-page.tsx', 'Choose a new password'),
  secret('/undo-change', 'account/undo-change-page.tsx', 'Was this not you?'),
  secret('/stop-correction', 'vaults/release/stop-correction-page.tsx', 'Stop a correction'),
  secret('/confirm-address', 'account/confirm-address-page.tsx', 'Confirm your new address'),
  secret('/i-am-well', 'account/emailed-answer-page.tsx', 'Are you well?'),
  secret('/send-wanted-code', 'account/emailed-answer-page.tsx', 'Send a new code'),
  owner('/account', 'account/account-page.tsx', 'Your account'),
  owner('/check-in', 'account/check-in-page.tsx', 'Check-in'),
  owner('/account/billing', 'payments/billing/billing-page.tsx', 'Billing'),
  owner('/account/billing/:paymentId', 'payments/billing/receipt-page.tsx', 'Receipt'),
  owner('/create-vault', 'vaults/create/create-vault-page.tsx', 'Create a vault'),
  { ...owner('/checkout', 'payments/checkout/checkout-page.tsx', 'Checkout'), frame: 'owner-open' },
  { ...owner('/checkout/:vaultId', 'payments/checkout/checkout-page.tsx', 'Checkout'), frame: 'owner-open' },
  owner('/vault/:id', 'vaults/details/vault-page.tsx', 'Your vault'),
  owner('/vault/:id/preview', 'vaults/vault-access/preview/preview-page.tsx', 'Preview'),
  owner('/vault/:id/edit', 'vaults/edit/edit-vault-page.tsx', 'Edit your vault'),
  owner('/vault/:id/before-release', 'vaults/details/before-release-page.tsx', 'Before a release'),
  secret('/stop-release', 'vaults/release/stop-release-page.tsx', 'Stop this release?'),
  quiet('/report-email', 'vaults/release/report-email-page.tsx', 'Report an email'),
  quiet('/still-have-it', 'account/emailed-answer-page.tsx', 'Do you still have your code?'),
  quiet('/executor-confirm', 'vaults/executors/confirm-executor-page.tsx', 'Do you have our email?'),
  { ...quiet('/executor-access', 'vaults/release/executor-access-page.tsx', 'Executor access'), isPrerendered: true },
  { ...plain('/send-again', 'vaults/release/send-again-page.tsx', 'Send it again'), isPrerendered: true },
  quiet('/executor-card', 'vaults/release/executor-card-page.tsx', 'A card to print'),
  {
    ...quiet('/vault-access/:token', 'vaults/vault-access/vault-access-page.tsx', 'A vault for you'),
    isPrerendered: true,
  },
];

/** The root page's document for a browser that may have a session: the landing page, which then loads the dashboard in its place. */
export const dashboardDocument: Page = owner('/', 'vaults/dashboard/dashboard-page.tsx', 'Your Vaults');

export const notFoundPage: Page = plain('*', 'app/not-found-page.tsx', 'Page not found');

/** Whether the page's document shows a heading and the owner header until its script has loaded. */
export const hasFrame = ({ frame }: Page): boolean => frame === 'owner';

export const documentTitle = (page: Page, productName: string): string => `${page.title} · ${productName}`;

function publicPage(pattern: string, module: string, title: string): Page {
  return { pattern, module, title, audience: 'public', frame: 'public' };
}

function plain(pattern: string, module: string, title: string): Page {
  return { pattern, module, title, audience: 'private', frame: 'plain' };
}

function secret(pattern: string, module: string, title: string): Page {
  return { ...plain(pattern, module, title), audience: 'access' };
}

/** A secret page of executors and recipients. */
function quiet(pattern: string, module: string, title: string): Page {
  return { ...secret(pattern, module, title), frame: 'quiet' };
}

function owner(pattern: string, module: string, title: string): Page {
  return { pattern, module, title, audience: 'private', frame: 'owner' };
}
