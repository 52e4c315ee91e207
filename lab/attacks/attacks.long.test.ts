// The short form of `npm run attacks`: every attack must fail against the real server and find its planted fault.
import { expect, test } from 'vitest';
import { plantedFaults } from '../support/planted-faults.ts';
import { attacks } from './attacks.ts';
import { runAttack } from './target.ts';

const log = () => {};

test.each(Object.entries(attacks))('the attack %s ends without a breach', { timeout: 480_000 }, async (_, attack) => {
  const { tries, breaches } = await runAttack(attack, { size: 1, log });
  expect(breaches).toEqual([]);
  expect(tries).toBeGreaterThan(20);
});

const controls = plantedFaults.flatMap(({ name, caughtBy, sign }) => {
  const [kind, attack = ''] = caughtBy.split(' -- ');
  return kind === 'attacks' ? [[name, attack, sign] as const] : [];
});

test.each(controls)(
  'the planted fault %s is found by the attack %s',
  { timeout: 480_000 },
  async (planted, name, sign) => {
    const attack = attacks[name];
    if (!attack) throw new Error(`there is no attack ${name}`);
    const { breaches } = await runAttack(attack, { size: 1, planted, log });
    expect(breaches.join('\n')).toMatch(sign);
  },
);
