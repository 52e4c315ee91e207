// The short form of the fault runs; `npm run faults` is the long one.
import { expect, test } from 'vitest';
import { withFault } from '../support/planted.ts';
import { plantedFaults } from '../support/planted-faults.ts';
import { runFaults } from './fault-run.ts';
import { scenarios } from './scenarios.ts';

const seed = Number(process.env.FAULT_SEED ?? 20_26);
const say = () => {};
/** The tests share the machine with each other. */
const backWithinSeconds = 60;

test('FAULT-1: nothing that was answered is lost or done twice, however often the server is killed', {
  timeout: 300_000,
}, async () => {
  const report = await runFaults({ scenario: scenarios.kills, faults: 12, seed, say, backWithinSeconds });
  expect(report.violations).toEqual([]);
  expect(report).toMatchObject({ faults: 12, lost: 0, doubled: 0 });
});

test.each(plantedFaults.map((fault) => [fault.name, fault] as const))(
  'FAULT-3: the planted fault %s still has its place in the sources',
  (_, fault) => {
    expect(withFault(fault)).toContain(fault.replace);
  },
);
