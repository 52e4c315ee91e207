// The size of the disk reserve. The tests of uploads check that uploads respect it.
import { expect, test } from 'vitest';
import { hasRoom, usualReserve } from './disk-reserve.ts';

const gigabytes = (count: number): number => count * 1024 ** 3;

test('the reserve is the larger of 2 GB and 5 % of the disk, and a tenth of a small disk', () => {
  expect(usualReserve(gigabytes(1000))).toBe(gigabytes(50));
  expect(usualReserve(gigabytes(30))).toBe(gigabytes(2));
  expect(usualReserve(gigabytes(20))).toBe(gigabytes(2));
  expect(usualReserve(gigabytes(1))).toBe(gigabytes(0.1));
});

test('there is room only while the reserve is untouched', () => {
  const room = { freeBytes: 1000, reserveBytes: 400 };
  expect(hasRoom(room, 600)).toBe(true);
  expect(hasRoom(room, 601)).toBe(false);
});
