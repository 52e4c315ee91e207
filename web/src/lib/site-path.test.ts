import { expect, test } from 'vitest';
import { sitePath } from './site-path.ts';

const origin = 'https://vault.example';

test.each(['/', '/create-vault?plan=basic_one_time&promo=freetrial', '/vault/1#files'])('%s is followed', (path) => {
  expect(sitePath(path, origin)).toBe(path);
});

test.each([
  null,
  '',
  'https://elsewhere.example/',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  'javascript:alert(1)',
  '/api/logout',
  'http://vault.example/',
])('%s is not followed', (wanted) => {
  expect(sitePath(wanted, origin)).toBeUndefined();
});
