// The fault runs there are: what each strikes with, and what it needs of the machine.

import { canMakeDisk } from '../support/cut-disk.ts';
import { canFakeClock } from '../support/fake-clock.ts';
import type { Say } from '../support/wait.ts';
import { clockFaults } from './clock-faults.ts';
import { databaseFaults, longFreeze } from './database-faults.ts';
import { diskFaults } from './disk-faults.ts';
import type { Fault } from './fault.ts';
import { mailFaults } from './mail-faults.ts';
import { objectFaults } from './object-faults.ts';
import { powerCuts, processFaults } from './process-faults.ts';

export type Need = 'disk' | 'clock' | 'mail';

export interface Scenario {
  faults: Fault[];
  needs: Need[];
}

export const scenarios = {
  kills: { faults: processFaults, needs: ['mail'] },
  'power-cuts': { faults: powerCuts, needs: ['disk'] },
  database: { faults: [...databaseFaults, longFreeze], needs: ['mail'] },
  disk: { faults: diskFaults, needs: ['disk', 'mail'] },
  mail: { faults: mailFaults, needs: ['mail'] },
  clock: { faults: clockFaults, needs: ['clock', 'mail'] },
  objects: { faults: objectFaults, needs: ['mail'] },
  mixed: {
    faults: [
      ...processFaults,
      ...databaseFaults,
      longFreeze,
      ...diskFaults,
      ...mailFaults,
      ...clockFaults,
      ...objectFaults,
    ],
    needs: ['disk', 'clock', 'mail'],
  },
} satisfies Record<string, Scenario>;

const means: Record<Need, { isThere: () => boolean; faults: Fault[]; words: string }> = {
  disk: {
    isThere: canMakeDisk,
    faults: [...diskFaults, ...powerCuts],
    words: 'a disk of its own takes root and loop devices',
  },
  clock: { isThere: canFakeClock, faults: clockFaults, words: 'a false clock takes libfaketime' },
  mail: { isThere: () => true, faults: [], words: '' },
};

/** The scenario as far as this machine can play it; what it cannot is said. */
export function playable({ faults, needs }: Scenario, say: Say): { faults: Fault[]; needs: ReadonlySet<Need> } {
  const missing = needs.filter((need) => !means[need].isThere());
  const left = faults.filter((fault) => !missing.some((need) => means[need].faults.includes(fault)));
  for (const need of missing) say(`skipped: ${means[need].words}`);
  return { faults: left, needs: new Set(needs.filter((need) => !missing.includes(need))) };
}
