// The draft of this tab. Each tab writes its own draft and holds a lock on it while its form is open, so that starting over or creating a
// vault in one tab never touches another tab's text. The next form continues a draft whose tab was closed.
import { useEffect, useState } from 'react';
import { abortAfter } from '../../../lib/browser/abort-after.ts';
import { attempt } from '../../../lib/browser/attempt.ts';
import { browserStore } from '../../form/sealed-drafts.ts';
import { draftIdsOf, readDraft } from './draft.ts';
import { draftIdsWithFiles } from './draft-files.ts';

export interface OwnDraft {
  id: string;
  /** The titles of drafts that are open in other tabs now. An untitled draft is an empty string. */
  elsewhere: readonly string[];
}

interface Held {
  id: string;
  release: () => void;
}
type Claimed = OwnDraft & Held;
type Locks = Pick<LockManager, 'request' | 'query'>;

/** Survives a reload and a new sign-in, and ends with the tab. */
const ownKey = 'own-draft';
/** After a reload the previous page may hold the lock a moment longer. A duplicated tab waits in vain and gets its own draft. */
const reloadMilliseconds = 1000;

/** Undefined until a draft is claimed. */
export function useOwnDraft(ownerId: string): OwnDraft | undefined {
  // Unavailable without https and in old browsers. Tabs then share one draft.
  const locks = navigator.locks as Locks | undefined;
  const [draft, setDraft] = useState<OwnDraft | undefined>(locks ? undefined : { id: ownerId, elsewhere: [] });
  useEffect(() => {
    if (!locks) return;
    let held: Held | undefined;
    let isLeft = false;
    void claimDraft(ownerId, locks).then((claimed) => {
      if (isLeft) return claimed.release();
      held = claimed;
      setDraft(claimed);
    });
    return () => {
      isLeft = true;
      held?.release();
    };
  }, [ownerId]);
  return draft;
}

/** Once a vault is created or discarded, the next form starts a new draft. */
export const forgetOwnDraft = (): void => attempt(() => sessionStorage.removeItem(ownKey));

export async function claimDraft(ownerId: string, locks: Locks): Promise<Claimed> {
  const isTheirs = (id: string) => id.startsWith(`${ownerId}:new-`);
  const known = await listDraftIds(ownerId);
  const own = attempt(() => sessionStorage.getItem(ownKey)) ?? '';
  let held = isTheirs(own) ? await hold(locks, own, { signal: abortAfter(reloadMilliseconds) }) : undefined;
  for (const id of known) if (id !== own) held ??= await hold(locks, id, { ifAvailable: true });
  const claimed = held ?? (await holdNew(ownerId, locks));
  attempt(() => sessionStorage.setItem(ownKey, claimed.id));
  const { held: heldLocks = [] } = await locks.query().catch(() => ({}) as LockManagerSnapshot);
  const names = new Set(heldLocks.map(({ name }) => name));
  const others = known.filter((id) => id !== claimed.id && names.has(lockOf(id)));
  return { ...claimed, elsewhere: others.map(titleOf) };
}

/** Newest first. Drafts without text have only files. */
async function listDraftIds(ownerId: string): Promise<string[]> {
  const written = draftIdsOf(browserStore(), ownerId);
  const withFiles = await draftIdsWithFiles(ownerId);
  return [...new Set([...written, ...withFiles])];
}

const titleOf = (id: string): string => readDraft(browserStore(), id, new Date())?.text.title ?? '';

const lockOf = (id: string): string => `draft ${id}`;

const newDraftId = (ownerId: string): string => `${ownerId}:new-${crypto.getRandomValues(new Uint32Array(2)).join('')}`;

/** The id of another draft, which this tab's next form continues. The previous draft stays for a later form. */
export function startOwnDraft(ownerId: string): string {
  const id = navigator.locks ? newDraftId(ownerId) : ownerId;
  attempt(() => sessionStorage.setItem(ownKey, id));
  return id;
}

async function holdNew(ownerId: string, locks: Locks): Promise<Held> {
  const id = newDraftId(ownerId);
  return (await hold(locks, id, { ifAvailable: true })) ?? { id, release: () => {} };
}

/** Undefined if another tab holds it, or if locks are denied. */
function hold(locks: Locks, id: string, options: LockOptions): Promise<Held | undefined> {
  return new Promise((resolve) => {
    locks
      .request(lockOf(id), options, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve({ id, release }));
      })
      .catch(() => resolve(undefined));
  });
}
