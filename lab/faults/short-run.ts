// The short runs of `npm test`: a few faults of one kind under a light load. Afterwards nothing acknowledged is lost or done twice, and the
// service works again on its own. `npm run faults` injects more faults under more load.
import { expect } from 'vitest';
import { runFaults } from './fault-run.ts';
import type { Scenario } from './scenarios.ts';

/** Ends a hung run; `npm run faults` measures how fast the service recovers. */
export const timeout = 300_000;
const backWithinSeconds = 60;
const seed = Number(process.env.FAULT_SEED ?? 20_26);

/** Injects each fault of the scenario once. */
export async function expectNothingLost(scenario: Scenario): Promise<void> {
  const { length: faults } = scenario.faults;
  const log = process.env.FAULT_OUTPUT ? console.log : () => {};
  const report = await runFaults({
    scenario,
    faults,
    seed,
    backWithinSeconds,
    isShort: true,
    planted: process.env.FAULT_PLANTED,
    log,
  });
  expect(report.violations).toEqual([]);
  expect(report).toMatchObject({ faults, lost: 0, doubled: 0 });
}
