// Removes the unfinished files of killed processes. They may contain a letter that was deleted since, or a key that was
// destroyed. The file storage removes its own.
import path from 'node:path';
import { removeAbandonedFiles } from './durable-file.ts';

interface Places {
  config: { dataDirectory: string; journalDirectory: string | null };
  lettersDirectory: string;
  keyFile: { path: string };
}

export async function removeUnfinishedFiles({ config, keyFile, ...places }: Places): Promise<void> {
  const folders = [
    config.dataDirectory,
    places.lettersDirectory,
    ...(config.journalDirectory ? [config.journalDirectory] : []),
  ];
  for (const folder of folders) await removeAbandonedFiles(folder);
  // The folder of KEYRING_FILE may also have other uses.
  await removeAbandonedFiles(path.dirname(keyFile.path), path.basename(keyFile.path));
}
