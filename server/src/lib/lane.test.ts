// Costly work waits in order, in a bounded queue, and leaves it when its caller disconnects.
import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { createLane } from './lane.ts';
import { runForRequest } from './request-signal.ts';

function heldWork() {
  const held = Promise.withResolvers<void>();
  let started = 0;
  const work = async () => {
    started += 1;
    await held.promise;
  };
  return { work, letGo: held.resolve, started: () => started };
}

test('LANE-1: a limited number runs at once, the others in order, and one too many is refused with the time to try again', async () => {
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

test('LANE-2: work whose caller has disconnected is dropped, and its place in the queue is free', async () => {
  const lane = createLane({ atOnce: 1, maxWaiting: 1 }, systemClock);
  const { work, letGo, started } = heldWork();
  const first = lane(work);
  const caller = new AbortController();
  const left = runForRequest(caller.signal, () => lane(work));
  await expect(lane(work)).rejects.toMatchObject({ code: 'busy' });
  caller.abort();
  await expect(left).rejects.toMatchObject({ code: 'bad-request' });
  const next = lane(work);
  letGo();
  await Promise.all([first, next]);
  expect(started()).toBe(2);
});

test('LANE-3: after work that fails the next one runs', async () => {
  const lane = createLane({ atOnce: 1, maxWaiting: 5 }, systemClock);
  const failing = lane(() => Promise.reject(new Error('broken')));
  const next = lane(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
