// Fills the disk to its last byte for a short time.
import { setTimeout as delay } from 'node:timers/promises';
import { inDatabase } from '../support/embedded-database.ts';
import type { Fault } from './fault.ts';
import { recordViolation } from './testbed.ts';

const fullMilliseconds = 2500;

export const diskFaults: Fault[] = [
  {
    name: 'disk full',
    weight: 5,
    async inject(testbed) {
      const free = testbed.disk?.fill();
      try {
        // Forces a new WAL segment, where a full disk is hardest for the database.
        await inDatabase(testbed.installation.dataDirectory, 'select pg_switch_wal()').catch(() => null);
        await delay(fullMilliseconds);
      } finally {
        free?.();
      }
    },
  },
];

/** For a simulated full disk: an upload during it is refused, and neither acknowledged nor a bare fault. */
export const simulatedFullDisk: Fault = {
  name: 'disk full, as a simulated disk says',
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
