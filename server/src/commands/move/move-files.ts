// Moves the files between DATA_DIR and the bucket, and the journal with them if it has no folder. The old ones stay; the
// operator removes them.
import path from 'node:path';
import { markPlace } from '../../files/storage/marked-place.ts';
import { ObjectCutShort, ObjectUnreadable, StorageFull } from '../../files/storage/object-storage.ts';
import { type CopiedObjects, copyObjects } from '../../files/stored/copy-objects.ts';
import { readMark } from '../../keys/secret/installation-store.ts';
import { BucketUnavailable } from '../../platform/lib/bucket-unavailable.ts';
import { Refusal } from '../../platform/lib/refusal.ts';
import { copyJournal } from '../../records/journal/journal.ts';
import type { Services } from '../../services.ts';
import type { Config } from '../../settings/config.ts';
import { explainBucket } from '../../start/explain-bucket.ts';
import { openFilesPlace, openJournalStorage, openStorage, withoutBucket } from '../../start/open-places.ts';
import { CommandRefused } from '../run/command-line.ts';
import type { Report } from '../run/progress.ts';

const folderOf = (dataDirectory: string): string => path.resolve(dataDirectory, 'objects');

export async function moveFiles(
  { database, journalFile }: Services,
  config: Config,
  { toBucket, report }: { toBucket: boolean; report: Report },
): Promise<string> {
  const mark = await readMark(database);
  const inBucket = await openEnd(config, mark);
  const inFolder = await openEnd(withoutBucket(config), mark);
  const [from, to] = toBucket ? [inFolder, inBucket] : [inBucket, inFolder];
  const place = folderOf(config.dataDirectory);
  const onObject = (count: number, all: number) => report('files compared or copied', count, all);
  const movesJournal = config.journalDirectory === null;
  const copy = async () => {
    // First, so that nothing is written to a bucket whose next start would be refused.
    if (movesJournal) await to.journal.probe();
    await markPlace(to.place, mark, true);
    // Before the files, so that a start there does not find them without it.
    if (movesJournal) await copyJournal(journalFile.keys, from.journal, to.journal);
    return copyObjects({ database, from: from.storage, to: to.storage, onObject });
  };
  const done = await copy().catch((error) => asRefused(error, config.bucket));
  const bucketName = `the bucket ${config.bucket?.bucket}`;
  const names = toBucket ? [place, bucketName] : [bucketName, place];
  if (done.missing.length > 0) process.exitCode = 1;
  return describe(done, names, toBucket);
}

async function openEnd(config: Config, mark: string) {
  const place = await openFilesPlace(config);
  return { place, storage: await openStorage(config, place, mark), journal: await openJournalStorage(config) };
}

function describe({ copied, bytes, present, missing }: CopiedObjects, [from, to]: string[], toBucket: boolean): string {
  return [
    `${copied} files (${Math.round(bytes / 1024 ** 2)} MB) were copied to ${to}, read back and compared. ${present} were there already.`,
    ...missing.map((name) => `missing: ${name} is in neither place`),
    `If the service ran in the meantime, stop it and run this again. Then start it ${toBucket ? 'with' : 'without'} the settings of the bucket, run npm run verify, and if it reports that everything is intact, remove the files in ${from}.`,
  ].join('\n');
}

function asRefused(error: unknown, bucket: Config['bucket']): never {
  if (error instanceof StorageFull)
    throw new CommandRefused(
      'There is no space left. Free some space and run this again: it continues where it stopped.',
    );
  const line = bucket && explainBucket(error, bucket);
  if (line) throw new CommandRefused(line);
  if ([Refusal, BucketUnavailable, ObjectCutShort, ObjectUnreadable].some((kind) => error instanceof kind))
    throw new CommandRefused('A file could not be read or stored. Run this again: it continues where it stopped.');
  throw error;
}
