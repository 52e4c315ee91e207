// `npm run faults -- [mixed|kills|…] [--faults 300] [--seed N] [--planted name]`: injects faults into a server under load, and
// reports what was lost, what was done twice, and how soon the service recovered.
// `npm run faults -- batch [--vaults 10000] [--faults 20] [--seed N] [--planted name]`: kills a server that releases many vaults by date.
// `npm run faults -- controls [--seed N]`: runs against each planted fault, and fails if one is not found.
// `npm run faults -- webhooks [--permutations 1000] [--seed N] [--planted name]`: loses, duplicates and reorders Stripe's webhook events.
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { plantedFaults } from '../support/planted-faults.ts';
import { findPlanted } from '../support/source-copy.ts';
import { runBatchKills } from './batch-run.ts';
import { type FaultReport, runFaults } from './fault-run.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { runWebhookCopy } from './webhook-run.ts';

const usualFaults = 300;
const maxFaults = 5000;
/** Enough for each planted fault to show. */
const controlFaults = 12;
const controlPermutations = 25;
const controlVaults = 1000;
const usualBatchKills = 20;
/** The runs of the webhooks that share the permutations. */
const processes = availableParallelism();

const { values, positionals } = parseArgs({
  options: {
    faults: { type: 'string' },
    vaults: { type: 'string', default: '10000' },
    permutations: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    planted: { type: 'string' },
  },
  allowPositionals: true,
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
// When interrupted it exits normally, so that everything started here ends too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (positionals.length === 1 && positionals[0] === 'webhooks') await runWebhookFaults();
if (positionals.length === 1 && positionals[0] === 'batch') await runBatchFaults();
if (positionals.length === 1 && positionals[0] === 'controls') await runControls();
const [name = 'mixed', ...more] = positionals;
const scenario: Scenario | undefined = scenarios[name as keyof typeof scenarios];
const faults = Number(values.faults ?? scenario?.count ?? usualFaults);
const isCount = Number.isInteger(faults) && faults >= 1 && faults <= maxFaults;
if (!scenario || more.length > 0 || !isCount || !Number.isInteger(seed)) {
  const names = Object.keys(scenarios).join('|');
  console.error(`Usage: npm run faults -- [${names}] [--faults 1..${maxFaults}] [--seed N] [--planted name]`);
  console.error('       npm run faults -- webhooks [--permutations N] [--seed N] [--planted name]');
  console.error('       npm run faults -- batch [--vaults N] [--faults N] [--seed N]');
  console.error('       npm run faults -- controls [--seed N]');
  process.exit(2);
}
const { planted } = values;
if (planted !== undefined) findPlanted(planted);
console.log(`${name}: ${faults} faults, seed ${seed}${planted === undefined ? '' : `, planted: ${planted}`}`);
const report = await runFaults({ scenario, faults, seed, planted, log: (line) => console.log(line) });
show(report);
process.exit(report.violations.length === 0 ? 0 : 1);

function show(report: FaultReport): void {
  const { median, max } = report.backSeconds;
  console.log(`
  faults     ${report.faults}
  back       after ${median.toFixed(1)} s (median), ${max.toFixed(1)} s at most
  releases   ${report.releases} answered 200
  uploads    ${report.uploads} answered 2xx
  lost       ${report.lost}
  doubled    ${report.doubled}
  repeats    ${report.repeats} letters came again with the same Message-ID
  violations ${report.violations.length}
  time       ${report.seconds} s
`);
  for (const violation of report.violations) console.error(`  violated: ${violation}`);
  if (report.keptIn) console.error(`The data, the log and the history lie in ${report.keptIn}; the seed was ${seed}.`);
}

/** Runs each planted fault with the scenario that must find it. */
async function runControls(): Promise<never> {
  let found = true;
  for (const { name, caughtBy, sign } of plantedFaults) {
    const [kind, by = ''] = caughtBy.split(' -- ');
    if (kind !== 'faults') continue;
    const began = performance.now();
    const report = await runControl(by, name);
    const shown = report.violations.find((words) => sign.test(words));
    const isFound = shown !== undefined;
    found &&= isFound;
    const words = `${name} by ${by}, ${Math.round((performance.now() - began) / 1000)} s: ${shown ?? ''}`;
    console.log(`${isFound ? 'found    ' : 'NOT FOUND'} ${words}`);
  }
  process.exit(found ? 0 : 1);
}

async function runControl(by: string, planted: string): Promise<{ violations: string[] }> {
  const log = () => {};
  if (by === 'batch') return runBatchKills({ vaults: controlVaults, kills: controlFaults, seed, planted, log });
  if (by === 'webhooks') return runWebhookCopy({ permutations: controlPermutations, processes, seed, planted, log });
  const scenario: Scenario = scenarios[by as keyof typeof scenarios];
  const faults = Math.min(scenario.count ?? controlFaults, controlFaults);
  const report = await runFaults({ scenario, faults, seed, planted, log });
  if (report.keptIn) rmSync(report.keptIn, { recursive: true, force: true });
  return report;
}

async function runWebhookFaults(): Promise<never> {
  const { planted } = values;
  const permutations = Number(values.permutations);
  console.log(
    `webhooks: ${permutations} permutations, seed ${seed}${planted === undefined ? '' : `, planted: ${planted}`}`,
  );
  const began = performance.now();
  const report = await runWebhookCopy({ permutations, seed, planted, processes, log: console.error });
  console.log(`
  permutations  ${report.permutations}
  steps         ${report.steps}
  deliveries    ${report.deliveries}
  kills         ${report.kills}
  violations    ${report.violations.length}
  time          ${Math.round((performance.now() - began) / 1000)} s
`);
  process.exit(report.violations.length === 0 ? 0 : 1);
}

async function runBatchFaults(): Promise<never> {
  const { planted } = values;
  const [vaults, kills] = [Number(values.vaults), Number(values.faults ?? usualBatchKills)];
  if (![vaults, kills, seed].every((count) => Number.isInteger(count) && count >= 1))
    throw new Error('vaults, faults and seed are whole numbers from 1');
  console.log(
    `batch: ${vaults} vaults, ${kills} kills, seed ${seed}${planted === undefined ? '' : `, planted: ${planted}`}`,
  );
  const report = await runBatchKills({ vaults, kills, seed, planted, log: (line) => console.log(line) });
  console.log(`
  kills      ${kills}, ${report.killsInBatch} of them before the last release
  lost       ${report.lost}
  doubled    ${report.doubled}
  violations ${report.violations.length}
`);
  for (const violation of report.violations) console.error(`  violated: ${violation}`);
  if (report.keptIn) console.error(`The data and the log lie in ${report.keptIn}; the seed was ${seed}.`);
  process.exit(report.violations.length === 0 ? 0 : 1);
}
