// The scenarios: the faults each injects, and what it needs of the machine.

import { hasRadosGateway } from '@remembrance/server/testing/rados-gateway.ts';
import { canMakeDisk } from '../support/cut-disk.ts';
import { hasDebianPostgres } from '../support/debian-postgres.ts';
import { canFakeClock } from '../support/fake-clock.ts';
import type { Say } from '../support/wait.ts';
import { bucketFaults } from './bucket-faults.ts';
import { clockFaults } from './clock-faults.ts';
import { databaseFaults, longFreeze } from './database-faults.ts';
import { diskFaults } from './disk-faults.ts';
import type { Fault } from './fault.ts';
import { mailFaults } from './mail-faults.ts';
import { objectFaults } from './object-faults.ts';
import { ownServerFaults } from './own-server-faults.ts';
import { powerCuts, processFaults } from './process-faults.ts';
import type { Need } from './world.ts';

export interface Scenario {
  faults: Fault[];
  needs: Need[];
  /** How many faults it strikes with where nobody says. */
  count?: number;
}

/** One of each kind that is soon over. */
const cheap = [
  ...['server killed', 'one backend killed', 'postmaster killed', 'one connection ended', 'every connection ended'],
  ...[
    'mail server: 451 at RCPT',
    'mail server: takes the letter and closes',
    'clock 2 years ahead',
    'clock 1 hour back',
  ],
  ...['a stored file damaged', 'a stored file removed'],
];
const all = [
  ...processFaults,
  ...databaseFaults,
  longFreeze,
  ...diskFaults,
  ...mailFaults,
  ...clockFaults,
  ...objectFaults,
];

export const scenarios = {
  kills: { faults: processFaults, needs: ['mail'] },
  'power-cuts': { faults: powerCuts, needs: ['disk'] },
  database: { faults: [...databaseFaults, longFreeze], needs: ['mail'] },
  disk: { faults: diskFaults, needs: ['disk', 'mail'] },
  mail: { faults: mailFaults, needs: ['mail'] },
  clock: { faults: clockFaults, needs: ['clock', 'mail'] },
  objects: { faults: objectFaults, needs: ['mail'] },
  server: { faults: ownServerFaults, needs: ['postgres', 'mail'], count: 61 },
  bucket: { faults: bucketFaults, needs: ['bucket', 'mail'] },
  mixed: { faults: all, needs: ['disk', 'clock', 'mail'] },
  short: { faults: all.filter(({ name }) => cheap.includes(name)), needs: ['clock', 'mail'], count: cheap.length },
} satisfies Record<string, Scenario>;

const means: Record<Need, { isThere: () => boolean; faults: Fault[]; words: string }> = {
  disk: {
    isThere: canMakeDisk,
    faults: [...diskFaults, ...powerCuts],
    words: 'a disk of its own takes root and loop devices',
  },
  clock: { isThere: canFakeClock, faults: clockFaults, words: 'a false clock takes libfaketime' },
  mail: { isThere: () => true, faults: [], words: '' },
  postgres: {
    isThere: hasDebianPostgres,
    faults: ownServerFaults,
    words: "a database server takes Debian's package postgresql-15",
  },
  bucket: {
    isThere: () => hasRadosGateway,
    faults: bucketFaults,
    words: "a bucket takes Debian's package radosgw, which `npm test` installs",
  },
};

/** The scenario as far as this machine can play it; what it cannot is said. */
export function playable({ faults, needs }: Scenario, say: Say): { faults: Fault[]; needs: ReadonlySet<Need> } {
  const missing = needs.filter((need) => !means[need].isThere());
  const left = faults.filter((fault) => !missing.some((need) => means[need].faults.includes(fault)));
  for (const need of missing) say(`skipped: ${means[need].words}`);
  return { faults: left, needs: new Set(needs.filter((need) => !missing.includes(need))) };
}
