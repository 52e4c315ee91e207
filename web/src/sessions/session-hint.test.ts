// The session hint is a readable cookie: it shows that there may be a session, and whether a deletion was cancelled.
import { expect, test } from 'vitest';
import { hasAccountRestoredHint, hasSessionHint } from './session-hint.ts';

test('SES-39: the session hint is read from its own cookie only', () => {
  expect(hasSessionHint('a=b; session_hint=1')).toBe(true);
  expect(hasSessionHint('a=b; __Host-session_hint=1')).toBe(true);
  expect(hasSessionHint('my_session_hint=1')).toBe(false);
  expect(hasSessionHint('')).toBe(false);
});

test('SES-40: the hint also shows that signing in cancelled a deletion', () => {
  expect(
    ['a=b; session_hint=kept; c=d', 'session_hint=1', 'x_session_hint=kept'].map((text) =>
      hasAccountRestoredHint(text),
    ),
  ).toEqual([true, false, false]);
  expect(hasSessionHint('session_hint=kept')).toBe(true);
});
