// Signing out on a shared computer leaves no half-written message behind.
import { expect, test } from 'vitest';
import { forgetOnSignOut, hasSignedOut } from './forget-on-sign-out.ts';

test('OUT-1: signing out removes every draft from this browser, and nothing else; what is typed is stored no more', () => {
  const kept = new Map([
    ['vault-draft:ada', '{"message":"half"}'],
    ['theme', 'dark'],
    ['vault-draft:ben', '{}'],
  ]);
  const told: string[] = [];
  const store = {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: (key: string) => void told.push(key),
  };
  expect(hasSignedOut()).toBe(false);
  forgetOnSignOut(store, new Date());
  expect([...kept.keys()]).toEqual(['theme']);
  expect(told).toEqual(['signed-out']);
  expect(hasSignedOut()).toBe(true);
  const closed = {
    ...store,
    key: () => null,
    setItem: () => {
      throw new Error('switched off');
    },
  };
  expect(() => forgetOnSignOut(closed, new Date())).not.toThrow();
});
