// The check that each action has a single verb, tested on lines from screens and letters.
import { expect, test } from 'vitest';
import { oneVerbForAnAct } from './tidy-words.ts';

const found = (path: string, ...lines: string[]) => oneVerbForAnAct([{ path, text: lines.join('\n'), lines }]);

test('a second verb for an action is reported in the texts of screens, letters and refusals', () => {
  const page = found(
    'web/src/vaults/status.tsx',
    "const taken = 'took a change back by the link';",
    '          Edda has not opened it yet',
    "const begun = 'Your free trial has begun';",
  );
  expect(page.map(({ says }) => says)).toEqual([
    'line 1: write "undo"',
    'line 2: write "use (a code)"',
    'line 3: write "start (a trial, a plan, a sign-in)"',
  ]);
  expect(found('server/src/letters/templates/plan-letters.ts', "subject: 'You can call it back'")).toHaveLength(1);
  expect(found('contract/src/account-refusals.ts', "title: 'Please begin again',")).toHaveLength(1);
  expect(found('web/src/vaults/status.tsx', "'Our letter went to another address'")).toHaveLength(1);
  expect(found('web/src/vaults/status.tsx', 'With the letter, from Ada')).toEqual([]);
});

test('a comment, a test, or a word from the specification may use another verb', () => {
  const comment = found(
    'web/src/vaults/status.tsx',
    '// until the owner takes it back',
    'const a = 1; // takes it back',
  );
  expect(comment).toEqual([]);
  expect(found('web/src/vaults/status.test.tsx', "'took a change back'")).toEqual([]);
  expect(found('web/src/site/landing/landing-sections.tsx', "title: 'Designate an Executor',")).toEqual([]);
});
