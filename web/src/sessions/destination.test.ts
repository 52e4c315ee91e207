import { expect, test } from 'vitest';
import { destinationOf, onward } from './destination.ts';

const destination = (query: string) => destinationOf(new URLSearchParams(query), 'https://vault.example');

test('after signing in one lands where one was going', () => {
  expect(destination('next=%2Fvault%2F1')).toBe('/vault/1');
  expect(destination('next=https%3A%2F%2Felsewhere.example')).toBe('/');
  expect(destination('plan=basic_subscription&promo=freetrial')).toBe(
    '/create-vault?plan=basic_subscription&promo=freetrial',
  );
  expect(destination('promo=freetrial')).toBe('/pricing?promo=freetrial');
  expect(destination('')).toBe('/');
});

test('the destination goes along from one page of signing in to the next', () => {
  expect(onward('/sign-up', '/')).toBe('/sign-up');
  expect(destination(onward('/sign-up', '/create-vault?plan=x&promo=freetrial').split('?')[1] ?? '')).toBe(
    '/create-vault?plan=x&promo=freetrial',
  );
});
