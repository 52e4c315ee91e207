// Where the files of an installation lie: a folder or a bucket, which carries its mark. A place without it is another one, such as a disk
// that is not mounted.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Bucket } from '../../../platform/lib/bucket.ts';
import { createOnce, makeFolder, syncFolder } from '../../../platform/lib/durable-file.ts';
import { StartRefused } from '../../../platform/lib/start-refused.ts';

const nameOfMark = '.installation';

/** Names an installation; no secret. */
export type Mark = string;

export interface MarkedPlace {
  /** As an operator reads it. */
  name: string;
  /** For anyone, without its name. */
  lacksMark: string;
  wayOn: string;
  /** Null where there is none. */
  readMark(): Promise<Mark | null>;
  /** Leaves one that is there. */
  writeMark(mark: Mark): Promise<void>;
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
});

export function bucketPlace(bucket: Bucket): MarkedPlace {
  /** Asked for once in a process: a bucket is no disk that comes and goes. */
  let known: Mark | null = null;
  return {
    name: `the bucket ${bucket.name}`,
    lacksMark: 'The bucket of the files lacks the mark of this installation: is it the right one?',
    wayOn: 'set S3_BUCKET to the right one',
    readMark: async () => (known ??= (await bucket.read(nameOfMark))?.toString().trim() ?? null),
    writeMark: async (mark) => void (await bucket.putOnce(nameOfMark, `${mark}\n`)),
  };
}

/**
 * @param isOurs whether a place without a mark is ours, and gets one
 * @throws {StartRefused} where it is another installation's
 */
export async function markPlace(place: MarkedPlace, mark: Mark, isOurs: boolean): Promise<void> {
  if (isOurs) await place.writeMark(mark);
  const found = await place.readMark();
  if (found === null || found === mark) return;
  throw new StartRefused(
    `The files in ${place.name} are those of another installation (${found}, and this one is ${mark}); ${place.wayOn}.`,
  );
}
