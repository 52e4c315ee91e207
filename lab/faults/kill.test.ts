// A short run that kills the server together with its database.
import { test } from 'vitest';
import { processFaults } from './faults.ts';
import { expectNothingLost, timeout } from './short-run.ts';

const faults = processFaults.filter(({ name }) => name === 'server and database killed');

test(
  'FAULT-1: nothing that was acknowledged is lost or done twice when the server and its database are killed',
  {
    timeout,
  },
  () => expectNothingLost({ faults, needs: [] }),
);
