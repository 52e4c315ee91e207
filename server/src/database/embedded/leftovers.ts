// Clears away what starts that were cut off have left in the server's home.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from './postmaster.ts';

/**
 * Drafts of the cluster, folders of sockets and links to them are named after the process that made them: once it is gone, nobody
 * will finish them. Call it only when no server runs, since a server may outlive its starter.
 */
export function removeLeftovers(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = Number(/^(?:draft|run|link)-(\d+)-/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) rmSync(path.join(home, name), { recursive: true, force: true, maxRetries: 10 });
  }
}
