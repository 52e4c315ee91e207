// Deletes every draft from this browser, files included, once a sign-out or the deletion of the account has ended the session, so that the
// next person finds none. Other tabs learn of it. An expired session deletes nothing: its owner signs in again and continues.
import { attempt } from '../../lib/browser/attempt.ts';
import { leave, logoutPath } from './login-redirect.ts';
import { mayHaveSession } from './session-hint.ts';

/** An unsent vault or edit is deleted from the browser after this many days. */
export const draftDays = 7;
export const draftMilliseconds = draftDays * 24 * 60 * 60 * 1000;
/** The prefix of every draft's key; the owner's id follows. */
export const draftKeyPrefix = 'vault-draft:';
/** The database of draft files. */
export const draftDatabaseName = 'vault-drafts';
/** Written so that other tabs receive a storage event. */
const signedOutKey = 'signed-out';
/** The time of the click on Log Out, stored until a page knows whether the session has ended. */
const signingOutKey = 'signing-out';
/** A log-out that takes longer was stopped: the session continued, and text written since then stays. */
const signOutMilliseconds = 10 * 60_000;

export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Undefined if storage is disabled, because accessing it throws. */
export const browserStorage = (): Storage | undefined => attempt(() => localStorage);

export const draftKeysIn = (store: DraftStore | undefined): string[] =>
  Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? '').filter((key) =>
    key.startsWith(draftKeyPrefix),
  );

/** Leaves for the log-out. If the service cannot be reached, the session continues and the drafts stay. */
export function signOut(): void {
  const pressedAt = Date.now();
  attempt(() => localStorage.setItem(signingOutKey, String(pressedAt)));
  // The page that follows may be a provider's, and other tabs must not wait until the browser returns from there.
  window.addEventListener('pagehide', () => forgetIfSignedOut(pressedAt), { once: true });
  leave(logoutPath);
}

/** Called when a page opens: the browser may have ended the previous page before everything was deleted. */
export function finishSignOut(): void {
  attempt(() => {
    const pressedAt = localStorage.getItem(signingOutKey);
    if (pressedAt === null) return;
    localStorage.removeItem(signingOutKey);
    forgetIfSignedOut(Number(pressedAt));
  });
}

/** The service removes the hint with the session. */
function forgetIfSignedOut(pressedAt: number): void {
  if (mayHaveSession() || Date.now() - pressedAt > signOutMilliseconds) return;
  forgetDrafts(browserStorage(), new Date());
}

/** Disabled storage holds no draft, and a browser without a database none either. */
export function forgetDrafts(store: DraftStore | undefined, now: Date): void {
  attempt(() => {
    for (const key of draftKeysIn(store)) store?.removeItem(key);
    store?.setItem(signedOutKey, String(now.getTime()));
    store?.removeItem(signedOutKey);
  });
  attempt(() => indexedDB.deleteDatabase(draftDatabaseName));
}

/** Calls `act` when another tab signs out. @returns a function that stops listening */
export function onSignOutElsewhere(act: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === signedOutKey && newValue !== null) act();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
