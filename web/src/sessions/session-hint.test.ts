import { expect, test } from 'vitest';
import { hasSessionHint, saysAccountKept } from './session-hint.ts';

test('the hint of a session is its own cookie and no other', () => {
  expect(hasSessionHint('a=b; session_hint=1')).toBe(true);
  expect(hasSessionHint('a=b; __Host-session_hint=1')).toBe(true);
  expect(hasSessionHint('my_session_hint=1')).toBe(false);
  expect(hasSessionHint('')).toBe(false);
});

test('the hint says where signing in took a deletion back, and is a hint of a session all the same', () => {
  expect(
    ['a=b; session_hint=kept; c=d', 'session_hint=1', 'x_session_hint=kept'].map((text) => saysAccountKept(text)),
  ).toEqual([true, false, false]);
  expect(hasSessionHint('session_hint=kept')).toBe(true);
});
