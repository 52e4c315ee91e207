// `npm run attacks -- [batch-races|guesses|early-reads] [--size 10]`: attacks a server of its own and says what did not
// hold. Without a name all of them. `--planted <name>` attacks one with that fault; `controls` attacks one with each in turn,
// and fails where a fault is not found.
import { parseArgs } from 'node:util';
import { plantedFaults } from '../support/planted-faults.ts';
import { findPlanted } from '../support/source-copy.ts';
import { attacks } from './attacks.ts';
import { type AttackReport, runAttack } from './target.ts';

const maxSize = 1000;

const { values, positionals } = parseArgs({
  options: { size: { type: 'string', default: '1' }, planted: { type: 'string' } },
  allowPositionals: true,
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const size = Number(values.size);
const { planted } = values;
const names = positionals.length === 0 ? Object.keys(attacks) : positionals;
const isKnown = names.every((name) => name in attacks) || String(names) === 'controls';
if (!isKnown || !Number.isInteger(size) || size < 1 || size > maxSize) {
  const known = Object.keys(attacks).join('|');
  console.error(`Usage: npm run attacks -- [${known}|controls] [--size 1..${maxSize}] [--planted name]`);
  process.exit(2);
}
if (planted !== undefined) findPlanted(planted);
const held = String(names) === 'controls' ? await runControls() : await runAll();
process.exit(held ? 0 : 1);

async function run(name: string, fault = planted): Promise<AttackReport> {
  const attack = attacks[name];
  if (!attack) throw new Error(`there is no attack ${name}`);
  return runAttack(attack, { size, planted: fault, log: (line) => console.log(line) });
}

async function runAll(): Promise<boolean> {
  let held = true;
  for (const name of names) {
    const { tries, breaches, seconds } = await run(name);
    console.log(`${name.padEnd(12)} ${String(tries).padStart(7)} tries, ${breaches.length} breaches, ${seconds} s`);
    for (const breach of breaches) console.error(`  breach: ${breach}`);
    held &&= breaches.length === 0;
  }
  return held;
}

async function runControls(): Promise<boolean> {
  let found = true;
  for (const { name, caughtBy, sign } of plantedFaults) {
    const [kind, attack = ''] = caughtBy.split(' -- ');
    if (kind !== 'attacks') continue;
    const { breaches, seconds } = await run(attack, name);
    const shown = breaches.find((words) => sign.test(words));
    console.log(`${shown ? 'found    ' : 'NOT FOUND'} ${name} by ${attack}, ${seconds} s: ${shown ?? ''}`);
    found &&= shown !== undefined;
  }
  return found;
}
