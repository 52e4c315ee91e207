// Lets one process at a time fill a folder. The lock is a socket without a file (Linux only), so it ends with its process, even if that is
// killed, and nothing of it is left behind. Another container does not see it.
import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

/** @returns what releases the lock, or null if another process has it */
export function lockFolder(folder: string): Promise<(() => void) | null> {
  const { promise, resolve, reject } = Promise.withResolvers<(() => void) | null>();
  if (process.platform !== 'linux') return Promise.resolve(() => {});
  const server = createServer().unref();
  server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
  const name = createHash('sha256')
    .update(realName(path.resolve(folder)))
    .digest('hex');
  server.listen(`\0remembrance-${name}`, () => resolve(() => void server.close()));
  return promise;
}

/** The name that a folder has without symbolic links. It may not exist yet. */
function realName(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : path.join(realName(path.dirname(folder)), path.basename(folder));
}
