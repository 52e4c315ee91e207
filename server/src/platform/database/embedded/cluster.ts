// Creates the cluster, PostgreSQL's folder of data files, completely or not at all.
import { execFile } from 'node:child_process';
import { existsSync, lchownSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../../lib/durable-file.ts';
import type { Account } from './account.ts';
import type { Programs } from './programs.ts';

export const clusterUser = 'remembrance';
/** The programs do not get our environment, because it contains secrets and they run as another user. */
export const bareEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** Creates the cluster in an unfinished folder and renames it, so that a killed start leaves nothing that looks like a cluster. */
export async function ensureCluster(home: string, programs: Programs, account: Account): Promise<void> {
  const cluster = path.join(home, 'cluster');
  if (existsSync(cluster)) return;
  const unfinished = mkdtempSync(path.join(home, `draft-${process.pid}-`));
  if (account.ids.uid) lchownSync(unfinished, account.ids.uid, account.ids.gid ?? -1);
  const [command = '', ...args] = [
    ...account.prefix,
    programs.initdb,
    '--pgdata',
    unfinished,
    ...initdbArguments(programs),
  ];
  await promisify(execFile)(command, args, { ...account.ids, cwd: '/', env: bareEnvironment });
  try {
    renameSync(unfinished, cluster);
  } catch (error) {
    if (!existsSync(cluster)) throw error;
    rmSync(unfinished, { recursive: true }); // another process was first
  }
  await syncFolder(home);
}

// Only we can enter the socket's folder, so no password is needed. Text sorts by its bytes on every machine, so an index never depends
// on the system's collation. PostgreSQL 15 and 16 have no built-in locale: there the system determines only upper and lower case.
const initdbArguments = ({ major }: Programs): string[] => [
  ...['--username', clusterUser, '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C'],
  ...(major >= 17
    ? ['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8']
    : ['--locale-provider', 'libc', '--lc-ctype', 'C.UTF-8']),
  ...['--data-checksums', '--no-instructions'],
];
