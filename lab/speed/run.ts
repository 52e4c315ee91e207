// `npm run bench [-- list due …] [--rounds 9] [--seconds 4] [--trial]`: measures the product and its floors in the same run, in
// alternating rounds, and writes the table and its figures to lab/results. Only the ratios of one run are meaningful. Without
// names it measures all nine, which takes about twenty minutes. Everything listens on loopback only.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Options } from './paired.ts';
import { openProduct, type Product, seedOwners } from './product.ts';
import type { Floors, Result, Row, SharedRow } from './row.ts';
import { dueRow } from './rows/due.ts';
import { downloadRow, uploadRow } from './rows/files.ts';
import { memoryRow } from './rows/memory.ts';
import { requestRows } from './rows/requests.ts';

// It runs first: its letters are many new files, and to create one ext4 searches past every file removed in the last minutes.
const first: Row[] = [dueRow];
// The file rows run six minutes after the letters were removed.
const shared: SharedRow[] = [...requestRows, uploadRow, downloadRow];
const alone: Row[] = [memoryRow];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '4' },
    trial: { type: 'boolean', default: false },
  },
});
// When interrupted it exits normally, so that everything started here ends too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const options: Options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  isTrial: values.trial,
};
const unknown = positionals.filter((name) => ![...first, ...shared, ...alone].some((row) => row.name === name));
if (unknown.length > 0) throw new Error(`there is no row ${unknown.join(', ')}`);
const isWanted = ({ name }: { name: string }) => positionals.length === 0 || positionals.includes(name);

const results: { row: Omit<Row, 'run'>; result: Result }[] = [];
async function measure(row: Omit<Row, 'run'>, run: () => Promise<Result>): Promise<void> {
  const { name, what, goal } = row;
  const result = await run();
  results.push({ row: { name, what, goal }, result });
  console.log(`${name}: ${result.value} (goal ${goal}) ${result.isMet ? 'met' : 'MISSED'}`);
}

for (const row of first.filter(isWanted)) await measure(row, () => row.run(options));
const together = shared.filter(isWanted);
if (together.length > 0) {
  const product = await openProduct();
  const owners = await seedOwners(product, options.isTrial ? 2000 : 4000);
  const floors = await startFloors(product);
  try {
    for (const row of together) await measure(row, () => row.run({ product, floors, owners }, options));
  } finally {
    floors.stop();
    await product.close();
    await product.server.stop();
    product.installation.remove();
  }
}
for (const row of alone.filter(isWanted)) await measure(row, () => row.run(options));
report();

/** Starts the floor server on the product's database. */
async function startFloors({ connection }: Product): Promise<Floors> {
  const child = fork(path.join(import.meta.dirname, 'floor-server.ts'), {
    env: { ...process.env, FLOOR: JSON.stringify(connection) },
  });
  const [ports] = (await once(child, 'message')) as [{ port: number; barePort: number }];
  return { ...ports, stop: () => child.disconnect() };
}

function report(): void {
  const lines = results.map(
    ({ row, result }) =>
      `| ${row.name} | ${row.what} | ${result.floor} | ${result.product} | ${result.value} | ${row.goal} | ${result.isMet ? 'met' : 'missed'} |`,
  );
  const head = ['| row | what | floor | product | value | goal | |', '|---|---|---|---|---|---|---|'];
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--short', 'HEAD');
  const isChanged = git('status', '--porcelain', '--', 'server', 'contract', 'sandbox') !== '';
  const machine = `${os.cpus()[0]?.model ?? 'unknown'}, ${os.cpus().length} cores, ${Math.round(os.totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}`;
  const facts = {
    commit: `${commit}${isChanged ? ' and changes' : ''}`,
    machine,
    at: new Date().toISOString(),
    load: os.loadavg(),
    options,
  };
  const table = [...head, ...lines].join('\n');
  console.log(`\n${table}\n\n${facts.commit}; ${machine}`);
  if (options.isTrial) return;
  const folder = path.join(import.meta.dirname, '../results');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `speed-${facts.at.slice(0, 16).replaceAll(':', '')}.json`);
  writeFileSync(file, `${JSON.stringify({ ...facts, results }, null, 2)}\n`);
  console.log(`written to ${path.relative(process.cwd(), file)}`);
}
