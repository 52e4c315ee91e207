// The session hint is read only from its own cookie.
import { expect, test } from 'vitest';
import { hasSessionHint } from './session-hint.ts';

test('the session hint is read only from its own cookie', () => {
  expect(hasSessionHint('a=b; session_hint=1')).toBe(true);
  expect(hasSessionHint('a=b; __Host-session_hint=kept')).toBe(true);
  expect(hasSessionHint('my_session_hint=1')).toBe(false);
  expect(hasSessionHint('')).toBe(false);
});
