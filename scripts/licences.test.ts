// Which licences a package may have.
import { expect, test } from 'vitest';
import { isAllowed } from './licences.ts';

const allowed = new Set(['MIT', 'ISC']);

test.each(['MIT', '(MIT OR GPL-3.0)', 'GPL-3.0 OR ISC', 'MIT AND ISC'])('%s is allowed', (expression) => {
  expect(isAllowed(expression, allowed)).toBe(true);
});

test.each(['GPL-3.0', 'MIT AND GPL-3.0', '(MIT AND GPL-3.0) OR AGPL-3.0', 'none named', ''])(
  '"%s" is not allowed',
  (expression) => {
    expect(isAllowed(expression, allowed)).toBe(false);
  },
);
