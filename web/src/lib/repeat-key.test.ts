// Idempotency keys: a call is repeated with the same key until it gets a response.
import { expect, test } from 'vitest';
import { CallError, noAnswer } from './call.ts';
import { createRepeatKey } from './repeat-key.ts';

test('another page can restore a saved key, and the first response ends it', async () => {
  const saved = createRepeatKey().current();
  const repeatKey = createRepeatKey();
  repeatKey.restore(saved);
  expect(repeatKey.current()).toBe(saved);
  const lose = () => repeatKey.during(() => Promise.reject(new CallError(noAnswer, 'lost')));
  await expect(lose()).rejects.toThrow();
  expect(repeatKey.current()).toBe(saved);
  expect(await repeatKey.during((key) => Promise.resolve(key))).toBe(saved);
  expect(repeatKey.current()).not.toBe(saved);
});

test('a call whose response was lost is sent again with the same key, and the next call has a new one', async () => {
  const repeatKey = createRepeatKey();
  const keys: string[] = [];
  const send = (outcome: Error | string) =>
    repeatKey
      .during((key) => {
        keys.push(key);
        return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
      })
      .catch(() => undefined);
  await send(new CallError(noAnswer, 'The service could not be reached.'));
  await send(new CallError(502, 'Bad Gateway'));
  await send('made');
  await send(new CallError(400, 'Title is required'));
  await send('made');
  const [lost, faulty, answered, refused, last] = keys;
  expect([faulty, answered]).toEqual([lost, lost]);
  expect(new Set([answered, refused, last]).size).toBe(3);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
