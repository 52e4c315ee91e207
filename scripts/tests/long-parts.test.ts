// The parts of the long suite, and where they run.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../processes.ts';
import { longParts, partsOfFolders, partsTouchedBy } from './long-parts.ts';

test('every part of the long suite runs each night', () => {
  const nightly = readFileSync(path.join(root, '.github/workflows/nightly.yml'), 'utf8');
  const [, listed = ''] = /part:\s*\[([^\]]*)\]/.exec(nightly) ?? [];
  const names = listed.split(',').map((name) => name.trim());
  expect(names.filter(Boolean)).toEqual(longParts.map(({ name }) => name));
});

test('every test file of the long suite is run by a part', () => {
  const exclude = ['**/node_modules/**'];
  const files = globSync('{contract,sandbox,server,web,lab,scripts}/**/*.long.test.ts', { cwd: root, exclude });
  const named = longParts.flatMap(({ commands }) => commands.flat());
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !named.includes(file))).toEqual([]);
});

test('a change names the parts that test its folder, and no folder of the code is without one', () => {
  const names = longParts.map(({ name }) => name);
  expect(
    Object.values(partsOfFolders)
      .flat()
      .filter((name) => !names.includes(name)),
  ).toEqual([]);
  expect(partsTouchedBy(['server/src/files/storage/disk.ts']).map(({ name }) => name)).toEqual(
    names.filter((name) => ['unit', 'attacks', 'races', 'batch', 'buckets', 'memory'].includes(name)),
  );
  expect(partsTouchedBy(['README.md'])).toEqual([]);
  const districts = readdirSync(path.join(root, 'server/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `server/src/${name}/`);
  expect(districts.filter((folder) => !(folder in partsOfFolders))).toEqual([]);
});
