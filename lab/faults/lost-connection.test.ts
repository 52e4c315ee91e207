// A short run of lost database connections: all connections at the same time, and the database itself.
import { test } from 'vitest';
import { databaseFaults } from './database-faults.ts';
import { expectNothingLost, timeout } from './short-run.ts';

const faults = databaseFaults.filter(({ name }) => name === 'every connection ended' || name === 'postmaster killed');

test(
  'nothing is lost when every database connection ends or the database is killed, and the server recovers automatically',
  {
    timeout,
  },
  () => expectNothingLost({ faults, needs: [] }),
);
