// Finds what signing out would delete from this browser, so that the owner is asked first. Deletes what is too old.
import { attempt } from '../../lib/browser/attempt.ts';
import { collectFacts, type DraftFacts } from './draft-facts.ts';
import {
  type DraftStore,
  draftDatabaseName,
  draftKeyPrefix,
  draftKeysIn,
  draftMilliseconds,
} from './forget-on-sign-out.ts';

/** What signing out would remove, in words. Undefined if that is nothing. */
export async function findUnsentWork(store: DraftStore | undefined, now: Date): Promise<string | undefined> {
  const texts = attempt(() => {
    removeOldDrafts(store, now);
    return draftKeysIn(store).length;
  });
  const hasText = Boolean(texts) || isPageUnsaved();
  const hasFiles = (await draftFiles(now)).length > 0;
  if (hasText && hasFiles) return 'text, files and recordings';
  if (hasFiles) return 'files and recordings';
  return hasText ? 'text' : undefined;
}

/** Whether this browser stores a new vault of this owner. Edits of vaults do not count. */
export async function hasUnsentVault(ownerId: string, store: DraftStore | undefined, now: Date): Promise<boolean> {
  const texts = attempt(() => {
    removeOldDrafts(store, now);
    return draftKeysIn(store).map((key) => key.slice(draftKeyPrefix.length));
  });
  const ids = [...(texts ?? []), ...(await draftFiles(now)).map(({ draftId }) => draftId)];
  return ids.some((id) => id === ownerId || id.startsWith(`${ownerId}:new-`));
}

/** Deletes drafts that are too old, and entries that are not drafts, for every owner. */
export function removeOldDrafts(store: DraftStore | undefined, now: Date): void {
  for (const key of draftKeysIn(store)) {
    const savedAt = Number(/^(\d+):/.exec(store?.getItem(key) ?? '')?.[1] ?? 0);
    if (now.getTime() - savedAt > draftMilliseconds) store?.removeItem(key);
  }
}

/** An unsaved form on this page cancels the event, so that the browser asks before it leaves. */
const isPageUnsaved = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** None if there is no database, if it is disabled, or if it only has files of drafts that are too old. */
function draftFiles(now: Date): Promise<DraftFacts[]> {
  return new Promise<DraftFacts[]>((resolve, reject) => {
    const opening = indexedDB.open(draftDatabaseName);
    // A database that does not exist must not be created.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = reject;
    opening.onsuccess = () => resolve(newRows(opening.result, now));
  }).catch(() => []);
}

async function newRows(database: IDBDatabase, now: Date): Promise<DraftFacts[]> {
  const facts: DraftFacts[] = [];
  const reading = database.transaction(database.objectStoreNames);
  for (const name of database.objectStoreNames) collectFacts(reading.objectStore(name), facts);
  await new Promise((resolve, reject) => {
    reading.oncomplete = resolve;
    reading.onabort = reject;
  });
  database.close();
  return facts.filter(({ savedAt }) => now.getTime() - savedAt <= draftMilliseconds);
}
