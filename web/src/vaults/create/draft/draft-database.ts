// This browser's database of drafts: their files, and the chunks of recordings in progress, all sealed. Storage can be full or denied;
// then every operation fails, and the data stays only in memory.
import { collectFacts, type DraftFacts, factsIndex, indexedFacts } from '../../../people/sessions/draft-facts.ts';
import { draftDatabaseName, draftMilliseconds } from '../../../people/sessions/forget-on-sign-out.ts';
import { areDraftsOpen } from '../../form/sealed-drafts.ts';

export type DraftStoreName = 'files' | 'pieces';
const storeNames: readonly DraftStoreName[] = ['files', 'pieces'];

/** A draft's rows in a store, oldest first. Deletes rows that are too old, including those of other drafts. */
export async function readStored<Row>(name: DraftStoreName, draftId: string, now: Date): Promise<Row[]> {
  const oldest = now.getTime() - draftMilliseconds;
  const facts = await readFacts(name);
  await removeStored(
    name,
    facts.filter(({ savedAt }) => savedAt < oldest),
  );
  const readOwn = (store: IDBObjectStore) =>
    store.index(factsIndex).getAll(IDBKeyRange.bound([draftId, oldest], [draftId, Number.POSITIVE_INFINITY]));
  return inStore<Row[]>(name, 'readonly', readOwn).catch(() => []);
}

/** The facts of every row in a store, whichever draft it belongs to. */
export async function readFacts(name: DraftStoreName): Promise<DraftFacts[]> {
  const facts: DraftFacts[] = [];
  await inStore(name, 'readonly', (store) => collectFacts(store, facts)).catch(() => {});
  return facts;
}

export async function removeStored(name: DraftStoreName, rows: readonly Pick<DraftFacts, 'id'>[]): Promise<void> {
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
    const opening = indexedDB.open(draftDatabaseName);
    opening.onupgradeneeded = () => {
      const { result } = opening;
      for (const name of storeNames)
        result.createObjectStore(name, { keyPath: 'id' }).createIndex(factsIndex, [...indexedFacts]);
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}
