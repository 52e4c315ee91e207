// Costly work waits in turn, in a queue that ends, and leaves it with its request.
import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { createLane } from './lane.ts';
import { doForRequest } from './request-signal.ts';

function heldWork() {
  const held = Promise.withResolvers<void>();
  let started = 0;
  const work = async () => {
    started += 1;
    await held.promise;
  };
  return { work, letGo: held.resolve, started: () => started };
}

test('LANE-1: as many as allowed run at once, the others in turn, and one too many is refused with the time to try again', async () => {
  const lane = createLane({ atOnce: 2, maxWaiting: 3 }, systemClock);
  const { work, letGo, started } = heldWork();
  const five = Array.from({ length: 5 }, () => lane(work));
  expect(started()).toBe(2);
  await expect(lane(work)).rejects.toMatchObject({ code: 'busy', extras: { retryAt: expect.any(Date) } });
  letGo();
  await Promise.all(five);
  expect(started()).toBe(5);
  await lane(work);
});

test('LANE-2: work whose request is gone is dropped, and its place in the queue is free', async () => {
  const lane = createLane({ atOnce: 1, maxWaiting: 1 }, systemClock);
  const { work, letGo, started } = heldWork();
  const first = lane(work);
  const caller = new AbortController();
  const left = doForRequest(caller.signal, () => lane(work));
  await expect(lane(work)).rejects.toMatchObject({ code: 'busy' });
  caller.abort();
  await expect(left).rejects.toMatchObject({ code: 'bad-request' });
  const next = lane(work);
  letGo();
  await Promise.all([first, next]);
  expect(started()).toBe(2);
});

test('LANE-3: work that fails gives its place to the next', async () => {
  const lane = createLane({ atOnce: 1, maxWaiting: 5 }, systemClock);
  const failing = lane(() => Promise.reject(new Error('broken')));
  const next = lane(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
