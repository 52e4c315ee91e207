// The parts of the long suite, and where they run.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../processes.ts';
import { longParts } from './long-parts.ts';

test('every part of the long suite runs each night, except the mutants, which take hours', () => {
  const nightly = readFileSync(path.join(root, '.github/workflows/nightly.yml'), 'utf8');
  const [, listed = ''] = /part:\s*\[([^\]]*)\]/.exec(nightly) ?? [];
  const names = listed.split(',').map((name) => name.trim());
  expect(names.filter(Boolean)).toEqual(longParts.map(({ name }) => name).filter((name) => name !== 'mutants'));
});
