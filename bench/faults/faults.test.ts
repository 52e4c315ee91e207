// The short form of the fault run; `npm run faults` is the long one.
import { expect, test } from 'vitest';
import { runFaults } from './fault-run.ts';

test('FAULT-1: nothing that was answered is lost or done twice, however often the server is killed', {
  timeout: 300_000,
}, async () => {
  const report = await runFaults({ kills: 20, seed: Number(process.env.FAULT_SEED ?? 20_26) });
  expect(report.violations).toEqual([]);
  expect(report).toMatchObject({ kills: 20, lost: 0, doubled: 0 });
  // A run in which nothing happened proves nothing.
  expect(report.releases).toBeGreaterThan(4);
  expect(report.uploads).toBeGreaterThan(4);
});
