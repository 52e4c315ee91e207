// The space for young objects shrinks to its live objects, which survive.
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { shrinkHeap } from './shrink-heap.ts';

const youngMegabytes = (): number =>
  (getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0) / 1024 ** 2;

test('the space for young objects that a start used is returned', { tags: 'long' }, () => {
  const kept: object[] = [];
  for (let turn = 0; turn < 600_000; turn += 1) kept.push({ turn });
  kept.splice(1000);
  expect(youngMegabytes()).toBeGreaterThan(8);
  shrinkHeap();
  expect(youngMegabytes()).toBeLessThan(4);
  expect(kept).toHaveLength(1000);
});
