// Removes the leftovers of interrupted starts in the server's home.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from './postmaster.ts';

/**
 * Drafts of the cluster, socket folders and links to them are named after the process that created them. When it has ended,
 * nobody uses them. Call this only when no server runs, because a server may outlive its starter.
 */
export function removeLeftovers(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = Number(/^(?:draft|run|link)-(\d+)-/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) rmSync(path.join(home, name), { recursive: true, force: true, maxRetries: 10 });
  }
}
