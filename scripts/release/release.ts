// `npm run release -- 1.0.0`: creates a version from `main`: runs the tests, dates its changes, records its migrations, tags it, names its
// commit in docs/releases.md, and writes its release files. It publishes nothing; it prints the command that does.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root, run } from '../processes.ts';
import { recordMigrations } from './released-migrations.ts';

const changesFile = path.join(root, 'CHANGELOG.md');
const releasesFile = path.join(root, 'docs/releases.md');
const folder = path.join(root, 'release');

/** @returns the changes with the date instead of "(unreleased)", and only this version's changes; null if the version is missing */
export function dateVersion(changes: string, version: string, date: string) {
  const heading = `## ${version} (unreleased)\n`;
  const start = changes.indexOf(heading);
  if (start < 0) return null;
  const after = changes.slice(start + heading.length);
  const end = after.search(/^## /m);
  return {
    changes: changes.replace(heading, `## ${version} (${date})\n`),
    ofVersion: (end < 0 ? after : after.slice(0, end)).trim(),
  };
}

/** @returns the table with one more row, the newest first */
export const addRelease = (releases: string, row: { version: string; date: string; commit: string }): string =>
  releases.replace(/^\|---\|---\|---\|\n/m, (line) => `${line}| ${row.version} | ${row.date} | \`${row.commit}\` |\n`);

async function release([version = '']: readonly string[]): Promise<void> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('npm run release -- <version>, such as 1.0.0');
  if ((await git('branch', '--show-current')).trim() !== 'main') throw new Error('A version is created on main.');
  if ((await git('status', '--porcelain')) !== '') throw new Error('There are changes that are not committed.');
  const date = new Date().toISOString().slice(0, 10);
  const dated = dateVersion(await readFile(changesFile, 'utf8'), version, date);
  if (!dated) throw new Error(`CHANGELOG.md has no "## ${version} (unreleased)".`);
  await output('npm', 'test');
  await mkdir(folder, { recursive: true });
  await writeFile(changesFile, dated.changes);
  await output('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
  await writeFile(path.join(folder, 'sbom.json'), await output('npm', 'run', '--silent', 'sbom'));
  await writeFile(path.join(folder, 'licences.txt'), await output('npm', 'run', '--silent', 'licences'));
  await writeFile(path.join(folder, 'changes.md'), `${dated.ofVersion}\n`);
  recordMigrations();
  await git('commit', '--all', '--message', `Version ${version}`);
  await git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
  // A commit cannot contain its own id, so the next one names it.
  const commit = (await git('rev-parse', 'HEAD')).trim();
  await writeFile(releasesFile, addRelease(await readFile(releasesFile, 'utf8'), { version, date, commit }));
  await git('commit', '--all', '--message', `Name the commit of version ${version}`);
  console.log(`v${version} is tagged, and release/ contains its files. To publish it: git push --follow-tags`);
}

const git = (...options: string[]): Promise<string> => output('git', ...options);

async function output(...command: string[]): Promise<string> {
  const { ok, output: text } = await run(command);
  if (!ok) throw new Error(`${command.join(' ')} failed:\n${text.slice(-2000)}`);
  return text;
}

if (import.meta.main) {
  await release(process.argv.slice(2)).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
