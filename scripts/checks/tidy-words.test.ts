// The check that each action has a single verb, tested on lines from screens and letters.
import { expect, test } from 'vitest';
import { aLetterIsTheOwners, oneVerbForAnAct } from './tidy-words.ts';

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

test.each([
  ['web/src/vaults/status.tsx', "'Our letter went to another address'", 1],
  ['web/src/vaults/status.tsx', '          by the link in a letter.', 1],
  ['web/src/site/legal/privacy-page.tsx', '          We keep a letter that waits', 1],
  ['web/src/vaults/status.tsx', '            With the letter', 0],
  ['web/src/vaults/status.tsx', 'const letter = useRef<HTMLElement>(null); // our letter', 0],
  ['web/src/vaults/status.tsx', '<article className="my letter-sheet">{letter}</article>', 0],
  ['server/src/letters/templates/plan-letters.ts', "'Use the link in our first letter.'", 1],
  ['docs/guide/mail.md', 'A letter waits.', 1],
  ['docs/guide/mail.md', '`npm run admin -- letters` lists what waits ([mail](mail.md#letter)).', 0],
  ['README.md', "The executor's letter contains a code.", 1],
  ['docs/design/data-and-keys.md', 'A letter is a row.', 0],
])('a letter is only what the owner wrote: %s: %s', (path, line, count) => {
  expect(aLetterIsTheOwners([{ path, text: line, lines: [line] }])).toHaveLength(count);
});
