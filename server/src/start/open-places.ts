// The places of the files and the journal according to the settings: in folders, or in the bucket. The bucket's library is large, so a
// start loads it only if it needs a bucket.
import path from 'node:path';
import { createDiskStorage } from '../files/storage/disk-storage.ts';
import { bucketPlace, folderPlace, type Mark, type MarkedPlace } from '../files/storage/marked-place.ts';
import { createMarkedStorage } from '../files/storage/marked-storage.ts';
import type { ObjectStorage } from '../files/storage/object-storage.ts';
import { createJournalFolder } from '../records/journal/journal-folder.ts';
import type { JournalStorage } from '../records/journal/journal-storage.ts';
import type { Config } from '../settings/config.ts';

type Places = Pick<Config, 'bucket' | 'dataDirectory' | 'diskReserveBytes' | 'journalDirectory'>;

const objectsIn = (dataDirectory: string): string => path.join(dataDirectory, 'objects');

export async function openFilesPlace({ bucket, dataDirectory }: Places): Promise<MarkedPlace> {
  if (!bucket) return folderPlace(objectsIn(dataDirectory));
  const { openBucket } = await import('../platform/lib/bucket.ts');
  return bucketPlace(openBucket(bucket));
}

export async function openStorage(places: Places, place: MarkedPlace, mark: Mark): Promise<ObjectStorage> {
  const { bucket, dataDirectory, diskReserveBytes } = places;
  if (!bucket) return createMarkedStorage(createDiskStorage(objectsIn(dataDirectory), diskReserveBytes), place, mark);
  const { createS3Storage } = await import('../files/storage/s3-storage.ts');
  return createMarkedStorage(createS3Storage(bucket), place, mark);
}

export async function openJournalStorage({ bucket, dataDirectory, journalDirectory }: Places): Promise<JournalStorage> {
  if (!bucket || journalDirectory) return createJournalFolder(journalDirectory ?? path.join(dataDirectory, 'journal'));
  const { openBucket } = await import('../platform/lib/bucket.ts');
  const { createJournalBucket } = await import('../records/journal/journal-bucket.ts');
  return createJournalBucket(openBucket(bucket));
}

/** The settings of a service whose files are in DATA_DIR. */
export const withoutBucket = (config: Config): Config => ({
  ...config,
  bucket: undefined,
  journalDirectory: config.journalDirectory ?? path.join(config.dataDirectory, 'journal'),
});
