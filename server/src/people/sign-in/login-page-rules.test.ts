// The login URL shows each person the page they need first.
import { expect, test } from 'vitest';
import { loginPage } from './login-page-rules.ts';

test.each(['/', '/?promo=freetrial', '/create-vault?promo=freetrial', '/pricing', '/vault-access/x', '/accounting'])(
  'a browser without an account that goes to %s is asked to sign up',
  (next) => {
    expect(loginPage({ isKnownBrowser: false, next })).toBe('/sign-up');
    expect(loginPage({ isKnownBrowser: true, next })).toBe('/sign-in');
  },
);

test.each(['/account', '/account/billing', '/vault/1/edit', '/checkout?x', '/checkout/1'])(
  'a link to %s leads to the sign-in page in every browser, because it belongs to an account',
  (next) => {
    expect(loginPage({ isKnownBrowser: false, next })).toBe('/sign-in');
  },
);

test('a button named Log In leads to the sign-in page, even in a browser without an account', () => {
  expect(loginPage({ isKnownBrowser: false, next: '/', start: 'sign-in' })).toBe('/sign-in');
});
