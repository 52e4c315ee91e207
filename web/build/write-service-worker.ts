// Writes the service worker last, when every file it names exists: the list of the app's files, a version derived from their content, and
// service-worker.js.
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const source = path.join(import.meta.dirname, 'service-worker.js');
const appFiles = ['assets/**/*.{js,svg,woff2}', '__shell.html', 'icon.svg'];

/** @param excluded paths below `dist` that are large and rarely needed */
export async function writeServiceWorker(dist: string, excluded: readonly string[]): Promise<void> {
  const names = globSync(appFiles, { cwd: dist }).filter((name) => !excluded.includes(name));
  const files = names.toSorted();
  const version = createHash('sha256');
  for (const name of files) version.update(`${name}\n`).update(await readFile(path.join(dist, name)));
  const lines = [
    `const version = '${version.digest('hex').slice(0, 16)}';`,
    `const files = ${JSON.stringify(files.map((name) => `/${name}`))};`,
    await readFile(source, 'utf8'),
  ];
  await writeFile(path.join(dist, 'service-worker.js'), lines.join('\n'));
}
