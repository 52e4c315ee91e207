// What a save does to the files of a vault. Pure.
import type { SavedFile } from '@remembrance/contract/files.ts';
import { filesPerVault } from '@remembrance/contract/limits.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';

interface StoredFile {
  id: string;
  caption: string;
  transcript: string;
  isPending: boolean;
}
export interface WantedFiles {
  /** The files in their new order. */
  files?: SavedFile[] | undefined;
  removedFiles?: string[] | undefined;
}
export interface FilesPlan {
  isChanged: boolean;
  added: string[];
  removed: string[];
  /** Files that stay and whose previous caption or transcript is replaced. */
  reworded: string[];
  /** Every file of the vault after the save, in order. */
  arranged: { id: string; caption: string; transcript: string }[];
}

/**
 * `stored` is in order. Files that are not named stay, after the others: a page that does not know a file never removes it. If a named
 * file was removed in another tab, the complete save is refused.
 */
export function planFiles(
  stored: StoredFile[],
  { files = [], removedFiles = [] }: WantedFiles,
): FilesPlan | RefusalCode {
  const before = stored.filter(({ isPending }) => !isPending);
  const leaving = new Set(removedFiles);
  const named = new Set(files.map(({ id }) => id));
  const first = files.filter(({ id }) => !leaving.has(id)).map((file) => describe(stored, file));
  const rest = before.filter(({ id }) => !leaving.has(id) && !named.has(id)).map((file) => describe(stored, file));
  const arranged = [...first, ...rest].filter((file) => file !== null);
  if (arranged.length < first.length + rest.length) return 'file-not-found';
  if (arranged.length > filesPerVault) return 'too-many-files';
  const known = new Set(before.map(({ id }) => id));
  return {
    isChanged: JSON.stringify(arranged) !== JSON.stringify(before.map((file) => describe(stored, file))),
    added: arranged.map(({ id }) => id).filter((id) => !known.has(id)),
    removed: before.map(({ id }) => id).filter((id) => leaving.has(id)),
    reworded: arranged.filter((file) => losesWords(before, file)).map(({ id }) => id),
    arranged,
  };
}

function losesWords(before: StoredFile[], { id, ...words }: FilesPlan['arranged'][number]): boolean {
  const earlier = before.find((file) => file.id === id);
  const isLost = (name: 'caption' | 'transcript') => Boolean(earlier?.[name]) && earlier?.[name] !== words[name];
  return isLost('caption') || isLost('transcript');
}

function describe(stored: StoredFile[], { id, caption, transcript }: SavedFile) {
  const file = stored.find((one) => one.id === id);
  return file ? { id, caption: caption ?? file.caption, transcript: transcript ?? file.transcript } : null;
}
