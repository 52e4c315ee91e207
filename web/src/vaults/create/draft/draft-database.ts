// This browser's database of drafts: their files, and the chunks of recordings in progress, all sealed. Storage can be full or denied;
// then every operation fails, and the data stays only in memory.
import { draftDatabaseName, draftMilliseconds } from '../../../people/sessions/forget-on-sign-out.ts';
import { areDraftsOpen } from '../../form/sealed-drafts.ts';

export type DraftStoreName = 'files' | 'pieces';
const storeNames: readonly DraftStoreName[] = ['files', 'pieces'];

export interface Stored {
  id: string;
  draftId: string;
  savedAt: number;
}

/** A draft's rows in a store, oldest first. Deletes rows that are too old, including those of other drafts. */
export async function readStored<Row extends Stored>(name: DraftStoreName, draftId: string, now: Date): Promise<Row[]> {
  const all = await readAll<Row>(name);
  const isOld = ({ savedAt }: Stored) => now.getTime() - savedAt > draftMilliseconds;
  await removeStored(name, all.filter(isOld));
  return all
    .filter((row) => row.draftId === draftId && !isOld(row))
    .toSorted((one, other) => one.savedAt - other.savedAt || one.id.localeCompare(other.id));
}

export const readAll = async <Row extends Stored>(name: DraftStoreName): Promise<Row[]> =>
  (await inStore<Row[]>(name, 'readonly', (store) => store.getAll()).catch(() => undefined)) ?? [];

export async function removeStored(name: DraftStoreName, rows: readonly Pick<Stored, 'id'>[]): Promise<void> {
  for (const { id } of rows) await inStore(name, 'readwrite', (store) => store.delete(id)).catch(() => {});
}

/**
 * One transaction. The connection closes after it, so that signing out in another tab can delete the database; without the keys it fails,
 * so that a file which is still being sealed then does not create the database again.
 */
export async function inStore<Result>(
  name: DraftStoreName,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  if (!areDraftsOpen()) throw new Error('the drafts of this page are closed');
  const database = await openDatabase();
  try {
    const transaction = database.transaction(name, mode);
    const request = act(transaction.objectStore(name));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result as Result;
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(draftDatabaseName, 2);
    opening.onupgradeneeded = () => {
      const { result } = opening;
      for (const name of storeNames)
        if (!result.objectStoreNames.contains(name)) result.createObjectStore(name, { keyPath: 'id' });
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}
