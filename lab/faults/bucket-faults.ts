// Holds up the bucket of the files, as a network that loses everything does, alone and while the server is killed.
import { setTimeout as delay } from 'node:timers/promises';
import { type Fault, moment } from './fault.ts';
import { processFaults } from './process-faults.ts';

/** The service's own limit for a bucket that says nothing is longer, so what waited goes on. */
export const bucketFaults: Fault[] = [
  {
    name: 'bucket held up',
    weight: 4,
    async inject({ bucket }, random) {
      bucket?.pause();
      try {
        await delay(moment(random));
      } finally {
        bucket?.resume();
      }
    },
  },
  {
    name: 'server killed while the bucket is held up',
    weight: 4,
    endsServer: true,
    async inject(testbed, random) {
      testbed.bucket?.pause();
      try {
        await delay(moment(random));
        await testbed.server.kill();
      } finally {
        testbed.bucket?.resume();
      }
      testbed.start();
    },
  },
  ...processFaults.map((fault) => ({ ...fault, name: `${fault.name}, files in a bucket` })),
];
