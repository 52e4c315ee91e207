// `npm run faults -- [mixed|kills|…] [--count 300]`: injects faults into a server under load, and reports losses, duplicates and the
// recovery time. `-- batch [--count 20] [--vaults 10000]` kills a server while it releases many vaults by date, and `-- webhooks [--count
// 1000]` loses, duplicates and reorders Stripe's webhook events. `-- went-back [--count 2]` puts back the database of two processes. `-- releases
// [--count 200]` runs races of releases (server/testing/release-races). `-- controls` runs each of them against the faults planted for it. Each
// takes `--seed N`, and `--planted name` to plant that fault in the server.
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runControls } from '../support/controls.ts';
import { findPlanted } from '../support/source-copy.ts';
import type { Log } from '../support/wait.ts';
import type { WebhookReport } from '../webhooks/run.ts';
import { type BatchReport, runBatchKills } from './batch-run.ts';
import { type FaultReport, runFaults } from './fault-run.ts';
import { type ReleaseRaceReport, runReleaseRaces } from './release-race-run.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { runWebhookCopy } from './webhook-run.ts';
import { runWentBack, type WentBackReport } from './went-back.ts';

const maxCount = 5000;
const usualCounts: Record<string, number> = { webhooks: 1000, batch: 20, 'went-back': 2, releases: 200 };
const usualFaults = 300;
/** This is enough for each planted fault to be found. */
const controlCounts: Record<string, number> = { webhooks: 25, 'went-back': 1, releases: 300 };
const controlFaults = 12;
const controlVaults = 1000;

const { values, positionals } = parseArgs({
  options: {
    count: { type: 'string' },
    vaults: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    planted: { type: 'string' },
  },
  allowPositionals: true,
});
// When interrupted it exits normally, so that everything started here ends too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const [kind = 'mixed', ...more] = positionals;
const scenario: Scenario | undefined = scenarios[kind as keyof typeof scenarios];
const count = Number(values.count ?? scenario?.count ?? usualCounts[kind] ?? usualFaults);
const vaults = Number(values.vaults);
const kinds = [...Object.keys(scenarios), 'batch', 'webhooks', 'went-back', 'releases', 'controls'];
const isValid = [count, vaults, seed].every((number) => Number.isInteger(number) && number >= 1) && count <= maxCount;
if (!kinds.includes(kind) || more.length > 0 || !isValid) {
  console.error(
    `Usage: npm run faults -- [${kinds.join('|')}] [--count 1..${maxCount}] [--vaults N] [--seed N] [--planted name]`,
  );
  process.exit(2);
}
if (values.planted !== undefined) findPlanted(values.planted);
const held = kind === 'controls' ? await runControls('faults', runControl) : await runOnce();
process.exit(held ? 0 : 1);

interface Asked {
  count: number;
  vaults: number;
  planted: string | undefined;
  log: Log;
}

/** Each violation is a sentence; the other figures are printed. */
type Report = FaultReport | BatchReport | WentBackReport | ((WebhookReport | ReleaseRaceReport) & { keptIn?: null });

async function run(kind: string, asked: Asked): Promise<Report> {
  const { count, vaults, planted, log } = asked;
  if (kind === 'batch') return runBatchKills({ vaults, kills: count, seed, planted, log });
  if (kind === 'webhooks')
    return runWebhookCopy({ permutations: count, processes: availableParallelism(), seed, planted, log });
  if (kind === 'releases')
    return runReleaseRaces({ races: count, processes: availableParallelism(), seed, planted, log });
  if (kind === 'went-back') return runWentBack({ count, seed, planted, log });
  const scenario: Scenario = scenarios[kind as keyof typeof scenarios];
  return runFaults({ scenario, faults: count, seed, planted, log });
}

async function runOnce(): Promise<boolean> {
  const { planted } = values;
  console.log(`${kind}: ${count}, seed ${seed}${planted === undefined ? '' : `, planted: ${planted}`}`);
  const began = performance.now();
  const report = await run(kind, { count, vaults, planted, log: console.log });
  const seconds = (performance.now() - began) / 1000;
  const { violations, keptIn } = report;
  for (const [name, figure] of Object.entries({ ...report, violations: violations.length, seconds }))
    if (typeof figure === 'number') console.log(`  ${name.padEnd(18)} ${Math.round(figure * 10) / 10}`);
  for (const violation of violations) console.error(`  violated: ${violation}`);
  if (keptIn) console.error(`The data, the log and the history are in ${keptIn}; the seed was ${seed}.`);
  return violations.length === 0;
}

async function runControl(kind: string, planted: string): Promise<string[]> {
  const usual: Scenario | undefined = scenarios[kind as keyof typeof scenarios];
  const count = controlCounts[kind] ?? Math.min(usual?.count ?? controlFaults, controlFaults);
  const { violations, keptIn } = await run(kind, { count, vaults: controlVaults, planted, log: () => {} });
  if (keptIn) rmSync(keptIn, { recursive: true, force: true });
  return violations;
}
