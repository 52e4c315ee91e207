// Signing out on a shared computer leaves no unfinished message behind.
import { expect, test } from 'vitest';
import { forgetDrafts } from './forget-on-sign-out.ts';

test('OUT-1: signing out removes only the drafts from this browser, and other tabs receive a signal', () => {
  const stored = new Map([
    ['vault-draft:ada', '{"message":"half"}'],
    ['theme', 'dark'],
    ['vault-draft:ben', '{}'],
  ]);
  const signals: string[] = [];
  const store = {
    get length() {
      return stored.size;
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
    setItem: (key: string) => void signals.push(key),
  };
  forgetDrafts(store, new Date());
  expect([...stored.keys()]).toEqual(['theme']);
  expect(signals).toEqual(['signed-out']);
  const closed = {
    ...store,
    key: () => null,
    setItem: () => {
      throw new Error('switched off');
    },
  };
  expect(() => forgetDrafts(closed, new Date())).not.toThrow();
});
