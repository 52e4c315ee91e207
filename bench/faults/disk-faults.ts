// Fills the disk to its last byte for a short time.
import { setTimeout as delay } from 'node:timers/promises';
import { inDatabase } from '../support/embedded-database.ts';
import type { Fault } from './fault.ts';

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
