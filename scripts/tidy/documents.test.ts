// The check that links between documents work.
import { expect, test } from 'vitest';
import { linksLeadSomewhere } from './documents.ts';

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
    ].map(([path, to]) => ({ path, says: `leads to ${to}, which is not there` })),
  );
});
