// The short form of `npm run faults`: no acknowledged action is lost or done twice, and planted faults are found.
import { rmSync } from 'node:fs';
import { hasRadosGateway } from '@remembrance/server/testing/rados-gateway.ts';
import { expect, test } from 'vitest';
import { withFault } from '../support/planted.ts';
import { plantedFaults } from '../support/planted-faults.ts';
import { runBatchKills } from './batch-run.ts';
import { databaseFaults } from './database-faults.ts';
import { runFaults } from './fault-run.ts';
import { scenarios } from './scenarios.ts';
import { runWebhookCopy } from './webhook-run.ts';

const seed = Number(process.env.FAULT_SEED ?? 20_26);
const say = () => {};
/** The tests share the machine with each other. */
const backWithinSeconds = 60;

test('FAULT-1: nothing that was answered is lost or done twice, however often the server is killed', {
  timeout: 600_000,
}, async () => {
  const report = await runFaults({ scenario: scenarios.kills, faults: 12, seed, say, backWithinSeconds });
  expect(report.violations).toEqual([]);
  expect(report).toMatchObject({ faults: 12, lost: 0, doubled: 0 });
});

test.skipIf(!hasRadosGateway)(
  'FAULT-7: nothing that was answered is lost or done twice where the files are in a bucket, also while it is held up',
  {
    timeout: 600_000,
  },
  async () => {
    const report = await runFaults({ scenario: scenarios.bucket, faults: 8, seed, say, backWithinSeconds });
    expect(report.violations).toEqual([]);
    expect(report).toMatchObject({ faults: 8, lost: 0, doubled: 0 });
  },
);

test('FAULT-8: of many releases by date, each happens once and whole, however often the server is killed among them', {
  timeout: 600_000,
}, async () => {
  const report = await runBatchKills({ vaults: 1000, kills: 3, seed, say });
  expect(report.violations).toEqual([]);
  expect(report).toMatchObject({ lost: 0, doubled: 0 });
});

test('FAULT-4: one fault of each kind (process, database, mail, clock, stored file) loses nothing, and the service is back by itself', {
  timeout: 600_000,
}, async () => {
  const { short } = scenarios;
  const report = await runFaults({ scenario: short, faults: short.count, seed, say, backWithinSeconds });
  expect(report.violations).toEqual([]);
  expect(report).toMatchObject({ lost: 0, doubled: 0 });
  expect(report.faults).toBeGreaterThan(6);
});

test('FAULT-5: a server that ends with a lost connection to its database is found out', {
  timeout: 600_000,
}, async () => {
  const scenario = {
    faults: databaseFaults.filter(({ name }) => name.includes(' ended')),
    needs: ['mail' as const],
  };
  const planted = 'no-error-listener';
  const report = await runFaults({ scenario, faults: 3, seed, planted, say, backWithinSeconds });
  if (report.keptIn) rmSync(report.keptIn, { recursive: true, force: true });
  expect(report.violations.join('\n')).toContain('the server ended by itself');
});

test.each(plantedFaults.filter(({ caughtBy }) => caughtBy === 'faults -- webhooks'))(
  'FAULT-6: the planted fault $name is counted by a run of the webhooks, which goes on to its end',
  { timeout: 300_000 },
  async ({ name: planted, sign }) => {
    // When a process is killed is left to chance, so ten permutations may miss what the next ten show.
    const violations: string[] = [];
    for (let run = 0; run < 5 && !sign.test(violations.join('\n')); run += 1) {
      const report = await runWebhookCopy({ permutations: 10, seed: seed + run, planted, say });
      expect(report.permutations).toBe(10);
      violations.push(...report.violations);
    }
    expect(violations.join('\n')).toMatch(sign);
  },
);

test.each(plantedFaults.map((fault) => [fault.name, fault] as const))(
  'FAULT-3: the planted fault %s still has its place in the sources',
  (_, fault) => {
    expect(withFault(fault)).toContain(fault.replace);
  },
);
