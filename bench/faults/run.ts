// `npm run faults -- [releases-and-uploads] [--kills 300] [--seed N]`: kills the server again and again, and says what was lost.
// `npm run faults -- power-cuts [--kills 300] [--seed N]`: the same with the power of its disk cut each time; needs root.
// `npm run faults -- webhooks [--permutations 1000] [--seed N]`: the same of the card processor's events.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runFaults } from './fault-run.ts';

const scenarios = ['releases-and-uploads', 'power-cuts'];
const killsMost = 5000;

const { values, positionals } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    permutations: { type: 'string', default: '1000' },
    seed: { type: 'string' },
  },
  allowPositionals: true,
});
const kills = Number(values.kills);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
// Ended from outside, it still exits by itself, and whatever was started here ends with that.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (positionals.length === 1 && positionals[0] === 'webhooks') {
  const program = path.resolve(import.meta.dirname, '../../server/src/testing/run-webhooks.ts');
  console.log(`webhooks: ${values.permutations} permutations, seed ${seed}`);
  const child = spawn(process.execPath, [program, values.permutations, String(seed)], { stdio: 'inherit' });
  process.once('exit', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  process.exit(code ?? 1);
}
const [scenario = 'releases-and-uploads', ...more] = positionals;
const isKnown = scenarios.includes(scenario) && more.length === 0;
if (!isKnown || !Number.isInteger(kills) || kills < 1 || kills > killsMost || !Number.isInteger(seed)) {
  console.error(`Usage: npm run faults -- [${scenarios.join('|')}] [--kills 1..${killsMost}] [--seed N]`);
  console.error('       npm run faults -- webhooks [--permutations N] [--seed N]');
  process.exit(2);
}

console.log(`${scenario}: ${kills} kills, seed ${seed}`);
const report = await runFaults({ kills, seed, cutsPower: scenario === 'power-cuts' });
console.log(`
  kills      ${report.kills}
  starts     ${report.starts}, half of them within ${report.startMilliseconds} ms
  releases   ${report.releases} answered 200
  uploads    ${report.uploads} answered 2xx
  lost       ${report.lost}
  doubled    ${report.doubled}
  repeats    ${report.repeats} letters written again with the same Message-ID
  time       ${report.seconds} s
`);
for (const violation of report.violations) console.error(`  violated: ${violation}`);
if (report.keptIn)
  console.error(`The data, the log and the history are kept in ${report.keptIn}; the seed was ${seed}.`);
process.exit(report.violations.length === 0 ? 0 : 1);
