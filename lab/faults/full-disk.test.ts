// A short run on a simulated disk that is full for a while.
import { test } from 'vitest';
import { simulatedFullDisk } from './faults.ts';
import { expectNothingLost, timeout } from './short-run.ts';

test(
  'FAULT-10: while the disk is full, uploads are refused with a code and nothing is lost; then the service recovers automatically',
  {
    timeout,
  },
  () => expectNothingLost({ faults: [simulatedFullDisk], needs: ['simulated disk'] }),
);
