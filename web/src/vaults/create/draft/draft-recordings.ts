// A recording in progress, stored chunk by chunk, so that a closed tab, a call or a locked screen loses at most a few seconds of it. Once
// it is a file of the draft, or discarded, its chunks are deleted.
import type { DraftFacts } from '../../../people/sessions/draft-facts.ts';
import { prepareToFinish } from '../../files/recorder/finish-recording.ts';
import type { KeepPieces } from '../../files/recorder/use-recorder.ts';
import { openFile, type SealedFile, sealFile } from '../../form/sealed-drafts.ts';
import { inStore, readFacts, readStored, removeStored } from './draft-database.ts';

interface StoredPiece extends DraftFacts {
  /** The recording's file name, which identifies it. */
  name: string;
  sealed: SealedFile;
}

export const keepPiecesOf =
  (draftId: string): KeepPieces =>
  ({ name, type }) => {
    let count = 0;
    let queue = Promise.resolve();
    return {
      add(piece) {
        const id = recordingPrefix(draftId, name) + String(count++).padStart(6, '0');
        const savedAt = Date.now();
        const store = async () => {
          const stored: StoredPiece = {
            id,
            draftId,
            savedAt,
            name,
            sealed: await sealFile(new File([piece], name, { type }), id),
          };
          await inStore('pieces', 'readwrite', (pieces) => pieces.put(stored));
        };
        queue = queue.then(store).then(ignore, ignore);
      },
      discard() {
        queue = queue.then(() => forgetPieces(draftId, [name])).catch(ignore);
      },
    };
  };

const ignore = () => {};

/** The recordings that only exist as chunks, each as a file. */
export async function recoverRecordings(draftId: string, now: Date): Promise<File[]> {
  const pieces = await readStored<StoredPiece>('pieces', draftId, now);
  const inOrder = [...pieces].sort((one, other) => one.id.localeCompare(other.id));
  const files: File[] = [];
  for (const name of new Set(inOrder.map((stored) => stored.name))) {
    const own = inOrder.filter((stored) => stored.name === name);
    const opened = await Promise.all(own.map(({ id, sealed }) => openFile(sealed, id)));
    const parts = opened.filter((part) => part !== undefined);
    if (parts.length > 0) files.push(await prepareToFinish()(new File(parts, name, { type: parts[0]?.type ?? '' })));
  }
  return files;
}

/** Deletes the chunks of recordings by name. */
export async function forgetPieces(draftId: string, names: readonly string[]): Promise<void> {
  const facts = await readFacts('pieces');
  const prefixes = names.map((name) => recordingPrefix(draftId, name));
  await removeStored(
    'pieces',
    facts.filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix))),
  );
}

/** What the ids of a recording's chunks begin with. */
const recordingPrefix = (draftId: string, name: string): string => `${draftId}:${name}:`;
