// `npm run generate`: writes what is derived from other files: the next migration from the schema, .env.example from
// the configuration, and what npm left out of the lock file. Read the migration before you commit it.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { environmentExample } from '../server/src/config.ts';
import { completeLockFile } from './lock-file.ts';
import { root, run, tool } from './processes.ts';

writeFileSync(path.join(root, '.env.example'), environmentExample());
completeLockFile();
await run([...tool('drizzle-kit'), 'generate'], { cwd: path.join(root, 'server'), shown: true });
