// Objects are allocated as young ones, even at a code site whose previous objects lived long.
import { getHeapSpaceStatistics } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { allocateYoung } from './allocate-young.ts';

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;

/** Makes many objects that live long, then 5,000 that do not (half a megabyte). Returns how much the old generation grew in two turns. */
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
  return growth.toSorted((one, other) => other - one)[1]; // a collection may move other objects during a measurement
}`;

/** V8 decides for each code site separately, so there are enough of them that some are affected. */
const places = Array.from({ length: 16 }, (_, number) => number);
const makesOldOnes = (name: string, number: number): boolean =>
  runInThisContext(`/* ${name} ${number} */ ${place}`)(oldBytes) > 100_000;

test('objects are allocated young, even where earlier ones lived long', () => {
  expect(places.some((number) => makesOldOnes('before', number))).toBe(true);
  allocateYoung();
  expect(places.filter((number) => makesOldOnes('after', number))).toEqual([]);
});
