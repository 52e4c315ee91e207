// `npm run test:soak -- <n> [--busy]`: runs `npm test` n times and names every test that failed in any run, with how often. With --busy
// two endless loops compete for the processor.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root, run } from '../processes.ts';
import type { Summary } from './tests.ts';

const summaryFile = path.join(root, 'test-results/summary.json');

const { values, positionals } = parseArgs({
  options: { busy: { type: 'boolean' } },
  allowPositionals: true,
});
const runs = Number(positionals[0]);
if (positionals.length !== 1 || !Number.isInteger(runs) || runs < 1) {
  console.error('Usage: npm run test:soak -- <number of runs> [--busy]');
  process.exit(2);
}

const failures = new Map<string, number>();
const secondTries = new Map<string, number>();
let green = 0;
const loops = values.busy ? [startLoop(), startLoop()] : [];
process.once('exit', () => {
  for (const loop of loops) loop.kill('SIGKILL');
});
for (let number = 1; number <= runs; number += 1) {
  const summary = await runOnce();
  if (summary.failed === 0) green += 1;
  addTo(failures, summary.failures);
  addTo(secondTries, summary.secondTries);
  const { passed, failed, skipped, seconds } = summary;
  console.log(
    `run ${number} of ${runs}: ${seconds} s, ${passed} passed, ${failed} failed, ${skipped} skipped, ` +
      `${summary.secondTries.length} on the second try`,
  );
  for (const name of summary.failures) console.log(`  failed: ${name}`);
}
show('failed', failures);
show('passed on the second try', secondTries);
console.log(`\n${green} of ${runs} runs green`);
process.exit(green === runs ? 0 : 1);

async function runOnce(): Promise<Summary> {
  rmSync(summaryFile, { force: true });
  const { output } = await run([process.execPath, path.join(root, 'scripts/tests/tests.ts')]);
  if (existsSync(summaryFile)) return JSON.parse(readFileSync(summaryFile, 'utf8'));
  console.log(output.trim());
  return { passed: 0, failed: 1, skipped: 0, seconds: 0, failures: ['the run ended early'], secondTries: [] };
}

function startLoop(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
}

function addTo(counts: Map<string, number>, names: string[]): void {
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
}

function show(what: string, counts: Map<string, number>): void {
  for (const [name, times] of [...counts].sort((a, b) => b[1] - a[1]))
    console.log(`${what} in ${times} of ${runs}: ${name}`);
}
