// A stop waits for what runs, and not for what hangs.
import { expect, test, vi } from 'vitest';
import { stopInTime } from './stop-in-time.ts';

const never = new Promise<never>(() => {});

/** Stops with some steps replaced, and returns the steps that ran and how long it took. */
async function stop(different: { finish?: Promise<unknown>; writeRest?: () => Promise<void> }) {
  const steps: string[] = [];
  const step = (name: string) => async () => void steps.push(name);
  const began = performance.now();
  const inTime = await stopInTime({
    finish: Promise.resolve(),
    cut: step('cut'),
    writeRest: step('written'),
    close: step('closed'),
    ...different,
  });
  return { inTime, steps, seconds: (performance.now() - began) / 1000 };
}

test('a stop writes the rest and closes when everything has ended, even with a fault', async () => {
  for (const finish of [Promise.resolve(), Promise.reject(new Error('a job failed'))])
    expect(await stop({ finish })).toMatchObject({ inTime: true, steps: ['written', 'closed'] });
});

test('a stop ends within twenty seconds, whatever hangs, and cuts it off before it closes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const stopping = stop({ finish: never, writeRest: () => never });
    await vi.advanceTimersByTimeAsync(20_000);
    const { inTime, steps, seconds } = await stopping;
    expect({ inTime, steps }).toEqual({ inTime: false, steps: ['cut', 'cut', 'closed'] });
    expect(seconds).toBeLessThanOrEqual(20);
  } finally {
    vi.useRealTimers();
  }
});
