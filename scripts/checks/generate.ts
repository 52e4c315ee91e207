// `npm run generate`: writes the documents about the settings and the states of a release, lock file entries that npm left out, and the next migration from the
// schema. Read the migration before you commit it.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, tool } from '../processes.ts';
import { completeLockFile } from './packages.ts';
import { generatedFiles } from './settings-documents.ts';

for (const [file, content] of Object.entries(generatedFiles)) writeFileSync(path.join(root, file), content());
// npm updates the flags that say which packages only development needs; changing an entry by hand leaves them stale.
await run(['npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], { shown: true });
completeLockFile();
for (const workspace of ['server', 'sandbox']) {
  await run([...tool('drizzle-kit'), 'generate'], { cwd: path.join(root, workspace), shown: true });
}
