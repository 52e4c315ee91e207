// Compares the rules in docs/rules.md, written by hand, with the tests that prove them, both ways; also checks the rules that
// docs/design/screens.md names.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readTestNames, type TestName } from './test-names.ts';

const root = path.dirname(import.meta.dirname);
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Sentences about rules without a test, tests without a rule, and duplicate rules. */
export function findRuleGaps(): string[] {
  const rules = listRules();
  const tests = readTestNames();
  if (rules.length < 500 || tests.length < 900)
    return [`only ${rules.length} rules and ${tests.length} tests were read`];
  return compareRules(rules, tests);
}

export function compareRules(rules: string[], tests: TestName[]): string[] {
  const known = new Set(rules);
  const tested = new Set(tests.flatMap(({ ids }) => ids));
  return [
    ...rules.filter((id) => !tested.has(id)).map((id) => `docs/rules.md: no test holds ${id}`),
    ...rules.filter((id, index) => rules.indexOf(id) !== index).map((id) => `docs/rules.md: ${id} stands twice`),
    ...tests.flatMap(({ file, name, ids }) => [
      ...(ids.length === 0 ? [`${file}: "${name}" names no rule`] : []),
      ...ids.filter((id) => !known.has(id)).map((id) => `${file}: ${id} is not in docs/rules.md`),
    ]),
  ];
}

/** Rules that docs/design/screens.md names and docs/rules.md lacks. */
export function unknownRulesOfScreens(): string[] {
  const known = new Set(listRules());
  const named = read('docs/design/screens.md').match(/\b[A-Z][A-Z0-9]*-\d+\b/g) ?? [];
  return [...new Set(named)].filter((id) => !known.has(id));
}

export const listRules = (): string[] =>
  Array.from(read('docs/rules.md').matchAll(/^\| ([A-Z][A-Z0-9]*-\d+) \|/gm), ([, id = '']) => id);
