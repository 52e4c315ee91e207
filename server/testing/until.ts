// For tests: waits for an event. The limit only ends a test that hangs, so a slow machine may take its time.
import { expect } from 'vitest';

const hungMilliseconds = 50_000;

/** `await until(() => mailbox.length).toBe(1)` reads until the expectation holds. */
export const until = <Value>(read: () => Value | Promise<Value>) =>
  expect.poll(read, { timeout: hungMilliseconds, interval: 20 });
