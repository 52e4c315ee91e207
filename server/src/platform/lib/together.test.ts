// Steps that are shared by many callers.
import { expect, test } from 'vitest';
import { until } from '../../../testing/until.ts';
import { together } from './together.ts';

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
