// Defaults, and the line a wrong setting stops the start with.
import { expect, test } from 'vitest';
import { environmentExample, readConfig } from './config.ts';

test('CFG-1: without any setting every value works on one machine', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000', devMailbox: true, stripe: undefined });
});

test.each([
  [{ PORT: 'abc' }, 'PORT is "abc"; it takes a whole number from 1 to 65535.'],
  [{ PORT: '70000' }, 'PORT is "70000"; it takes a whole number from 1 to 65535.'],
  [
    { PUBLIC_URL: 'example.org' },
    'PUBLIC_URL is "example.org"; it takes an address that begins with http:// or https://.',
  ],
  [
    { DATABASE_URL: 'mysql://u:hunter2@h/d' },
    'DATABASE_URL is not valid; it takes an address that begins with postgres:// or postgresql://.',
  ],
  [{ SECRET: 'hunter2' }, 'SECRET is not valid; it takes a secret of at least 32 characters.'],
  [
    { STRIPE_SECRET_KEY: 'x', STRIPE_PUBLISHABLE_KEY: 'y' },
    'STRIPE_WEBHOOK_SECRET is missing; set it to its value from Stripe, together with the other two.',
  ],
])(
  'CFG-2: %j stops the start with one line that names the variable, its value and what is accepted',
  (environment, line) => {
    expect(() => readConfig(environment)).toThrow(expect.objectContaining({ name: 'StartRefused', message: line }));
  },
);

test('CFG-4: every variable is documented in .env.example', () => {
  expect(environmentExample()).toContain('# PORT=3000');
  expect(environmentExample()).not.toMatch(/hunter2/);
});
