// The counts in docs/design/asvs.md match its rows.
import { expect, test } from 'vitest';
import { findStaleCounts } from './asvs.ts';

const document = (counts: string) => `# OWASP ASVS
${counts} Each line names a test.

| requirement | met by |
|---|---|
| 1.1.1 | INPUT-1 |
| 1.1.2¹ | **open**: nobody wrote it |

## Not applicable
| requirements | why |
|---|---|
| 9.9.1, 9.9.2¹ | no such thing |
`;

test('a count in docs/design/asvs.md that does not match its rows is reported, as is a duplicate requirement', () => {
  const right = '4 requirements: 1 met, 1 open, 2 not applicable.';
  expect(findStaleCounts(document(right))).toEqual([]);
  const wrong = '4 requirements: 2 met, 0 open, 2 not applicable.';
  expect(findStaleCounts(document(wrong))).toEqual([
    `docs/design/asvs.md begins "${wrong} Each line names a test."; its rows say "${right}"`,
  ]);
  expect(findStaleCounts(document(right).replace('9.9.2¹', '1.1.1'))).toEqual([
    'docs/design/asvs.md: 1.1.1 stands twice',
  ]);
});
