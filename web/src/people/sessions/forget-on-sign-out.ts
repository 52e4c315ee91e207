// Deletes every draft from this browser, files included, at sign-out and with the account, so that the next person finds none. Finds
// them beforehand, so that the owner is asked. An expired session deletes nothing: its owner signs in again and continues.
import { attempt } from '../../lib/browser/attempt.ts';

/** An unsent vault or edit is deleted from the browser after this many days. */
export const draftDays = 7;
/** The prefix of every draft's key; the owner's id follows. */
export const draftKeyPrefix = 'vault-draft:';
/** The database of draft files. */
export const draftDatabaseName = 'vault-drafts';
/** Written so that other tabs receive a storage event. */
const signedOutKey = 'signed-out';

/** Undefined if storage is disabled, because accessing it throws. */
export const browserStorage = (): Storage | undefined => attempt(() => localStorage);

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
export const draftMilliseconds = draftDays * 24 * 60 * 60 * 1000;

let isSignedOut = false;

/** Whether the owner is signing out of this page; drafts are no longer saved then. */
export const hasSignedOut = (): boolean => isSignedOut;

/** Disabled storage holds no draft, and a browser without a database none either. */
export function forgetOnSignOut(store: Store | undefined, now: Date): void {
  isSignedOut = true;
  attempt(() => {
    for (const key of draftKeysIn(store)) store?.removeItem(key);
    store?.setItem(signedOutKey, String(now.getTime()));
    store?.removeItem(signedOutKey);
  });
  attempt(() => indexedDB.deleteDatabase(draftDatabaseName));
}

/** What signing out would remove, in words. Undefined if that is nothing. */
export async function findUnsentWork(store: Store | undefined, now: Date): Promise<string | undefined> {
  const texts = attempt(() => {
    removeOldDrafts(store, now);
    return draftKeysIn(store).length;
  });
  const hasText = Boolean(texts) || isPageUnsaved();
  const hasFiles = await hasDraftFiles(now);
  if (hasText && hasFiles) return 'text, files and recordings';
  if (hasFiles) return 'files and recordings';
  return hasText ? 'text' : undefined;
}

/** Deletes drafts that are too old, and entries that are no drafts, for every owner. */
export function removeOldDrafts(store: Store | undefined, now: Date): void {
  for (const key of draftKeysIn(store)) {
    const savedAt = Number(/^(\d+):/.exec(store?.getItem(key) ?? '')?.[1] ?? 0);
    if (now.getTime() - savedAt > draftMilliseconds) store?.removeItem(key);
  }
}

const draftKeysIn = (store: Store | undefined): string[] =>
  Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? '').filter((key) =>
    key.startsWith(draftKeyPrefix),
  );

/** A form of this page that is unsaved cancels the event, so that the browser asks before it leaves. */
const isPageUnsaved = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** False if there is no database, if it is disabled, or if it only has files of drafts that are too old. */
function hasDraftFiles(now: Date): Promise<boolean> {
  return new Promise<boolean>((resolve, reject) => {
    const opening = indexedDB.open(draftDatabaseName);
    // A database that does not exist must not be created.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = reject;
    opening.onsuccess = () => resolve(hasNewRows(opening.result, now));
  }).catch(() => false);
}

async function hasNewRows(database: IDBDatabase, now: Date): Promise<boolean> {
  const names = [...database.objectStoreNames];
  const rows = await Promise.all(names.map((name) => readRows(database.transaction(name).objectStore(name))));
  database.close();
  return rows.flat().some(({ savedAt }) => now.getTime() - savedAt <= draftMilliseconds);
}

const readRows = (store: IDBObjectStore): Promise<{ savedAt: number }[]> =>
  new Promise((resolve) => {
    const reading = store.getAll();
    reading.onsuccess = () => resolve(reading.result);
    reading.onerror = () => resolve([]);
  });

/** Calls `act` when another tab signs out. @returns a function that stops listening. */
export function onSignOutElsewhere(act: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === signedOutKey && newValue !== null) act();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
