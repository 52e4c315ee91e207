// Fills the disk to its last byte for a short time.
import { setTimeout as delay } from 'node:timers/promises';
import { inDatabase } from '../support/embedded-database.ts';
import type { Fault } from './fault.ts';
import { complain } from './world.ts';

const fullMilliseconds = 2500;

export const diskFaults: Fault[] = [
  {
    name: 'disk full',
    weight: 5,
    async strike(world) {
      const free = world.disk?.fill();
      try {
        // Forces a new WAL segment, where a full disk is hardest for the database.
        await inDatabase(world.home.dataDirectory, 'select pg_switch_wal()').catch(() => null);
        await delay(fullMilliseconds);
      } finally {
        free?.();
      }
    },
  },
];

/** For an imitated full disk: an upload during it is refused, and neither acknowledged nor a bare fault. */
export const imitatedFullDisk: Fault = {
  name: 'disk full, as an imitated disk says',
  weight: 1,
  async strike(world, _chance, probe) {
    const free = world.disk?.fill();
    try {
      const status = await probe.upload();
      if (status !== 503 && status !== 507)
        complain(world, `an upload to a full disk was answered ${status ?? 'not at all'}`);
    } finally {
      free?.();
    }
  },
};
