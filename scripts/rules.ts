// The rules of docs/rules.md, which are written by hand, compared with the tests that hold them, both ways; and what other
// documents name of rules and files.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readTestNames, type TestName } from './test-names.ts';

const root = path.dirname(import.meta.dirname);
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Sentences about rules without a test, tests without a rule, and rules that stand twice. */
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

/** What docs/screens.md names as a rule, and docs/rules.md does not. */
export function unknownRulesOfScreens(): string[] {
  const known = new Set(listRules());
  const named = read('docs/screens.md').match(/\b[A-Z][A-Z0-9]*-\d+\b/g) ?? [];
  return [...new Set(named)].filter((id) => !known.has(id));
}

/** What docs/asvs.md names as a rule or a file of ours, and there is none. */
export function unknownNamesOfAsvs(): string[] {
  const known = new Set(listRules());
  const text = read('docs/asvs.md');
  const rules = (text.match(/\b[A-Z]+-\d+\b/g) ?? []).filter(
    (id) => !/^(?:AES|SHA|RFC|UTF)-/.test(id) && !known.has(id),
  );
  const named = text.match(/\b(?:contract|server|web|e2e|docs|scripts)\/[\w./-]*\w/g) ?? [];
  const files = named.filter((file) => !file.startsWith('web/dist') && !existsSync(path.join(root, file)));
  return [...new Set([...rules, ...files])];
}

const listRules = (): string[] =>
  Array.from(read('docs/rules.md').matchAll(/^\| ([A-Z][A-Z0-9]*-\d+) \|/gm), ([, id = '']) => id);
