// What an index of the drafts' database knows of each row. The content of a row, which may be a video, is not read for it.

export interface DraftFacts {
  id: string;
  draftId: string;
  savedAt: number;
}

export const factsIndex = 'facts';
export const indexedFacts = ['draftId', 'savedAt'] as const satisfies (keyof DraftFacts)[];

/** Collects the facts of all rows until the transaction ends. */
export function collectFacts(store: IDBObjectStore, into: DraftFacts[]): IDBRequest {
  const reading = store.index(factsIndex).openKeyCursor();
  reading.onsuccess = () => {
    const cursor = reading.result;
    if (!cursor) return;
    const [draftId, savedAt] = cursor.key as [string, number];
    into.push({ id: String(cursor.primaryKey), draftId, savedAt });
    cursor.continue();
  };
  return reading;
}
