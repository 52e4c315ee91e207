// The session hint also shows whether a deletion was cancelled.
import { expect, test } from 'vitest';
import { hasAccountRestoredHint } from './session-hint.ts';

test('the hint also shows that signing in cancelled a deletion', () => {
  expect(
    ['a=b; session_hint=kept; c=d', 'session_hint=1', 'x_session_hint=kept'].map((text) =>
      hasAccountRestoredHint(text),
    ),
  ).toEqual([true, false, false]);
});
