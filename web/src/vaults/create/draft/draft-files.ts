// The files of a draft, stored in this browser until the vault is created, the draft is discarded, or seven days have passed. A recording
// cannot be chosen again, so it must survive a reload.
import type { DraftFacts } from '../../../people/sessions/draft-facts.ts';
import { rememberCopy } from '../../files/upload/readable-file.ts';
import { openFile, type SealedFile, sealFile } from '../../form/sealed-drafts.ts';
import { inStore, readFacts, readStored, removeStored } from './draft-database.ts';

interface StoredFile extends DraftFacts {
  sealed: SealedFile;
}

/** The limit for all files of a draft together: twice the largest file. */
const maxDraftBytes = 1024 * 1024 * 1024;

/** The id under which a file is stored, for the files this page has read or stored. */
const ids = new WeakMap<File, string>();
const known = new Set<string>();

/** The draft's files in the order they were added. */
export async function readDraftFiles(draftId: string, now: Date): Promise<File[]> {
  const files: File[] = [];
  for (const { id, sealed } of await readStored<StoredFile>('files', draftId, now)) {
    const file = await openFile(sealed, id);
    if (file) files.push(remember(file, id));
  }
  return files;
}

/** The drafts of an owner that have files or pieces of a recording, newest first. */
export async function draftIdsWithFiles(ownerId: string): Promise<string[]> {
  const all = [...(await readFacts('files')), ...(await readFacts('pieces'))];
  const own = all.filter(({ draftId }) => draftId.startsWith(`${ownerId}:new-`));
  return [...new Set(own.sort((one, other) => other.savedAt - one.savedAt).map(({ draftId }) => draftId))];
}

/** A file read again is a new object; its name, size and time identify it. */
export const sameFileKey = ({ name, size, lastModified }: File): string => `${name}:${size}:${lastModified}`;

/** Recognises files that are already stored, so that returning to the form does not add them twice. */
export const isStored = (file: File): boolean => ids.has(file);

/** The bytes of a file as they were when we stored it. */
async function readCopy(id: string): Promise<File | undefined> {
  const stored = inStore<StoredFile | undefined>('files', 'readonly', (store) => store.get(id));
  const sealed = (await stored.catch(() => undefined))?.sealed;
  return sealed && openFile(sealed, id);
}

/**
 * Stores the new files, and deletes those that the owner removed on this page.
 * @returns the files that could not be stored
 */
export async function storeDraftFiles(draftId: string, files: readonly File[], now: Date): Promise<File[]> {
  const kept = new Set(files.map((file) => ids.get(file)));
  await forget([...known].filter((id) => !kept.has(id)));
  const unsaved: File[] = [];
  let bytes = 0;
  for (const [position, file] of files.entries()) {
    bytes += file.size;
    if (!ids.has(file) && (bytes > maxDraftBytes || !(await storeFile(draftId, file, now.getTime() + position))))
      unsaved.push(file);
  }
  return unsaved;
}

/** Adds files to a draft that no form shows yet. @returns whether all are stored */
export async function addDraftFiles(draftId: string, files: readonly File[], now: Date): Promise<boolean> {
  const isStored = await Promise.all(files.map((file, at) => storeFile(draftId, file, now.getTime() + at)));
  return isStored.every(Boolean);
}

/** Also deletes the chunks of its recordings. Other drafts keep theirs. */
export async function clearDraftFiles(draftId: string): Promise<void> {
  for (const name of ['files', 'pieces'] as const) {
    const own = (await readFacts(name)).filter((stored) => stored.draftId === draftId);
    await removeStored(name, own);
    for (const { id } of own) known.delete(id);
  }
}

async function storeFile(draftId: string, file: File, savedAt: number): Promise<boolean> {
  const id = `${draftId}:${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
  try {
    const stored: StoredFile = { id, draftId, savedAt, sealed: await sealFile(file, id) };
    await inStore('files', 'readwrite', (store) => store.put(stored));
    remember(file, id);
    return true;
  } catch {
    return false;
  }
}

async function forget(gone: readonly string[]): Promise<void> {
  for (const id of gone) known.delete(id);
  await removeStored(
    'files',
    gone.map((id) => ({ id })),
  );
}

function remember(file: File, id: string): File {
  ids.set(file, id);
  known.add(id);
  rememberCopy(file, () => readCopy(id));
  return file;
}
