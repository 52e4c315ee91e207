// Closes the data directory to other users of the machine. If we are root, PostgreSQL runs as another account, which may pass
// through to its own folder and see nothing else.
import { chmodSync, chownSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeFolders } from '../lib/make-folders.ts';
import { accountToPass } from './embedded/account.ts';

/** The names in a data directory. A folder with other names is also used for something else, and is not changed. */
const folders = 'postgres|objects|restore\\.unfinished|letters|journal|backups|lost\\+found';
const files = 'refused-starts\\.jsonl|secrets\\.json|keyring\\.json|breached-passwords';
const ours = new RegExp(`^(?:${folders}|(?:${files})(?:\\.[\\w-]+\\.tmp)?)$`);

export function closeDataDirectory(directory: string, { embedded }: { embedded: boolean }): void {
  makeFolders(path.dirname(directory));
  makeFolders(directory, 0o700);
  const isOurs =
    statSync(directory).uid === process.getuid?.() && readdirSync(directory).every((name) => ours.test(name));
  if (!isOurs) return;
  const passing = embedded ? accountToPass(path.join(directory, 'postgres')) : undefined;
  if (passing?.gid) chownSync(directory, 0, passing.gid);
  chmodSync(directory, passing?.gid ? 0o710 : 0o700);
}
