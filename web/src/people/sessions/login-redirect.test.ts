// The literal paths for signing in and out match the contract.
import { getUser } from '@remembrance/contract/sessions.ts';
import { login, logout } from '@remembrance/contract/sign-in.ts';
import { expect, test } from 'vitest';
import { loginPath, logoutPath, signInPath } from './login-redirect.ts';
import { userPath } from './use-user.ts';

test('the literal paths for signing in and out match the contract', () => {
  expect([userPath, loginPath(), logoutPath]).toEqual([getUser.path, login.path, logout.path]);
  expect(loginPath('/create-vault?plan=x&promo=y')).toBe('/api/login?next=%2Fcreate-vault%3Fplan%3Dx%26promo%3Dy');
  expect(login.query.safeParse(Object.fromEntries(new URL(signInPath('/a'), 'http://x').searchParams)).data).toEqual({
    start: 'sign-in',
    next: '/a',
  });
});
