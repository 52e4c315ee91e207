// The scenarios: the faults that each injects, and its requirements of the machine.
import { debianPostgresPackage, hasDebianPostgres } from '@remembrance/server/testing/debian-cluster.ts';
import { hasRadosGateway, radosGatewayPackages } from '@remembrance/server/testing/rados-gateway.ts';
import { canFakeClock, fakeClockPackage } from '../support/fake-clock.ts';
import { canCreateLoopDisk } from '../support/loop-disk.ts';
import { databaseFaults, longFreeze } from './database-faults.ts';
import {
  bucketFaults,
  clockFaults,
  databaseServerFaults,
  type Fault,
  fullDisk,
  mailFaults,
  processFaults,
} from './faults.ts';
import { pairFaults, secondClockFaults } from './pair-faults.ts';
import { powerCuts } from './power-cuts.ts';
import type { Need } from './testbed.ts';

export interface Scenario {
  faults: Fault[];
  needs: Need[];
  /** The default number of injected faults. */
  count?: number;
}

/** Faults of each kind with a short duration. */
const quickFaults = [
  'server killed',
  'one backend killed',
  'postmaster killed',
  'one connection ended',
  'every connection ended',
  'mail server: 451 at RCPT',
  'mail server: takes the letter and closes',
  'clock 2 years ahead',
  'clock 1 hour back',
];
const all = [...processFaults, ...databaseFaults, longFreeze, fullDisk, ...mailFaults, ...clockFaults];

const pair: Need[] = ['postgres', 'bucket', 'mail', 'second process'];

export const scenarios = {
  kills: { faults: processFaults, needs: ['mail'] },
  'power-cuts': { faults: powerCuts, needs: ['disk'] },
  // Discards everything that was not synced, even if the kernel has already written it, as it does on a busy machine.
  'simulated-cuts': { faults: powerCuts, needs: ['simulated disk'], count: 2 },
  database: { faults: [...databaseFaults, longFreeze], needs: ['mail'] },
  disk: { faults: [fullDisk], needs: ['disk', 'mail'] },
  mail: { faults: mailFaults, needs: ['mail'] },
  clock: { faults: clockFaults, needs: ['clock', 'mail'] },
  server: { faults: databaseServerFaults, needs: ['postgres', 'mail'], count: 61 },
  bucket: { faults: bucketFaults, needs: ['bucket', 'mail'] },
  pair: { faults: pairFaults, needs: [...pair], count: pairFaults.length },
  'second-clock': { faults: secondClockFaults, needs: [...pair, 'clock'], count: secondClockFaults.length },
  mixed: { faults: all, needs: ['disk', 'clock', 'mail'] },
  short: {
    faults: all.filter(({ name }) => quickFaults.includes(name)),
    needs: ['clock', 'mail'],
    count: quickFaults.length,
  },
} satisfies Record<string, Scenario>;

/** The requirements that a machine may lack, and how to describe each. */
const means: Partial<Record<Need, { isThere: () => boolean; words: string }>> = {
  disk: {
    isThere: canCreateLoopDisk,
    words: 'a separate disk, which requires root on Linux with loop devices',
  },
  clock: { isThere: canFakeClock, words: `a fake clock: Debian's package ${fakeClockPackage}` },
  postgres: { isThere: () => hasDebianPostgres, words: `a database server: Debian's package ${debianPostgresPackage}` },
  bucket: { isThere: () => hasRadosGateway, words: `a bucket: Debian's packages ${radosGatewayPackages.join(', ')}` },
};

/** @throws an error that names what this machine lacks. */
export function ensure({ needs }: Scenario): ReadonlySet<Need> {
  const missing = needs.flatMap((need) => means[need] ?? []).filter(({ isThere }) => !isThere());
  if (missing.length > 0) throw new Error(`This run needs ${missing.map(({ words }) => words).join('; ')}.`);
  return new Set(needs);
}
