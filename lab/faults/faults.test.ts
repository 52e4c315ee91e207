// Short runs: a kill, a power cut and a full disk, each once under a light load. Afterwards nothing acknowledged is lost or done twice, and
// the service works again on its own. `npm run faults` injects every fault under more load, and measures how fast the service recovers.
import { expect, test } from 'vitest';
import { plantedFaults } from '../support/planted-faults.ts';
import { editsOf, withFault } from '../support/source-copy.ts';
import { runFaults } from './fault-run.ts';
import { type Fault, processFaults, simulatedFullDisk } from './faults.ts';
import { powerCuts } from './power-cuts.ts';
import type { Scenario } from './scenarios.ts';

const seed = Number(process.env.FAULT_SEED ?? 20_26);
/** Ends a hung run. */
const timeout = 300_000;
const named = (faults: Fault[], ...names: string[]) => faults.filter(({ name }) => names.includes(name));

const runs: Record<string, Scenario> = {
  'FAULT-1: nothing that was acknowledged is lost or done twice when the server and its database are killed': {
    faults: named(processFaults, 'server and database killed'),
    needs: [],
  },
  'FAULT-9: after a power cut our own files contain everything that was acknowledged': {
    faults: named(powerCuts, 'power cut'),
    needs: ['simulated disk'],
  },
  'FAULT-10: while the disk is full, uploads are refused with a code and nothing is lost; then the service recovers automatically':
    { faults: [simulatedFullDisk], needs: ['simulated disk'] },
};

test.each(Object.entries(runs))('%s', { timeout }, async (_, scenario) => {
  const { length: faults } = scenario.faults;
  const report = await runFaults({ scenario, faults, seed, backWithinSeconds: 60, isShort: true, log: () => {} });
  expect(report.violations).toEqual([]);
  expect(report).toMatchObject({ faults, lost: 0, doubled: 0 });
});

test.each(plantedFaults.map((fault) => [fault.name, fault] as const))(
  'the code that the planted fault %s replaces still exists',
  (_, fault) => {
    for (const edit of editsOf(fault)) expect(withFault(fault.name, edit)).toContain(edit.replace);
  },
);
