// Digests in log lines are stable for an operator with the master secret, and useless to a thief.
import { beforeEach, expect, test } from 'vitest';
import { createTestClock } from '../../../testing/test-clock.ts';
import { createKeyring } from './keyring.ts';
import { createLogNames } from './log-names.ts';

const today = new Date('2027-03-04T00:00:00Z');
let now = today;
const clock = { ...createTestClock(), now: () => now };
const names = createLogNames({ keyring: createKeyring(Buffer.alloc(32, 7)), clock });

beforeEach(() => {
  now = today;
});

test("an account's digest never changes, a network's changes daily, and both depend on the secret", () => {
  const others = createLogNames({ keyring: createKeyring(Buffer.alloc(32, 8)), clock });
  expect(names.account('a')).toMatch(/^[0-9a-f]{12}$/);
  expect(names.account('a')).toBe(names.account('a'));
  expect(names.account('a')).not.toBe(names.account('b'));
  expect(names.account('a')).not.toBe(others.account('a'));
  const todays = names.network('192.0.2.1');
  expect(todays).not.toBe(others.network('192.0.2.1'));
  now = new Date('2027-03-04T23:59:59Z');
  expect(names.network('192.0.2.1')).toBe(todays);
  now = new Date('2027-03-05T00:00:00Z');
  expect(names.network('192.0.2.1')).not.toBe(todays);
});

test('a digest that an operator noted finds the account in every later version, and accounts and networks never collide', () => {
  expect(names.account('a')).toBe('5344b8cfc164');
  expect(names.network('192.0.2.1')).toBe('c1f99c8a69c5');
  expect(names.account('2027-03-04 192.0.2.1')).not.toBe(names.network('192.0.2.1'));
});

test('after a rotation an account has a new digest, and is also found by its previous one', () => {
  const [first, second] = [
    { label: '', secret: Buffer.alloc(32, 7) },
    { label: '01234567.', secret: Buffer.alloc(32, 8) },
  ];
  const rotated = createLogNames({ keyring: createKeyring(() => [second, first]), clock });
  expect(rotated.account('a')).toMatch(/^[0-9a-f]{12}$/);
  expect(rotated.accounts('a')).toEqual([rotated.account('a'), names.account('a')]);
  expect(rotated.networks('192.0.2.1', today)).toEqual([rotated.network('192.0.2.1'), names.network('192.0.2.1')]);
  expect(rotated.account('a')).not.toBe(names.account('a'));
});
