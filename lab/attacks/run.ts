// `npm run attacks -- [batch-races|guesses|early-reads] [--size 10] [--planted name]`: attacks its own server and reports every violation.
// Without a name it runs all attacks. `-- controls` runs each attack against the vulnerabilities planted for it.
import { parseArgs } from 'node:util';
import { runControls } from '../support/controls.ts';
import { findPlanted } from '../support/source-copy.ts';
import { batchRaces } from './batch-races.ts';
import { earlyReads } from './early-reads.ts';
import { guessing } from './guesses.ts';
import { type Attack, type AttackReport, runAttack } from './target.ts';

const attacks: Record<string, Attack> = {
  'batch-races': batchRaces,
  guesses: guessing,
  'early-reads': earlyReads,
};
const maxSize = 1000;

const { values, positionals } = parseArgs({
  options: { size: { type: 'string', default: '1' }, planted: { type: 'string' } },
  allowPositionals: true,
});
// When interrupted it exits normally, so that everything started here ends too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const size = Number(values.size);
const isControls = String(positionals) === 'controls';
const names = positionals.length === 0 ? Object.keys(attacks) : positionals;
if (!(isControls || names.every((name) => name in attacks)) || !Number.isInteger(size) || size < 1 || size > maxSize) {
  const kinds = [...Object.keys(attacks), 'controls'].join('|');
  console.error(`Usage: npm run attacks -- [${kinds}] [--size 1..${maxSize}] [--planted name]`);
  process.exit(2);
}
if (values.planted !== undefined) findPlanted(values.planted);
const held = isControls
  ? await runControls('attacks', async (name, planted) => (await run(name, planted)).breaches)
  : await runAll();
process.exit(held ? 0 : 1);

async function run(name: string, planted: string | undefined): Promise<AttackReport> {
  const attack = attacks[name];
  if (!attack) throw new Error(`there is no attack ${name}`);
  return runAttack(attack, { size, planted, log: console.log });
}

async function runAll(): Promise<boolean> {
  let held = true;
  for (const name of names) {
    const { tries, breaches, seconds } = await run(name, values.planted);
    console.log(`${name.padEnd(12)} ${tries} tries, ${breaches.length} breaches, ${seconds} s`);
    for (const breach of breaches) console.error(`  breach: ${breach}`);
    held &&= breaches.length === 0;
  }
  return held;
}
