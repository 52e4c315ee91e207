// The files of a draft, stored in this browser's own database until the vault is created, discarded, or seven days have passed. A
// recording cannot be chosen again, so it must survive a reload. Storage can be full or denied; then the file stays in memory alone.
import { draftDatabaseName } from '../../sessions/forget-on-sign-out.ts';
import { draftDays } from './draft.ts';

interface StoredFile {
  id: string;
  ownerId: string;
  savedAt: number;
  file: File;
}

/** All files of a draft together: two of the largest. */
const maxDraftBytes = 1024 * 1024 * 1024;
const storeName = 'files';
const lifetimeMilliseconds = draftDays * 24 * 60 * 60 * 1000;

/** The id under which a file is stored, for the files this page has read or stored. */
const ids = new WeakMap<File, string>();
const known = new Set<string>();

/** The owner's files in the order they were added. Deletes what is too old, also of another owner. */
export async function readDraftFiles(ownerId: string, now: Date): Promise<File[]> {
  const all = (await inStore<StoredFile[]>('readwrite', (store) => store.getAll()).catch(() => undefined)) ?? [];
  const isOld = ({ savedAt }: StoredFile) => now.getTime() - savedAt > lifetimeMilliseconds;
  await removeFiles(all.filter(isOld).map(({ id }) => id));
  const own = all.filter((stored) => stored.ownerId === ownerId && !isOld(stored));
  return own
    .toSorted((one, other) => one.savedAt - other.savedAt || one.id.localeCompare(other.id))
    .map(({ id, file }) => remember(file, id));
}

/** Files that are stored already are recognised, so that returning to the form adds none twice. */
export const isStored = (file: File): boolean => ids.has(file);

/** The bytes of a chosen file as they were when it was stored. */
export async function findStoredCopy(file: File): Promise<File | undefined> {
  const id = ids.get(file);
  const stored =
    id && (await inStore<StoredFile | undefined>('readonly', (store) => store.get(id)).catch(() => undefined));
  return stored ? stored.file : undefined;
}

/**
 * Stores the files that are new, and deletes those that were taken away in this page. Another tab's files stay.
 * @returns the files that could not be stored
 */
export async function storeDraftFiles(ownerId: string, files: readonly File[], now: Date): Promise<File[]> {
  const kept = new Set(files.map((file) => ids.get(file)));
  await removeFiles([...known].filter((id) => !kept.has(id)));
  const unsaved: File[] = [];
  let bytes = 0;
  for (const [position, file] of files.entries()) {
    bytes += file.size;
    if (!ids.has(file) && (bytes > maxDraftBytes || !(await storeFile(ownerId, file, now.getTime() + position))))
      unsaved.push(file);
  }
  return unsaved;
}

export async function clearDraftFiles(ownerId: string): Promise<void> {
  const all = (await inStore<StoredFile[]>('readonly', (store) => store.getAll()).catch(() => undefined)) ?? [];
  await removeFiles(all.filter((stored) => stored.ownerId === ownerId).map(({ id }) => id));
}

async function storeFile(ownerId: string, file: File, savedAt: number): Promise<boolean> {
  const id = `${ownerId}:${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
  const stored: StoredFile = { id, ownerId, savedAt, file };
  try {
    await inStore('readwrite', (store) => store.put(stored));
    remember(file, id);
    return true;
  } catch {
    return false;
  }
}

async function removeFiles(gone: readonly string[]): Promise<void> {
  for (const id of gone) {
    known.delete(id);
    await inStore('readwrite', (store) => store.delete(id)).catch(() => {});
  }
}

function remember(file: File, id: string): File {
  ids.set(file, id);
  known.add(id);
  return file;
}

/** One transaction. The connection closes after it, so that signing out in another tab can delete the database. */
async function inStore<Result>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<Result> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(storeName, mode);
    const request = act(transaction.objectStore(storeName));
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
    const opening = indexedDB.open(draftDatabaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName, { keyPath: 'id' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}
