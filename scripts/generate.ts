// `npm run generate`: writes what is derived from other files: the next migration from the schema, the files of
// generated.ts, and what npm left out of the lock file. Read the migration before you commit it.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { generatedFiles } from './generated.ts';
import { completeLockFile } from './lock-file.ts';
import { root, run, tool } from './processes.ts';

for (const [file, content] of Object.entries(generatedFiles)) writeFileSync(path.join(root, file), content());
completeLockFile();
for (const workspace of ['server', 'sandbox']) {
  await run([...tool('drizzle-kit'), 'generate'], { cwd: path.join(root, workspace), shown: true });
}
