// The unsaved changes of an edit, sealed in this browser with the version they are based on, so that a closed tab loses nothing. It holds
// only the changed fields and never answers; it is deleted after seven days and at sign-out.
import { attempt } from '../../../lib/browser/attempt.ts';
import { type DraftStore, draftKeyPrefix, draftMilliseconds } from '../../../people/sessions/forget-on-sign-out.ts';
import { type EditText, editTextFields } from './edit-form.ts';

export interface EditDraft {
  savedAt: number;
  version: number;
  text: Partial<EditText>;
}

interface DraftOf {
  ownerId: string;
  vaultId: string;
}

const keyOf = ({ ownerId, vaultId }: DraftOf) => `${draftKeyPrefix}${ownerId}:${vaultId}`;

/** Stores nothing if nothing changed. */
export function saveEditDraft(store: DraftStore | undefined, of: DraftOf, draft: EditDraft): void {
  if (Object.keys(draft.text).length === 0) clearEditDraft(store, of);
  else attempt(() => store?.setItem(keyOf(of), JSON.stringify(draft)));
}

export function readEditDraft(store: DraftStore | undefined, of: DraftOf, now: Date): EditDraft | undefined {
  const read = attempt(() => JSON.parse(store?.getItem(keyOf(of)) ?? '') as Partial<EditDraft> | null);
  if (typeof read?.savedAt !== 'number' || typeof read.version !== 'number') return undefined;
  if (now.getTime() - read.savedAt > draftMilliseconds) return undefined;
  const text = editTextFields.flatMap((name) => {
    const value = read.text?.[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return text.length > 0 ? { savedAt: read.savedAt, version: read.version, text: Object.fromEntries(text) } : undefined;
}

export function clearEditDraft(store: DraftStore | undefined, of: DraftOf): void {
  attempt(() => store?.removeItem(keyOf(of)));
}
