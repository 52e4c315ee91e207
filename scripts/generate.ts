// `npm run generate`: writes what is derived from other files: the next migration from the schema, and .env.example
// from the configuration. Read the migration before you commit it.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { environmentExample } from '../server/src/config.ts';

const root = path.dirname(import.meta.dirname);
writeFileSync(path.join(root, '.env.example'), environmentExample());
const { status } = spawnSync(process.execPath, [path.join(root, 'node_modules/.bin/drizzle-kit'), 'generate'], {
  cwd: path.join(root, 'server'),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
