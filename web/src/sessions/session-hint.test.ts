import { expect, test } from 'vitest';
import { hasSessionHint } from './session-hint.ts';

test('the hint of a session is its own cookie and no other', () => {
  expect(hasSessionHint('a=b; session_hint=1')).toBe(true);
  expect(hasSessionHint('my_session_hint=1')).toBe(false);
  expect(hasSessionHint('')).toBe(false);
});
