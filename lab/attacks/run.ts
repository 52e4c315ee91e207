// `npm run attacks -- [batch-races|guesses|early-reads] [--size 10] [--planted name]`: attacks its own server and reports every violation.
// Without a name it runs all attacks; `controls` runs each against the faults planted for it.
import { parseArgs } from 'node:util';
import { runControls } from '../support/controls.ts';
import { findPlanted } from '../support/source-copy.ts';
import { attacks } from './attacks.ts';
import { runAttack } from './target.ts';

const maxSize = 1000;

const { values, positionals } = parseArgs({
  options: { size: { type: 'string', default: '1' }, planted: { type: 'string' } },
  allowPositionals: true,
});
// When interrupted it exits normally, so that everything started here ends too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const size = Number(values.size);
const names = positionals.length === 0 ? Object.keys(attacks) : positionals;
const isKnown = names.every((name) => name in attacks) || String(names) === 'controls';
if (!isKnown || !Number.isInteger(size) || size < 1 || size > maxSize) {
  const known = Object.keys(attacks).join('|');
  console.error(`Usage: npm run attacks -- [${known}|controls] [--size 1..${maxSize}] [--planted name]`);
  process.exit(2);
}
if (values.planted !== undefined) findPlanted(values.planted);
const isControl = String(names) === 'controls';
const held = isControl ? await runControls('attacks', (name, planted) => run(name, planted)) : await runAll();
process.exit(held ? 0 : 1);

async function run(name: string, planted = values.planted): Promise<string[]> {
  const attack = attacks[name];
  if (!attack) throw new Error(`there is no attack ${name}`);
  const { tries, breaches, seconds } = await runAttack(attack, { size, planted, log: console.log });
  if (!isControl) console.log(`${name.padEnd(12)} ${tries} tries, ${breaches.length} breaches, ${seconds} s`);
  return breaches;
}

async function runAll(): Promise<boolean> {
  let held = true;
  for (const name of names) {
    const breaches = await run(name);
    for (const breach of breaches) console.error(`  breach: ${breach}`);
    held &&= breaches.length === 0;
  }
  return held;
}
