// Longer runs than those of `npm test`, with enough faults to produce rare cases.
import { expect, test } from 'vitest';
import { runBatchKills } from './batch-run.ts';
import { runFaults } from './fault-run.ts';
import { scenarios } from './scenarios.ts';

const seed = Number(process.env.FAULT_SEED ?? 20_26);
const log = () => {};
/** The tests run on one machine at the same time. */
const backWithinSeconds = 60;

test('FAULT-1: nothing that was acknowledged is lost or done twice, however often the server is killed', {
  timeout: 600_000,
}, async () => {
  const report = await runFaults({ scenario: scenarios.kills, faults: 12, seed, log, backWithinSeconds });
  expect(report.violations).toEqual([]);
  expect(report).toMatchObject({ faults: 12, lost: 0, doubled: 0 });
});

test('many releases by date each happen once and completely, however often the server is killed during them', {
  timeout: 600_000,
}, async () => {
  const report = await runBatchKills({ vaults: 1000, kills: 3, seed, log });
  expect(report.violations).toEqual([]);
  expect(report).toMatchObject({ lost: 0, doubled: 0 });
});

test('FAULT-4: one fault of each kind (process, database, mail, clock) loses nothing, and the service recovers automatically', {
  timeout: 600_000,
}, async () => {
  const { short } = scenarios;
  const report = await runFaults({ scenario: short, faults: short.count, seed, log, backWithinSeconds });
  expect(report.violations).toEqual([]);
  expect(report).toMatchObject({ lost: 0, doubled: 0 });
  expect(report.faults).toBeGreaterThan(6);
});
