// The memory of whole bytes is freed, and never that of a view.
import { expect, test } from 'vitest';
import { freeMemory } from './free-memory.ts';

test('FAST-3: what is freed is gone, and a view leaves the whole as it was', () => {
  const own = Buffer.alloc(100_000, 7);
  freeMemory(own);
  expect(own.length).toBe(0);
  const whole = Buffer.alloc(100_000, 7);
  for (const view of [whole.subarray(1), whole.subarray(0, 99_999), whole.subarray(5, 5)]) freeMemory(view);
  expect(whole.every((byte) => byte === 7)).toBe(true);
  const small = Buffer.from('in the pool');
  freeMemory(small);
  expect(small.toString()).toBe('in the pool');
  const shared = Buffer.from(new SharedArrayBuffer(10));
  freeMemory(shared);
  expect(shared).toHaveLength(10);
});
