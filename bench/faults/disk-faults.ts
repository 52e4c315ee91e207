// The disk is full to its last byte, for a while.
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
        // The database has to begin a new piece of its log, which is where a full disk hurts it most.
        await inDatabase(world.home.dataDirectory, 'select pg_switch_wal()').catch(() => null);
        await delay(fullMilliseconds);
      } finally {
        free?.();
      }
    },
  },
];
