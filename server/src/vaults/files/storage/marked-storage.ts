// A storage of files in a place that carries the mark of its installation. While the place lacks it, nothing is written into it, and nothing
// is called missing.
import type { Mark, MarkedPlace } from './marked-place.ts';
import { asUnavailable, type ObjectStorage, ObjectUnreadable } from './object-storage.ts';

/** The place may be absent while the service runs, and come back. */
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

export class MarkMissing extends Error {
  override name = 'MarkMissing';
  /** For anyone, where the message is for the log. */
  readonly sentence: string;

  constructor(message: string, sentence: string) {
    super(message);
    this.sentence = sentence;
  }
}
