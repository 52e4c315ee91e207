// Chooses the account PostgreSQL runs as. It refuses to run as root, and its files keep their owner, so the choice is made once.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Programs } from './programs.ts';

export interface Account {
  /** Options for spawn; empty if the process keeps its own user. */
  ids: { uid?: number; gid?: number };
  /** Prefix of every command; empty unless it must run in a user namespace. */
  prefix: string[];
}

/** In this namespace root appears as an ordinary user, while its files on disk still belong to root. */
const namespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534'];

/** The account PostgreSQL will run as in that home, if it is not ours. */
export function accountToPass(home: string): Account['ids'] | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = ownerOf(home);
  return owner?.uid === 0 ? undefined : (owner ?? unprivilegedUser());
}

const ownerOf = (home: string): { uid: number; gid: number } | undefined =>
  statSync(path.join(home, 'cluster'), { throwIfNoEntry: false });

export function chooseAccount(programs: Programs, home: string): Account {
  if (process.getuid?.() !== 0) return { ids: {}, prefix: [] };
  const owner = ownerOf(home);
  const ids = owner ? { uid: owner.uid, gid: owner.gid } : unprivilegedUser();
  if (ids && ids.uid !== 0 && reaches(ids, programs, path.dirname(home))) return { ids, prefix: [] };
  // For a folder that only root may enter, such as one below /root.
  if ((!owner || owner.uid === 0) && runs([...namespace, programs.postgres, '--version']))
    return { ids: {}, prefix: namespace };
  throw new Error(
    `PostgreSQL cannot run as root, and no other user may enter both ${path.dirname(programs.postgres)} and ${home}. ` +
      'Start as an ordinary user, or set DATABASE_URL.',
  );
}

function unprivilegedUser(): { uid: number; gid: number } | undefined {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

const reaches = (ids: Account['ids'], programs: Programs, folder: string): boolean =>
  runs(['sh', '-c', 'test -x "$1" && "$2" --version', 'sh', folder, programs.postgres], ids);

function runs([command = '', ...args]: string[], ids: Account['ids'] = {}): boolean {
  return spawnSync(command, args, { ...ids, cwd: '/', stdio: 'ignore' }).status === 0;
}
