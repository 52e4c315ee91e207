// A short run with a failing mail server: it refuses a letter temporarily, or accepts one without a reply.
import { test } from 'vitest';
import { mailFaults } from './faults.ts';
import { expectNothingLost, timeout } from './short-run.ts';

const names = ['mail server: 451 at RCPT', 'mail server: takes the letter and closes'];
const faults = mailFaults.filter(({ name }) => names.includes(name));

test('every letter arrives after a mail server failure, and none arrives twice with different ids', { timeout }, () =>
  expectNothingLost({ faults, needs: ['mail'] }),
);
