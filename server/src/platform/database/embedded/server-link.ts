// A stable address for the server: every start of PostgreSQL has a new socket folder, and this symbolic link points to the
// current one. The connections need not know about restarts.
import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isTooDeepForSocket } from './guarded-server.ts';

export interface ServerLink {
  folder: string;
  pointTo(socketFolder: string): void;
  remove(): void;
}

export function createServerLink(home: string): ServerLink {
  const name = `link-${process.pid}-${randomBytes(3).toString('hex')}`;
  const folder = isTooDeepForSocket(path.join(home, name))
    ? path.join(os.tmpdir(), `remembrance-${name}`)
    : path.join(home, name);
  const draft = `${folder}.new`;
  return {
    folder,
    pointTo(socketFolder) {
      rmSync(draft, { force: true });
      symlinkSync(socketFolder, draft);
      renameSync(draft, folder);
    },
    remove: () => rmSync(folder, { force: true }),
  };
}
