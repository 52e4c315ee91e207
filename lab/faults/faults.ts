// The faults that a fault run injects: what each breaks, and for how long. Those of the embedded database are in database-faults.ts, power
// cuts in power-cuts.ts.
import { setTimeout as delay } from 'node:timers/promises';
import { inDatabase } from '../support/embedded-database.ts';
import { mailFailures } from '../support/mail-server.ts';
import type { Random } from '../support/random.ts';
import { findUnready, type Probe } from './probes.ts';
import { recordViolation, type Testbed } from './testbed.ts';

export interface Fault {
  name: string;
  /** Its relative frequency. */
  weight: number;
  /** The fault ends the server's own process, which otherwise must never end. */
  endsServer?: boolean;
  /** Resolves when the cause is removed. The service must then recover on its own. */
  inject(testbed: Testbed, random: Random, probe: Probe): Promise<void>;
}

/** How long a fault stays active under load. */
const momentOf = (random: Random): number => 300 + random.next() * 1200;

const startMilliseconds = 1500;

export const processFaults: Fault[] = [
  {
    name: 'server killed',
    weight: 10,
    endsServer: true,
    async inject(testbed) {
      await testbed.server.kill();
      testbed.start();
    },
  },
  {
    name: 'server and database killed',
    weight: 8,
    endsServer: true,
    async inject(testbed) {
      await testbed.server.killWithDatabase();
      testbed.start();
    },
  },
  {
    // Some are killed early, while the start is still recovering.
    name: 'server killed, and again while it starts',
    weight: 3,
    endsServer: true,
    async inject(testbed, random) {
      await testbed.server.kill();
      const starting = testbed.installation.spawn();
      await delay(random.next() * startMilliseconds);
      await starting.kill();
      testbed.start();
    },
  },
];

export const mailFaults: Fault[] = mailFailures.map((failure) => ({
  name: `mail server: ${failure}`,
  weight: 1,
  async inject({ mail }, random) {
    await mail?.fail(failure);
    await delay(momentOf(random) + 700);
    await mail?.recover();
  },
}));

const hour = 3600;
const jumps = {
  '2 hours ahead': 2 * hour,
  '2 years ahead': 730 * 24 * hour,
  '1 hour back': -hour,
  '1 year back': -365 * 24 * hour,
};
/** Long enough for the release job to run under the wrong clock. */
export const releaseJobMilliseconds = 10_500;

export const clockFaults: Fault[] = Object.entries(jumps).map(([jump, seconds]) => ({
  name: `clock ${jump}`,
  weight: 1,
  async inject({ clock }, random) {
    clock?.move(seconds);
    await delay(seconds > 0 ? releaseJobMilliseconds : momentOf(random));
    clock?.move(0);
  },
}));

const fullMilliseconds = 2500;

export const fullDisk: Fault = {
  name: 'disk full',
  weight: 5,
  async inject({ disk, installation }) {
    const free = disk?.fill();
    try {
      // Forces a new WAL segment, where a full disk is hardest for the database.
      await inDatabase(installation.dataDirectory, 'select pg_switch_wal()').catch(() => null);
      await delay(fullMilliseconds);
    } finally {
      free?.();
    }
  },
};

/** An upload to a simulated full disk is refused, and neither acknowledged nor answered with a bare fault. */
export const simulatedFullDisk: Fault = {
  name: 'simulated full disk',
  weight: 1,
  async inject(testbed, _random, probe) {
    const free = testbed.disk?.fill();
    try {
      const status = await probe.upload();
      if (status !== 503 && status !== 507)
        recordViolation(testbed, `an upload to a full disk was answered ${status ?? 'not at all'}`);
    } finally {
      free?.();
    }
  },
};

/** The service waits for a silent bucket longer than these faults last, so waiting requests continue. */
export const bucketFaults: Fault[] = [
  {
    name: 'bucket paused',
    weight: 4,
    inject: (testbed, random) => whilePaused(testbed, random, async () => {}),
  },
  {
    name: 'server killed while the bucket is paused',
    weight: 4,
    endsServer: true,
    async inject(testbed, random) {
      await whilePaused(testbed, random, () => testbed.server.kill());
      testbed.start();
    },
  },
  ...processFaults.map((fault) => ({ ...fault, name: `${fault.name}, files in a bucket` })),
];

async function whilePaused({ bucket }: Testbed, random: Random, act: () => Promise<void>): Promise<void> {
  bucket?.pause();
  try {
    await delay(momentOf(random));
    await act();
  } finally {
    bucket?.resume();
  }
}

const otherConnections = "from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";

/** Faults of an external PostgreSQL. */
export const databaseServerFaults: Fault[] = [
  {
    name: 'every connection ended by the database server',
    weight: 50,
    async inject({ postgres }) {
      await postgres?.query(`select pg_terminate_backend(pid) ${otherConnections}`);
    },
  },
  { name: 'database server restarted', weight: 10, inject: async ({ postgres }) => postgres?.restart() },
  {
    name: 'failover to a standby',
    weight: 1,
    inject: async ({ postgres, url }) => postgres?.failOver(() => findUnready([url])),
  },
];
