// A release dates its version's changes, and leaves those of other versions unchanged.
import { expect, test } from 'vitest';
import { dateVersion } from './release.ts';

const changes = '# Changes\n\n## 1.1.0 (unreleased)\n\n- Two\n\n## 1.0.0 (2027-01-02)\n\n- One\n';

test('a release dates its changes and extracts only those of its own version', () => {
  expect(dateVersion(changes, '1.1.0', '2027-03-04')).toEqual({
    changes: changes.replace('(unreleased)', '(2027-03-04)'),
    ofVersion: '- Two',
  });
  expect(dateVersion(changes.replace('1.1.0', '1.2.0'), '1.1.0', '2027-03-04')).toBe(null);
  expect(dateVersion(changes, '1.0.0', '2027-03-04')).toBe(null);
});
