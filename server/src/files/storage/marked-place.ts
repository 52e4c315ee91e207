// The place of an installation's files: a folder or a bucket with the installation's mark. A place without the mark is a different one,
// such as a disk that is not mounted.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Bucket } from '../../platform/lib/bucket.ts';
import { createOnce, makeFolder, syncFolder } from '../../platform/lib/durable-file.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import { walkFiles } from '../../platform/lib/walk-files.ts';
import { isObjectPath } from './object-storage.ts';

const nameOfMark = '.installation';

/** Identifies an installation; it is not a secret. */
export type Mark = string;

export interface MarkedPlace {
  /** The place's name for an operator. */
  name: string;
  /** A description for anyone, without the place's name. */
  lacksMark: string;
  wayOn: string;
  /** Null if there is no mark. */
  readMark(): Promise<Mark | null>;
  /** Keeps an existing mark. */
  writeMark(mark: Mark): Promise<void>;
  /** The same for every process that serves this place, and another one for a copy of it. Empty if it is unknown. */
  identify(): Promise<string>;
  /** Whether it holds anything that the sweep would take for an object. */
  holdsFiles(): Promise<boolean>;
}

export const folderPlace = (folder: string): MarkedPlace => ({
  name: folder,
  lacksMark: 'The folder of the files lacks the mark of this installation: is its disk mounted?',
  wayOn: 'put the right folder there',
  readMark: () =>
    readFile(path.join(folder, nameOfMark), 'utf8').then(
      (mark) => mark.trim(),
      () => null,
    ),
  async writeMark(mark) {
    await makeFolder(folder);
    await syncFolder(path.dirname(folder));
    await createOnce(path.join(folder, nameOfMark), `${mark}\n`);
  },
  // A copy of the mark is newer, even one by `cp -a`. Some network file systems do not know when a file was created.
  identify: () =>
    stat(path.join(folder, nameOfMark)).then(
      ({ birthtimeMs }) => (birthtimeMs > 0 ? String(Math.floor(birthtimeMs)) : ''),
      () => '',
    ),
  async holdsFiles() {
    if (!existsSync(folder)) return false;
    for await (const file of walkFiles(folder)) if (isObjectPath(path.relative(folder, file))) return true;
    return false;
  },
});

const isOfNoFile = (key: string): boolean => /^(\.|journal|probe-)/.test(key);

export function bucketPlace(bucket: Bucket): MarkedPlace {
  /** Read once per process, because a bucket does not come and go like a disk. */
  let known: Mark | null = null;
  return {
    name: `the bucket ${bucket.name}`,
    lacksMark: 'The bucket of the files lacks the mark of this installation: is it the right one?',
    wayOn: 'set S3_BUCKET to the right bucket',
    readMark: async () => (known ??= (await bucket.read(nameOfMark))?.toString().trim() ?? null),
    writeMark: async (mark) => void (await bucket.putOnce(nameOfMark, `${mark}\n`)),
    // PostgreSQL shortens the name of a connection, and a bucket's name may be as long as that.
    identify: async () => createHash('sha256').update(bucket.name).digest('hex').slice(0, 16),
    async holdsFiles() {
      for await (const { key } of bucket.list('')) if (!isOfNoFile(key)) return true;
      return false;
    },
  };
}

/**
 * @param isOurs whether an unmarked place is ours, and gets a mark
 * @throws {StartRefused} if the place belongs to another installation
 */
export async function markPlace(place: MarkedPlace, mark: Mark, isOurs: boolean): Promise<void> {
  // Read first: a server that ignores If-None-Match would write over the mark of another installation.
  if (isOurs && (await place.readMark()) === null) await place.writeMark(mark);
  const found = await place.readMark();
  if (found === null || found === mark) return;
  throw new StartRefused(
    `The files in ${place.name} are those of another installation (${found}, and this one is ${mark}); ${place.wayOn}.`,
  );
}
