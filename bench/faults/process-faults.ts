// Kills whole processes, or cuts the power of the disk.
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

export const powerCuts: Fault[] = [
  {
    name: 'power cut',
    weight: 1,
    endsServer: true,
    // What was acknowledged a moment ago is the most likely to be lost: on a busy machine the kernel soon writes it by itself.
    async strike(world, _chance, probe) {
      await probe.upload();
      world.disk?.cut();
      await world.server.killWithDatabase();
      await world.disk?.mountAgain();
      world.start();
    },
  },
];
