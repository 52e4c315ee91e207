// The route table: every address in the specification has its page, and private pages are neither indexed nor cached.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { descriptions } from './descriptions.ts';
import { matchPage } from './match-page.ts';
import { ownerScreens } from './owner-screens.ts';
import { notFoundPage, pages } from './pages.ts';

test.each([
  ['/', 'app/home-page.tsx'],
  ['/about', 'site/story-page.tsx'],
  ['/terms', 'site/legal/terms-page.tsx'],
  ['/privacy', 'site/legal/privacy-page.tsx'],
  ['/accessibility', 'site/legal/accessibility-page.tsx'],
  ['/transparency', 'site/transparency-page.tsx'],
  ['/pricing', 'plans/pricing-page.tsx'],
  ['/create-vault', 'vaults/create/create-vault-page.tsx'],
  ['/checkout', 'payments/checkout/checkout-page.tsx'],
  ['/checkout/1', 'payments/checkout/checkout-page.tsx'],
  ['/vault/1', 'vaults/details/vault-page.tsx'],
  ['/vault/1/edit', 'vaults/edit/edit-vault-page.tsx'],
  ['/executor-access', 'vaults/release/executor-access-page.tsx'],
  ['/executor-card', 'vaults/release/executor-card-page.tsx'],
  ['/executor-guide', 'vaults/release/executor-guide-page.tsx'],
  ['/vault-access/t0ken', 'vaults/vault-access/vault-access-page.tsx'],
  ['/nowhere', 'app/not-found-page.tsx'],
  ['/vault/1/2', 'app/not-found-page.tsx'],
])('%s shows %s', (path, module) => {
  expect(matchPage(path).page.module).toBe(module);
});

test('a parameter is decoded, or passed on unchanged if it cannot be decoded', () => {
  expect(matchPage('/vault/a%20b/edit/').params).toEqual({ id: 'a b' });
  expect(matchPage('/vault-access/%E0%A4').params).toEqual({ token: '%E0%A4' });
  expect(matchPage('/VAULT/1').page).toBe(notFoundPage);
});

test('every screen in the table exists', () => {
  for (const page of [...pages, notFoundPage])
    expect(existsSync(new URL(`../${page.module}`, import.meta.url)), page.module).toBe(true);
});

test('the list that only an owner’s pages load has exactly their screens', () => {
  const owners = pages.filter(({ frame }) => frame.startsWith('owner'));
  expect(Object.keys(ownerScreens).sort()).toEqual([...new Set(owners.map(({ module }) => `/src/${module}`))].sort());
});

test('only public pages may be indexed and cached, and each has a description', () => {
  for (const page of pages) {
    const isPublic = [
      '/',
      '/about',
      '/pricing',
      '/terms',
      '/privacy',
      '/help',
      '/accessibility',
      '/transparency',
      '/executor-guide',
    ].includes(page.pattern);
    expect([page.pattern, page.audience === 'public', descriptions[page.pattern] !== undefined]).toEqual([
      page.pattern,
      isPublic,
      isPublic,
    ]);
  }
});

test('every owner page checks the session first', () => {
  const asking = pages.filter(({ frame }) => frame === 'owner').map(({ pattern }) => pattern);
  expect(asking).toEqual([
    '/account',
    '/check-in',
    '/account/billing',
    '/account/billing/:paymentId',
    '/create-vault',
    '/vault/:id',
    '/vault/:id/preview',
    '/vault/:id/edit',
    '/vault/:id/before-release',
  ]);
});
