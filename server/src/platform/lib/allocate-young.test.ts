// Objects made where others lived for long are young ones.
import { getHeapSpaceStatistics } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { allocateYoung } from './allocate-young.ts';

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;

/** Makes many objects that live, and then 5,000 that do not: half a megabyte. Returns by how much the old ones grew, in two turns of four. */
const place = `(oldBytes) => {
  const make = (turn) => ({ turn, parts: [turn] });
  const growth = [];
  for (let round = 0; round < 4; round += 1) {
    const kept = [];
    for (let turn = 0; turn < 200_000; turn += 1) kept.push(make(turn));
    kept.length = 0;
    const before = oldBytes();
    for (let turn = 0; turn < 5_000; turn += 1) make(turn);
    growth.push(oldBytes() - before);
  }
  return growth.toSorted((one, other) => other - one)[1]; // a collection may move others while one is measured
}`;

/** V8 decides for each place, and not for all of them alike: so many that some are decided so. */
const places = Array.from({ length: 16 }, (_, number) => number);
const makesOldOnes = (name: string, number: number): boolean =>
  runInThisContext(`/* ${name} ${number} */ ${place}`)(oldBytes) > 100_000;

test('FAST-5: objects made where earlier ones lived for long are young', () => {
  expect(places.some((number) => makesOldOnes('before', number))).toBe(true);
  allocateYoung();
  expect(places.filter((number) => makesOldOnes('after', number))).toEqual([]);
});
