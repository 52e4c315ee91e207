// The folder of the files carries the mark of its installation. A folder without it is another one: its disk is not mounted. Then nothing is
// written into it, and nothing is called missing that lies on the disk.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createOnce, makeFolder, syncFolder } from '../../../platform/lib/durable-file.ts';
import { StartRefused } from '../../../platform/lib/start-refused.ts';
import { createDiskStorage } from './disk-storage.ts';
import { asUnavailable, type ObjectStorage, ObjectUnreadable } from './object-storage.ts';

const nameOfMark = '.installation';

/** Names an installation; no secret. */
type Mark = string;

/**
 * @param isOurs whether a folder without a mark is ours, and gets one
 * @throws {StartRefused} where it is another installation's
 */
export async function markFolder(folder: string, mark: Mark, isOurs: boolean): Promise<void> {
  if (isOurs) {
    await makeFolder(folder);
    await syncFolder(path.dirname(folder));
    await createOnce(path.join(folder, nameOfMark), `${mark}\n`);
  }
  const found = await readMark(folder);
  if (found === null || found === mark) return;
  throw new StartRefused(
    `${folder} holds the files of another installation (${found}, and this one is ${mark}); put the right folder there.`,
  );
}

/** A storage in a folder that may be absent while the service runs, and comes back. */
export function createMarkedStorage(folder: string, mark: Mark, reserveBytes?: number): ObjectStorage {
  const storage = createDiskStorage(folder, reserveBytes);
  const requireMark = async () => {
    if ((await readMark(folder)) === mark) return;
    throw new NotMounted(
      `${folder} lacks the mark ${mark} of this installation in ${nameOfMark}: is its disk mounted?`,
    );
  };
  const whereMarked = async <T>(work: () => Promise<T>): Promise<T> => {
    await requireMark().catch(asUnavailable);
    return work();
  };
  const unlessAbsent = async (error: unknown): Promise<never> => {
    if (error instanceof ObjectUnreadable) await requireMark().catch(asUnavailable);
    throw error;
  };
  return {
    ...storage,
    put(name, bytes, sizeBytes) {
      bytes.on('error', () => {}); // before anything waits: reading the stream throws the same error
      return whereMarked(() => storage.put(name, bytes, sizeBytes));
    },
    read: (...words) => storage.read(...words).catch(unlessAbsent),
    sizeOf: (name) => storage.sizeOf(name).catch(unlessAbsent),
    // The room of the disk under an empty place is another one.
    hasRoom: (sizeBytes) => whereMarked(() => storage.hasRoom(sizeBytes)),
    // Otherwise its row would be gone, and the object come back with the disk.
    remove: (name) => whereMarked(() => storage.remove(name)),
    async probe() {
      await requireMark();
      await storage.probe();
    },
  };
}

export class NotMounted extends Error {
  override name = 'NotMounted';
}

async function readMark(folder: string): Promise<Mark | null> {
  try {
    return (await readFile(path.join(folder, nameOfMark), 'utf8')).trim();
  } catch {
    return null;
  }
}
