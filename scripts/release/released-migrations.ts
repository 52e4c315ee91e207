// The digests of the migrations that a release contains. From then on a migration is never edited, only followed by another one, because
// databases have already run it.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../processes.ts';

const record = path.join(root, 'scripts/release/released-migrations.json');

export type Digests = Record<string, string>;

function digestMigrations(): Digests {
  const files = globSync('{server,sandbox}/migrations/*.sql', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const digest = (file: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(root, file)))
      .digest('hex');
  return Object.fromEntries(files.toSorted().map((file) => [file, digest(file)]));
}

export const recordMigrations = (): void => writeFileSync(record, `${JSON.stringify(digestMigrations(), null, 2)}\n`);

/** One sentence for each released migration that was edited or removed. */
export const findEditedMigrations = (
  released: Digests = JSON.parse(readFileSync(record, 'utf8')),
  present: Digests = digestMigrations(),
): string[] =>
  Object.entries(released)
    .filter(([file, digest]) => present[file] !== digest)
    .map(([file]) => `${file} was released: put it back as it was, and change the tables by a new migration.`);
