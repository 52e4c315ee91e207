// What this browser forgets when its owner signs out: every draft, so that nobody who uses it next finds half a message.
// A session that only ran out forgets nothing: its owner signs in again and goes on.

/** Begins the name of every stored draft; the owner's id follows. */
export const draftKeyPrefix = 'vault-draft:';
/** Told to the other tabs of this browser by the event of the store. */
const signedOutKey = 'signed-out';

type Store = Pick<Storage, 'setItem' | 'removeItem' | 'key' | 'length'>;

let isSignedOut = false;

/** Whether this page is being left by signing out; what is typed is not stored any more. */
export const hasSignedOut = (): boolean => isSignedOut;

export function forgetOnSignOut(store: Store | undefined, now: Date): void {
  isSignedOut = true;
  try {
    const keys = Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index));
    for (const key of keys) if (key?.startsWith(draftKeyPrefix)) store?.removeItem(key);
    store?.setItem(signedOutKey, String(now.getTime()));
    store?.removeItem(signedOutKey);
  } catch {
    // A store that is switched off holds no draft.
  }
}

/** Another tab signs out. @returns how to stop listening. */
export function onSignOutElsewhere(act: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === signedOutKey && newValue !== null) act();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
