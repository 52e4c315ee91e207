// `npm run attacks -- [batch-races|guesses|early-reads] [--size 10] [--planted name]`: attacks its own server and reports every violation.
// Without a name it runs all attacks.
import { parseArgs } from 'node:util';
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
if (!names.every((name) => name in attacks) || !Number.isInteger(size) || size < 1 || size > maxSize) {
  console.error(
    `Usage: npm run attacks -- [${Object.keys(attacks).join('|')}] [--size 1..${maxSize}] [--planted name]`,
  );
  process.exit(2);
}
const { planted } = values;
if (planted !== undefined) findPlanted(planted);
let held = true;
for (const name of names) {
  const attack = attacks[name];
  if (!attack) throw new Error(`there is no attack ${name}`);
  const { tries, breaches, seconds } = await runAttack(attack, { size, planted, log: console.log });
  console.log(`${name.padEnd(12)} ${tries} tries, ${breaches.length} breaches, ${seconds} s`);
  for (const breach of breaches) console.error(`  breach: ${breach}`);
  held &&= breaches.length === 0;
}
process.exit(held ? 0 : 1);
