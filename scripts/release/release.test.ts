// A release dates its version's changes, leaves those of other versions unchanged, and is listed with its commit.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readReleases } from '../../lab/upgrade/previous-release.ts';
import { root } from '../processes.ts';
import { addRelease, dateVersion } from './release.ts';
import { findEditedMigrations } from './released-migrations.ts';

const changes = '# Changes\n\n## 1.1.0 (unreleased)\n\n- Two\n\n## 1.0.0 (2027-01-02)\n\n- One\n';

test('a release dates its changes and extracts only those of its own version', () => {
  expect(dateVersion(changes, '1.1.0', '2027-03-04')).toEqual({
    changes: changes.replace('(unreleased)', '(2027-03-04)'),
    ofVersion: '- Two',
  });
  expect(dateVersion(changes.replace('1.1.0', '1.2.0'), '1.1.0', '2027-03-04')).toBe(null);
  expect(dateVersion(changes, '1.0.0', '2027-03-04')).toBe(null);
});

test('the newest release is the first that docs/releases.md lists, with its commit', () => {
  const empty = readFileSync(path.join(root, 'docs/releases.md'), 'utf8');
  const [one, two] = [
    { version: '8.0.0', date: '2027-01-02', commit: 'a'.repeat(40) },
    { version: '8.1.0', date: '2027-03-04', commit: 'b'.repeat(40) },
  ];
  expect(readReleases(addRelease(addRelease(empty, one), two)).slice(0, 2)).toEqual([
    { version: '8.1.0', commit: two.commit },
    { version: '8.0.0', commit: one.commit },
  ]);
});

test('a released migration that is edited or removed is found, and a new one is not', () => {
  const released = { 'server/migrations/0000_initial.sql': 'a', 'server/migrations/0001_next.sql': 'b' };
  expect(findEditedMigrations(released, { ...released, 'server/migrations/0002_new.sql': 'c' })).toEqual([]);
  expect(findEditedMigrations(released, { 'server/migrations/0000_initial.sql': 'changed' })).toEqual([
    expect.stringContaining('0000_initial.sql was released'),
    expect.stringContaining('0001_next.sql was released'),
  ]);
});
