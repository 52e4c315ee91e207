// The cluster: PostgreSQL's own folder of data files. It is made whole or not at all, and opened only by its own version.
import { execFile } from 'node:child_process';
import { existsSync, lchownSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../../lib/durable-file.ts';
import type { Account } from './account.ts';
import type { Programs } from './programs.ts';

export const clusterUser = 'remembrance';
const majorVersion = '18';
/** What the programs may know of our environment: nothing, since it holds secrets and they run as another user. */
export const bareEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** Makes the cluster beside its place and moves it there, so that a kill halfway leaves nothing that looks like one. */
export async function ensureCluster(home: string, programs: Programs, account: Account): Promise<void> {
  const cluster = path.join(home, 'cluster');
  if (existsSync(cluster)) return refuseOtherVersion(cluster);
  const draft = mkdtempSync(path.join(home, `draft-${process.pid}-`));
  if (account.ids.uid) lchownSync(draft, account.ids.uid, account.ids.gid ?? -1);
  const [command = '', ...words] = [...account.prefix, programs.initdb, '--pgdata', draft, ...initialiseWords];
  await promisify(execFile)(command, words, { ...account.ids, cwd: '/', env: bareEnvironment });
  try {
    renameSync(draft, cluster);
  } catch (error) {
    if (!existsSync(cluster)) throw error;
    rmSync(draft, { recursive: true }); // another process was first
  }
  await syncFolder(home);
}

// The socket lies in a folder of ours alone, so nobody is asked for a password. The built-in locale is the same on
// every machine, so an index never depends on the system's sorting rules.
const initialiseWords = [
  ...['--username', clusterUser, '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C'],
  ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--data-checksums', '--no-instructions'],
];

function refuseOtherVersion(cluster: string): void {
  const found = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found === majorVersion) return;
  throw new Error(
    `${cluster} was written by PostgreSQL ${found}; this release brings ${majorVersion}. ` +
      'Move the rows with pg_dump from the release that wrote them.',
  );
}
