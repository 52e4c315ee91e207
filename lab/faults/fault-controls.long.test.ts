// Each run uses a server with a planted fault, and must find it.
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plantedFaults } from '../support/planted-faults.ts';
import { databaseFaults } from './database-faults.ts';
import { runFaults } from './fault-run.ts';
import { runWebhookCopy } from './webhook-run.ts';

const seed = Number(process.env.FAULT_SEED ?? 20_26);
const log = () => {};
/** The tests run on one machine at the same time. */
const backWithinSeconds = 60;

test('a server that ends with a lost connection to its database is found out', {
  timeout: 600_000,
}, async () => {
  const scenario = {
    faults: databaseFaults.filter(({ name }) => name.includes(' ended')),
    needs: ['mail' as const],
  };
  const planted = 'no-error-listener';
  const report = await runFaults({ scenario, faults: 3, seed, planted, log, backWithinSeconds });
  if (report.keptIn) rmSync(report.keptIn, { recursive: true, force: true });
  expect(report.violations.join('\n')).toContain('the server ended by itself');
});

test.each(plantedFaults.filter(({ caughtBy }) => caughtBy === 'faults -- webhooks'))(
  'the planted fault $name is counted by a run of the webhooks, which goes on to its end',
  { timeout: 300_000 },
  async ({ name: planted, sign }) => {
    // The time of a kill is random, so ten permutations may miss a fault that the next ten find.
    const violations: string[] = [];
    for (let run = 0; run < 5 && !sign.test(violations.join('\n')); run += 1) {
      const report = await runWebhookCopy({ permutations: 10, seed: seed + run, planted, log });
      expect(report.permutations).toBe(10);
      violations.push(...report.violations);
    }
    expect(violations.join('\n')).toMatch(sign);
  },
);
