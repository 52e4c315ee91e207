// bcrypt never truncates a text, and concurrent calls do not mix up their results.
import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { createHashLanes, createSlowHash } from './slow-hash.ts';

const slowHash = createSlowHash(4);

test('a text longer than bcrypt reads is refused, never truncated', async () => {
  const cut = await slowHash.hash('x'.repeat(72));
  expect(await slowHash.matches('x'.repeat(72), cut)).toBe(true);
  expect(await slowHash.matches('x'.repeat(73), cut)).toBe(false);
  await expect(slowHash.hash('x'.repeat(73))).rejects.toThrow();
});

test('forty concurrent hashes all return their own result', async () => {
  const hashes = await Promise.all(Array.from({ length: 40 }, (_, i) => slowHash.hash(`secret ${i}`)));
  const verdicts = await Promise.all(hashes.map((hash, i) => slowHash.matches(`secret ${i}`, hash)));
  expect(verdicts.every(Boolean)).toBe(true);
  expect(await slowHash.matches('secret 1', hashes[2] ?? '')).toBe(false);
});

test('a hash with a reserved place yields to answers that arrived since', async () => {
  const { passwords, answers } = createHashLanes(systemClock);
  const answered = Promise.withResolvers<void>();
  const order: string[] = [];
  let running: Promise<void> | undefined;
  const hashed = createSlowHash(4, passwords).reserve(async (slowHash) => {
    running = answers.run(() => answered.promise).then(() => void order.push('answer'));
    const hash = slowHash.hash('a').then(() => void order.push('password'));
    for (const text of ['b', 'c', 'd']) await createSlowHash(4).hash(text); // the password hash would have finished during these
    answered.resolve();
    await hash;
  });
  await Promise.all([hashed, running]);
  expect(order).toEqual(['answer', 'password']);
});
