// Steps that are shared by many callers.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { until } from '../../../testing/until.ts';
import { onceATurn, readOnceATurn, together } from './together.ts';

test('callers that arrive while a step runs share the next one, and a failing step fails only its own callers', async () => {
  const runs: number[][] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const ask = together((items: number[]) => {
    runs.push(items);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  });
  const begun = (count: number) => until(() => runs.length).toBe(count);
  const first = ask(1);
  await begun(1);
  const second = Promise.all([ask(2), ask(3)]);
  ends[0]?.reject(new Error('the disk is full'));
  await expect(first).rejects.toThrow('the disk is full');
  await begun(2);
  const third = ask(4);
  ends[1]?.resolve();
  await second;
  await begun(3);
  ends[2]?.resolve();
  await third;
  expect(runs).toEqual([[1], [2, 3], [4]]);
});

test('callers in one turn share a step, the next turn runs its own concurrently, and a failing step fails only its own callers', async () => {
  const runs: string[][] = [];
  const ends: PromiseWithResolvers<string>[] = [];
  const ask = onceATurn((items: string[]) => {
    runs.push(items);
    const end = Promise.withResolvers<string>();
    ends.push(end);
    return end.promise;
  });
  const first = [ask('a'), Promise.resolve().then(() => ask('b'))];
  expect(runs).toEqual([]);
  await until(() => runs).toEqual([['a', 'b']]);
  const second = ask('c');
  await until(() => runs).toEqual([['a', 'b'], ['c']]);
  ends[1]?.reject(new Error('the connection was lost'));
  await expect(second).rejects.toThrow('the connection was lost');
  ends[0]?.resolve('both');
  expect(await Promise.all(first)).toEqual(['both', 'both']);
});

test('if a step has a maximum number of callers, further ones share another, which does not wait for the end of the turn', async () => {
  const runs: number[][] = [];
  const ask = onceATurn(async (items: number[]) => {
    runs.push(items);
    return items.length;
  }, 2);
  const asked = [1, 2, 3, 4, 5].map(ask);
  await Promise.resolve();
  expect(runs).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(await Promise.all(asked)).toEqual([2, 2, 2, 2, 1]);
  expect(runs).toEqual([[1, 2], [3, 4], [5]]);
});

test('a value read once per turn is read again in the next turn, and after a failure', async () => {
  let reads = 0;
  const read = readOnceATurn(() => {
    reads += 1;
    if (reads === 2) throw new Error('the disk is away');
    return reads;
  });
  expect([read(), read()]).toEqual([1, 1]);
  await nextTurn();
  expect(read).toThrow('the disk is away');
  expect([read(), read()]).toEqual([3, 3]);
});
