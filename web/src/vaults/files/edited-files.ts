// The files of a vault during an edit, in order: the stored ones and those just chosen on this device. Pure.
import type { editVault } from '@remembrance/contract/edit-vault.ts';
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import { fileTypeOf, type VaultFile } from '@remembrance/contract/files.ts';
import { recordingNames } from '@remembrance/contract/recordings.ts';
import type { ChosenFile } from './upload/choose-files.ts';

export interface FileWords {
  caption: string;
  transcript: string;
}
export interface EditedFile extends FileWords {
  /** Identifies its place in the list. It stays when the file there is replaced. */
  key: string;
  source: { stored: VaultFile } | { chosen: ChosenFile };
}
export type SavedFiles = Pick<BodyOf<typeof editVault>, 'files' | 'removedFiles'>;

export const editedFilesOf = (stored: readonly VaultFile[]): EditedFile[] =>
  stored.map((file) => ({
    key: file.id,
    caption: file.caption,
    transcript: file.transcript,
    source: { stored: file },
  }));

export const editedFileOf = (chosen: ChosenFile): EditedFile => ({
  key: chosen.key,
  caption: '',
  transcript: '',
  source: { chosen },
});

const storedIdOf = ({ source }: EditedFile): string | undefined => ('stored' in source ? source.stored.id : undefined);

export function describeFile({ source }: EditedFile) {
  if ('stored' in source) {
    const { fileName, fileType, sizeBytes } = source.stored;
    return { name: fileName, type: fileType, sizeBytes };
  }
  const { file, mimeType } = source.chosen;
  return { name: file.name, type: fileTypeOf(mimeType), sizeBytes: file.size };
}

/** The names of the recordings among these files, by key. */
export const editedRecordingNames = (files: readonly EditedFile[]): ReadonlyMap<string, string> =>
  recordingNames(files.map((file) => ({ id: file.key, fileName: describeFile(file).name })));

/** Each file's title in a list: its caption, otherwise the recording's name, otherwise its file name. */
export function fileTitles(files: readonly EditedFile[]): string[] {
  const names = editedRecordingNames(files);
  return files.map((file) => file.caption.trim() || names.get(file.key) || describeFile(file).name);
}

/** Moves a file by one position. At the end of the list it stays. */
export function moveFile(files: readonly EditedFile[], key: string, by: -1 | 1): EditedFile[] {
  const from = files.findIndex((file) => file.key === key);
  const to = from + by;
  const [moved, other] = [files[from], files[to]];
  if (!moved || !other) return [...files];
  const reordered = [...files];
  reordered[from] = other;
  reordered[to] = moved;
  return reordered;
}

/** The caption stays. The transcript goes, because it belongs to the old recording. */
export const replaceFile = (files: readonly EditedFile[], key: string, chosen: ChosenFile): EditedFile[] =>
  files.map((file) => (file.key === key ? { ...file, transcript: '', source: { chosen } } : file));

export function insertFile(files: readonly EditedFile[], key: string, chosen: ChosenFile): EditedFile[] {
  const place = files.findIndex((file) => file.key === key) + 1;
  return [...files.slice(0, place), editedFileOf(chosen), ...files.slice(place)];
}

export const writeWords = (files: readonly EditedFile[], key: string, words: Partial<FileWords>): EditedFile[] =>
  files.map((file) => (file.key === key ? { ...file, ...words } : file));

/**
 * How many changes a save would make: each file that is added, removed, replaced or has a new caption or transcript, and a new order.
 * Spaces around a caption do not count.
 */
export function countFileChanges(before: readonly VaultFile[], files: readonly EditedFile[]): number {
  const earlierOf = (file: EditedFile) => before.find(({ id }) => id === file.key);
  const changed = files.filter((file) => {
    const earlier = earlierOf(file);
    if (earlier?.id !== storedIdOf(file)) return true;
    return earlier?.caption !== file.caption.trim() || earlier.transcript !== file.transcript;
  });
  const stayed = files.filter((file) => earlierOf(file)).map(({ key }) => key);
  const inOrder = before.map(({ id }) => id).filter((id) => stayed.includes(id));
  const isMoved = stayed.join() !== inOrder.join();
  return changed.length + (before.length - stayed.length) + (isMoved ? 1 : 0);
}

/** The name of the stored file that a chosen file replaces. */
export const formerNameOf = (before: readonly VaultFile[], { key, source }: EditedFile): string | undefined =>
  'chosen' in source ? before.find(({ id }) => id === key)?.fileName : undefined;

/** @param uploaded the id of each chosen file, by its key */
export function savedFilesOf(
  before: readonly VaultFile[],
  files: readonly EditedFile[],
  uploaded: ReadonlyMap<string, string>,
): SavedFiles {
  if (countFileChanges(before, files) === 0) return {};
  const idOf = ({ source }: EditedFile) =>
    'stored' in source ? source.stored.id : (uploaded.get(source.chosen.key) ?? '');
  const remaining = new Set(files.map(storedIdOf));
  return {
    files: files.map((file) => ({ id: idOf(file), caption: file.caption, transcript: file.transcript })),
    removedFiles: before.map(({ id }) => id).filter((id) => !remaining.has(id)),
  };
}
