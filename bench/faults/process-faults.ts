// Kills whole processes.
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';

const startedMilliseconds = 1500;

export const processFaults: Fault[] = [
  {
    name: 'server killed',
    weight: 10,
    endsServer: true,
    async strike(world) {
      await world.server.kill();
      world.start();
    },
  },
  {
    name: 'server and database killed',
    weight: 8,
    endsServer: true,
    async strike(world) {
      await world.server.killWithDatabase();
      world.start();
    },
  },
  {
    // Some are killed early, while the start is still recovering.
    name: 'server killed, and again while it starts',
    weight: 3,
    endsServer: true,
    async strike(world, chance) {
      await world.server.kill();
      const young = world.home.spawn();
      await delay(chance.next() * startedMilliseconds);
      await young.kill();
      world.start();
    },
  },
];
