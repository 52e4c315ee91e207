// Builds the web app into web/dist, and stores a digest of its sources to see whether it has to be rebuilt.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fail, refuseClosed, root } from './project.mjs';

const stamp = path.join(root, '.stamps/web-build');

export function buildWebIfChanged() {
  const built = existsSync(path.join(root, 'web/dist/index.html')) && existsSync(stamp);
  if (built && readFileSync(stamp, 'utf8') === digestOfSources()) return;
  console.log('Building the web app; this happens again only when it has changed.');
  buildWeb();
}

export function buildWeb() {
  for (const folder of ['web/dist', '.stamps']) refuseClosed(path.join(root, folder), 'run npm run build');
  const digest = digestOfSources(); // before the build, so that a change during it causes another build
  const vite = path.join(root, 'node_modules/.bin/vite');
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, 'build'], {
    cwd: path.join(root, 'web'),
    encoding: 'utf8',
  });
  if (status !== 0) fail(`${stdout}${stderr}\nThe web app could not be built.`);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
}

function digestOfSources() {
  const digest = createHash('sha256');
  for (const name of ['package-lock.json', ...filesIn('contract'), ...filesIn('web')]) {
    digest.update(`${name}\n`).update(readFileSync(path.join(root, name)));
  }
  return digest.digest('hex');
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesIn(name);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [name];
  });
}
