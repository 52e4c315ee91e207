// Kills whole processes.
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';

const startedMilliseconds = 1500;

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
      const young = testbed.installation.spawn();
      await delay(random.next() * startedMilliseconds);
      await young.kill();
      testbed.start();
    },
  },
];
