// The comparison of rules and tests finds what is missing on either side.
import { expect, test } from 'vitest';
import { compareRules } from './rules.ts';

const file = 'some.test.ts';

test('TIDY-1: a rule without a test, a test without a rule and a duplicate rule are reported', () => {
  const tests = [
    { file, name: 'REL-1: a release happens once', ids: ['REL-1'] },
    { file, name: 'REL-3: not written down', ids: ['REL-3'] },
    { file, name: 'without an id', ids: [] },
  ];
  expect(compareRules(['REL-1'], tests.slice(0, 1))).toEqual([]);
  expect(compareRules(['REL-1', 'REL-2', 'REL-1'], tests)).toEqual([
    'docs/rules.md: no test holds REL-2',
    'docs/rules.md: REL-1 stands twice',
    'some.test.ts: REL-3 is not in docs/rules.md',
    'some.test.ts: "without an id" names no rule',
  ]);
});
