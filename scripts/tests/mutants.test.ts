// Every file that mutation testing names exists, so that a moved file is not dropped silently.
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import settings from '../../stryker.config.mjs';
import { root } from '../processes.ts';

test('every file and folder that mutation testing names exists', () => {
  const named = settings.mutate.filter((pattern) => !pattern.startsWith('!')).flatMap(withoutBraces);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
});

/** One pattern for each of the names in its braces. */
function withoutBraces(pattern: string): string[] {
  const [braces, names] = /\{(.*?)\}/.exec(pattern) ?? [];
  return braces && names ? names.split(',').map((name) => pattern.replace(braces, name)) : [pattern];
}
