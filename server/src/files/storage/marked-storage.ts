// A storage of files in a place with the mark of its installation. While the mark is missing, nothing is written to the place, and nothing
// is reported as missing.
import type { Mark, MarkedPlace } from './marked-place.ts';
import { asUnavailable, type ObjectStorage, ObjectUnreadable } from './object-storage.ts';

/** The place may disappear while the service runs, and come back. */
export function createMarkedStorage(storage: ObjectStorage, place: MarkedPlace, mark: Mark): ObjectStorage {
  const requireMark = async () => {
    if ((await place.readMark()) === mark) return;
    throw new MarkMissing(`${place.name} lacks the mark ${mark} in .installation.`, place.lacksMark);
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
    // The disk space under an unmounted place belongs to another disk.
    hasRoom: (sizeBytes) => whereMarked(() => storage.hasRoom(sizeBytes)),
    // Otherwise the row would be deleted, and the object would return with the disk.
    remove: (name) => whereMarked(() => storage.remove(name)),
    async probe() {
      await requireMark();
      await storage.probe();
    },
  };
}

export class MarkMissing extends Error {
  override name = 'MarkMissing';
  /** For anyone; the message is for the log. */
  readonly sentence: string;

  constructor(message: string, sentence: string) {
    super(message);
    this.sentence = sentence;
  }
}
