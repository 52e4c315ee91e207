// Deletes every draft from this browser, files included, at sign-out and with the account, so that the next person finds none. An expired
// session deletes nothing: its owner signs in again and continues.
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

type Store = Pick<Storage, 'setItem' | 'removeItem' | 'key' | 'length'>;

let isSignedOut = false;

/** Whether the owner is signing out of this page; drafts are no longer saved then. */
export const hasSignedOut = (): boolean => isSignedOut;

/** Disabled storage holds no draft, and a browser without a database none either. */
export function forgetOnSignOut(store: Store | undefined, now: Date): void {
  isSignedOut = true;
  attempt(() => {
    const keys = Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index));
    for (const key of keys) if (key?.startsWith(draftKeyPrefix)) store?.removeItem(key);
    store?.setItem(signedOutKey, String(now.getTime()));
    store?.removeItem(signedOutKey);
  });
  attempt(() => indexedDB.deleteDatabase(draftDatabaseName));
}

/** Calls `act` when another tab signs out. @returns a function that stops listening. */
export function onSignOutElsewhere(act: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === signedOutKey && newValue !== null) act();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
