// A run with the files in a bucket of a real S3 server: Debian's radosgw.
import { expect, test } from 'vitest';
import { runFaults } from './fault-run.ts';
import { scenarios } from './scenarios.ts';

const seed = Number(process.env.FAULT_SEED ?? 20_26);
const log = () => {};
/** The tests run on one machine at the same time. */
const backWithinSeconds = 60;

test('nothing acknowledged is lost or done twice when the files are in a bucket, even while the bucket does not respond', {
  timeout: 600_000,
}, async () => {
  const report = await runFaults({ scenario: scenarios.bucket, faults: 8, seed, log, backWithinSeconds });
  expect(report.violations).toEqual([]);
  expect(report).toMatchObject({ faults: 8, lost: 0, doubled: 0 });
});
