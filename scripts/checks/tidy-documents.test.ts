// The checks of links between documents, and of the audit's counts.
import { expect, test } from 'vitest';
import { asvsCountsMatch, linksLeadSomewhere } from './tidy-documents.ts';

const file = (path: string, text: string) => ({ path, text, lines: text.split('\n') });
const page = file('docs/guide/sun.md', '# The sun\n## When it rises, in DATA_DIR\n');

test('a link to a missing file or heading is reported, as is a named document that does not exist', () => {
  const right =
    '[up](../guide/sun.md#when-it-rises-in-data_dir) [here](#moon) [far](https://sun.example/#x) [all](../../README.md)';
  const wrong = '[a](sun.md#when-it-sets) [b](stars.md) [c](#mars)';
  const moon = file('docs/guide/moon.md', `# Moon\n${right} ${wrong}\n`);
  const code = file('server/src/night.ts', "'docs/guide/stars.md says how; so does docs/guide/sun.md'");
  expect(linksLeadSomewhere([page, moon, code])).toEqual(
    [
      ['docs/guide/moon.md', 'docs/guide/sun.md#when-it-sets'],
      ['docs/guide/moon.md', 'docs/guide/stars.md'],
      ['docs/guide/moon.md', 'docs/guide/moon.md#mars'],
      ['server/src/night.ts', 'docs/guide/stars.md'],
    ].map(([path, to]) => ({ path, says: `leads to ${to}, which does not exist` })),
  );
});

const audit = (counts: string) => `# OWASP ASVS
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
  const found = (text: string) => asvsCountsMatch([file('docs/design/asvs.md', text)]).map(({ says }) => says);
  const right = '4 requirements: 1 met, 1 open, 2 not applicable.';
  expect(found(audit(right))).toEqual([]);
  const wrong = '4 requirements: 2 met, 0 open, 2 not applicable.';
  expect(found(audit(wrong))).toEqual([`begins "${wrong} Each line names a test."; its rows say "${right}"`]);
  expect(found(audit(right).replace('9.9.2¹', '1.1.1'))).toEqual(['names 1.1.1 twice']);
});
