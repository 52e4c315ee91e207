// A short run of power cuts on a simulated disk, which forgets what was not synced.
import { test } from 'vitest';
import { powerCuts } from './power-cuts.ts';
import { expectNothingLost, timeout } from './short-run.ts';

test('FAULT-9: after a power cut our own files contain everything that was acknowledged', { timeout }, () =>
  expectNothingLost({ faults: powerCuts, needs: ['simulated disk'] }),
);
