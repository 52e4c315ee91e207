// Costly work waits in order, in a bounded queue, and leaves it when its caller disconnects.
import fc from 'fast-check';
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

test('a limited number of tasks runs concurrently, the others wait in order, and one too many is refused with the time to try again', async () => {
  const lane = createLane({ atOnce: 2, maxWaiting: 3 }, systemClock);
  const { work, letGo, started } = heldWork();
  const five = Array.from({ length: 5 }, () => lane.run(work));
  expect(started()).toBe(2);
  await expect(lane.run(work)).rejects.toMatchObject({ code: 'busy', extras: { retryAt: expect.any(Date) } });
  letGo();
  await Promise.all(five);
  expect(started()).toBe(5);
  await lane.run(work);
});

test('work whose caller has disconnected is dropped, and its place in the queue becomes free', async () => {
  const lane = createLane({ atOnce: 1, maxWaiting: 1 }, systemClock);
  const { work, letGo, started } = heldWork();
  const first = lane.run(work);
  const caller = new AbortController();
  const left = runForRequest(
    () => caller.signal,
    () => lane.run(work),
  );
  await expect(lane.run(work)).rejects.toMatchObject({ code: 'busy' });
  caller.abort();
  await expect(left).rejects.toMatchObject({ code: 'bad-request' });
  const next = lane.run(work);
  letGo();
  await Promise.all([first, next]);
  expect(started()).toBe(2);
});

test('the next work runs after a failure', async () => {
  const lane = createLane({ atOnce: 1, maxWaiting: 5 }, systemClock);
  const failing = lane.run(() => Promise.reject(new Error('broken')));
  const next = lane.run(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('whatever the tasks do, never more than the limit run concurrently, and they start in order of arrival', async () => {
  const outcomes = fc.array(fc.boolean(), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 4 }), outcomes, async (scheduler, atOnce, succeed) => {
      const lane = createLane({ atOnce, maxWaiting: 100 }, systemClock);
      const started: number[] = [];
      let running = 0;
      let highest = 0;
      const tasks = succeed.map((succeeds, number) =>
        lane.run(async () => {
          started.push(number);
          running += 1;
          highest = Math.max(highest, running);
          await scheduler.schedule(Promise.resolve());
          running -= 1;
          if (!succeeds) throw new Error('broken');
          return number;
        }),
      );
      const settled = Promise.allSettled(tasks);
      await scheduler.waitFor(settled);
      expect(highest).toBe(Math.min(atOnce, succeed.length));
      expect(started).toEqual(succeed.map((_, number) => number));
      expect((await settled).map(({ status }) => status === 'fulfilled')).toEqual(succeed);
    }),
    { numRuns: 50 },
  );
});

test('a caller who disconnects before the task is queued does not start it, and the next one runs', async () => {
  const lane = createLane({ atOnce: 1, maxWaiting: 1 }, systemClock);
  const { work, letGo, started } = heldWork();
  const first = lane.run(work);
  const left = runForRequest(
    () => AbortSignal.abort(),
    () => lane.run(work),
  );
  await expect(left).rejects.toMatchObject({ code: 'bad-request' });
  const next = lane.run(work);
  letGo();
  await Promise.all([first, next]);
  expect(started()).toBe(2);
});

test('a caller who disconnects while the task runs does not stop it, and its place is freed once', async () => {
  const lane = createLane({ atOnce: 1, maxWaiting: 2 }, systemClock);
  const { work, letGo, started } = heldWork();
  const caller = new AbortController();
  const running = runForRequest(
    () => caller.signal,
    () => lane.run(work),
  );
  const [second, third] = [lane.run(work), lane.run(work)];
  caller.abort();
  expect(started()).toBe(1);
  letGo();
  await Promise.all([running, second, third]);
  expect(started()).toBe(3);
});

test('a lane that yields starts nothing while the other runs or waits, and continues after it, whatever its result', async () => {
  const first = createLane({ atOnce: 1, maxWaiting: 5 }, systemClock);
  const second = createLane({ atOnce: 2, maxWaiting: 5 }, systemClock, first);
  const order: string[] = [];
  const { work, letGo } = heldWork();
  const done = (name: string) => async () => void order.push(name);
  const began = second.run(work);
  const waiting = [first.run(work), first.run(() => Promise.reject(new Error('broken'))), first.run(done('first'))];
  const back = [second.run(done('second')), second.run(done('third'))];
  letGo();
  await began;
  await Promise.allSettled([...waiting, ...back]);
  expect(order).toEqual(['first', 'second', 'third']);
  await second.run(done('alone'));
  expect(order.at(-1)).toBe('alone');
});

test('a place is reserved while the work prepares, so that its task is not refused; an unneeded place becomes free', async () => {
  const lane = createLane({ atOnce: 1, maxWaiting: 2 }, systemClock);
  const { work, letGo, started } = heldWork();
  const running = lane.run(work);
  const preparing = [heldWork(), heldWork()] as const;
  const kept = lane.reserve(async (place) => {
    await preparing[0].work();
    return place.run(async () => 'done');
  });
  const notNeeded = lane.reserve(async () => {
    await preparing[1].work();
    throw new Error('over the limit');
  });
  expect([preparing[0].started(), preparing[1].started()]).toEqual([1, 1]);
  await expect(lane.reserve(work)).rejects.toMatchObject({ code: 'busy' });
  await expect(lane.run(work)).rejects.toMatchObject({ code: 'busy' });
  preparing[1].letGo();
  await expect(notNeeded).rejects.toThrow('over the limit');
  const next = lane.run(work);
  preparing[0].letGo();
  await expect(lane.run(work)).rejects.toMatchObject({ code: 'busy' });
  letGo();
  expect(await kept).toBe('done');
  await Promise.all([running, next]);
  expect(started()).toBe(2);
  await Promise.all([lane.run(work), lane.run(work), lane.run(work)]);
});
