// The wait before an upload is retried: online it ends by itself and eventually gives up, offline it ends when the connection returns.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UploadFailed } from './upload-file.ts';
import { waitSeconds, waitToRetry } from './wait-to-retry.ts';

const lost = new UploadFailed('the connection was lost');
let browser: EventTarget;
let stop: AbortController;
beforeEach(() => {
  vi.useFakeTimers();
  browser = new EventTarget();
  stop = new AbortController();
  vi.stubGlobal('window', browser);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Waits after this many failures, and returns the state of the wait. */
function wait(failures: number, onLine = true) {
  vi.stubGlobal('navigator', { onLine });
  const state: { isOver: boolean; error?: unknown } = { isOver: false };
  void waitToRetry(failures, lost, stop.signal)
    .catch((error: unknown) => {
      state.error = error;
    })
    .finally(() => {
      state.isOver = true;
    });
  return state;
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test('each wait is longer than the previous one, and at most half a minute', async () => {
  const waits = Array.from({ length: 8 }, (_, failures) => waitSeconds(failures));
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  for (const [failures, seconds] of waits.entries()) {
    const state = wait(failures);
    await pass(seconds - 0.001);
    expect(state.isOver).toBe(false);
    await pass(0.001);
    expect(state).toEqual({ isOver: true });
  }
});

test('after nine failures online the wait gives up immediately', async () => {
  const state = wait(8);
  await pass(0);
  expect(state.error).toBe(lost);
});

test('offline the wait never gives up, and ends only when the connection returns', async () => {
  const state = wait(1000, false);
  await pass(24 * 60 * 60);
  expect(state.isOver).toBe(false);
  browser.dispatchEvent(new Event('online'));
  await pass(0);
  expect(state).toEqual({ isOver: true });
});

test('a returning connection ends a wait early', async () => {
  const state = wait(5);
  browser.dispatchEvent(new Event('online'));
  await pass(0);
  expect(state).toEqual({ isOver: true });
  expect(vi.getTimerCount()).toBe(0);
});

test.each([true, false])('a stop ends the wait immediately, online or not (%s)', async (onLine) => {
  const state = wait(0, onLine);
  const reason = new Error('stopped');
  stop.abort(reason);
  await pass(0);
  expect(state.error).toBe(reason);
  const late = wait(0, onLine);
  await pass(0);
  expect(late.error).toBe(reason);
});
