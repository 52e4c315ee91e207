// After signing in, people return to where they were going, and never to another site.
import { withNext } from '@remembrance/contract/site-path.ts';
import { expect, test } from 'vitest';
import { destinationOf } from './destination.ts';

const destination = (query: string) => destinationOf(new URLSearchParams(query));

test('signing in leads to the requested page of this site', () => {
  expect(destination('next=%2Fvault%2F1')).toBe('/vault/1');
  expect(destination('next=https%3A%2F%2Felsewhere.example')).toBe('/');
  expect(destination('next=%2F%2561pi%2Flogout')).toBe('/');
  expect(destination('next=%2F%61pi%2Flogout')).toBe('/');
  expect(destination('plan=basic_subscription&promo=freetrial')).toBe(
    '/create-vault?plan=basic_subscription&promo=freetrial',
  );
  expect(destination('promo=freetrial')).toBe('/pricing?promo=freetrial');
  expect(destination('')).toBe('/');
});

test('the destination is passed from one sign-in page to the next', () => {
  expect(withNext('/sign-up', '/')).toBe('/sign-up');
  expect(destination(withNext('/sign-up', '/create-vault?plan=x&promo=freetrial').split('?')[1] ?? '')).toBe(
    '/create-vault?plan=x&promo=freetrial',
  );
});
