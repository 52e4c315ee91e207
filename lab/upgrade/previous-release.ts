// The newest release: its commit from docs/releases.md, checked out and built as an operator does it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** The versions that docs/releases.md lists, the newest first. */
export const readReleases = (text: string): { version: string; commit: string }[] =>
  Array.from(
    text.matchAll(/^\| (\d+\.\d+\.\d+) \|[^|]*\| `([0-9a-f]{40})` \|$/gm),
    ([, version = '', commit = '']) => ({
      version,
      commit,
    }),
  );

export interface Checkout {
  /** The folder of the server's programs. */
  server: string;
  /** Such as "1.0.0", or "this commit" while nothing is released. */
  name: string;
}

/** Before the first release this is the newest commit, which tests the way but no other version. */
export function checkOutPrevious(folder: string): Checkout {
  const [newest] = readReleases(readFileSync(path.join(root, 'docs/releases.md'), 'utf8'));
  const commit = newest?.commit ?? 'HEAD';
  const place = path.join(folder, 'previous');
  mkdirSync(place);
  const archive = path.join(folder, 'previous.tar');
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: root, stdio: 'pipe' });
  execFileSync('tar', ['-xf', archive, '-C', place]);
  const { PATH = '', HOME } = process.env;
  // npm starts scripts this way, and no setting of this run reaches the checkout.
  const env = { HOME, PATH: PATH.replaceAll(/[^:]*node_modules[^:]*:/g, '') };
  execFileSync('node', ['scripts/build.mjs'], { cwd: place, env, stdio: 'pipe' });
  return { server: path.join(place, 'server'), name: newest?.version ?? 'this commit' };
}
