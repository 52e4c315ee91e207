// One fault of each kind that needs a faked clock. `npm run faults` runs each kind with more faults.
import { expect, test } from 'vitest';
import { runFaults } from './fault-run.ts';
import { scenarios } from './scenarios.ts';

const seed = Number(process.env.FAULT_SEED ?? 20_26);

test('FAULT-4: one fault of each kind (process, database, mail, clock) loses nothing, and the service recovers automatically', {
  timeout: 600_000,
}, async () => {
  const { short } = scenarios;
  const report = await runFaults({ scenario: short, faults: short.count, seed, log: () => {}, backWithinSeconds: 60 });
  expect(report.violations).toEqual([]);
  expect(report).toMatchObject({ lost: 0, doubled: 0 });
  expect(report.faults).toBeGreaterThan(6);
});
