// Loaded into the server of a short fault run (`node --import`): records what the server syncs to disk, and refuses its writes with
// ENOSPC while a flag file exists. See simulated-disk.ts.
import { appendFileSync, existsSync, fstatSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';

export type Synced =
  | { inode: number; sizeBytes: number }
  /** A folder, which may be renamed later: the names it contained when it was synced, and their inodes. */
  | { inode: number; names: Record<string, number> };

const { SYNCED_FILE: record = '', DISK_FULL_FILE: full = '' } = process.env;

const handle = await open(import.meta.filename);
const prototype = Object.getPrototypeOf(handle);
await handle.close();

const { sync } = prototype;
prototype.sync = async function syncAndNote(this: { fd: number }) {
  const synced = describe(this.fd);
  await sync.call(this);
  appendFileSync(record, `${JSON.stringify(synced)}\n`);
};

for (const name of ['write', 'writev', 'writeFile', 'appendFile']) {
  const write = prototype[name];
  prototype[name] = async function writeUnlessFull(...words: unknown[]) {
    if (existsSync(full))
      throw Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), { code: 'ENOSPC' });
    return write.apply(this, words);
  };
}

function describe(fd: number): Synced {
  const found = fstatSync(fd);
  if (!found.isDirectory()) return { inode: found.ino, sizeBytes: found.size };
  const folder = readlinkSync(`/proc/self/fd/${fd}`);
  const names = readdirSync(folder).flatMap((name): [string, number][] => {
    const inode = lstatSync(path.join(folder, name), { throwIfNoEntry: false })?.ino;
    return inode === undefined ? [] : [[name, inode]];
  });
  return { inode: found.ino, names: Object.fromEntries(names) };
}
