// Moves the files between DATA_DIR and the bucket. The old ones stay, for the operator to remove.
import path from 'node:path';
import { readMark } from '../keys/secret/installation-store.ts';
import { Refusal } from '../platform/lib/refusal.ts';
import type { Services } from '../services.ts';
import type { Config } from '../settings/config.ts';
import { explainBucket } from '../start/explain-bucket.ts';
import { createDiskStorage } from '../vaults/files/storage/disk-storage.ts';
import { markFolder } from '../vaults/files/storage/marked-folder.ts';
import { ObjectCutShort, ObjectUnreadable, StorageFull } from '../vaults/files/storage/object-storage.ts';
import { type CopiedObjects, copyObjects } from '../vaults/files/stored/copy-objects.ts';
import { CommandRefused } from './command-refused.ts';
import type { Report } from './progress.ts';

const folderOf = (dataDirectory: string): string => path.resolve(dataDirectory, 'objects');

export async function moveFiles(
  { config, database, storage: bucket }: Services,
  toBucket: boolean,
  report: Report,
): Promise<string> {
  const place = folderOf(config.dataDirectory);
  const folder = createDiskStorage(place, config.diskReserveBytes);
  const [from, to] = toBucket ? [folder, bucket] : [bucket, folder];
  if (!toBucket) await markFolder(place, await readMark(database), true);
  const onObject = (count: number, all: number) => report('files compared or copied', count, all);
  const done = await copyObjects({ database, from, to, onObject }).catch((error) => asRefused(error, config.bucket));
  const bucketName = `the bucket ${config.bucket?.bucket}`;
  const names = toBucket ? [place, bucketName] : [bucketName, place];
  if (done.missing.length > 0) process.exitCode = 1;
  return describe(done, names, toBucket);
}

function describe({ copied, bytes, present, missing }: CopiedObjects, [from, to]: string[], toBucket: boolean): string {
  return [
    `${copied} files with ${Math.round(bytes / 1024 ** 2)} MB were copied to ${to}, read back there and compared; ${present} were there already.`,
    ...missing.map((name) => `missing: ${name} is in neither place`),
    `If the service ran in the meantime, stop it and run this again. Then start it ${toBucket ? 'with' : 'without'} the settings of the bucket, run npm run verify, and if that says that all is whole, remove what is in ${from}.`,
  ].join('\n');
}

function asRefused(error: unknown, bucket: Config['bucket']): never {
  if (error instanceof StorageFull)
    throw new CommandRefused('There is no room left. Make room and run this again: it goes on where it was.');
  const line = bucket && explainBucket(error, bucket);
  if (line) throw new CommandRefused(line);
  if ([Refusal, ObjectCutShort, ObjectUnreadable].some((kind) => error instanceof kind))
    throw new CommandRefused('A file could not be read or stored just now. Run this again: it goes on where it was.');
  throw error;
}
