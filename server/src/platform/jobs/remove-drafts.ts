// Removes the files that killed processes left half written. They may hold a letter that was deleted since, or a key that was
// destroyed. The storage of files removes its own.
import path from 'node:path';
import { removeAbandonedDrafts } from '../lib/durable-file.ts';

interface Places {
  config: { dataDirectory: string; journalDirectory: string | null };
  lettersDirectory: string;
  keyFile: { path: string };
}

export async function removeDrafts({ config, keyFile, ...places }: Places): Promise<void> {
  const folders = [
    config.dataDirectory,
    places.lettersDirectory,
    ...(config.journalDirectory ? [config.journalDirectory] : []),
  ];
  for (const folder of folders) await removeAbandonedDrafts(folder);
  // The folder of KEYRING_FILE may be used for something else too.
  await removeAbandonedDrafts(path.dirname(keyFile.path), path.basename(keyFile.path));
}
