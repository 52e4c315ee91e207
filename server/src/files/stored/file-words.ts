// Seals and opens a file's name, caption and transcript. They are bound to the file, whose upload has the same id, so they stay
// sealed from the upload to the vault.
import { withoutDirectionMarks } from '@remembrance/contract/invisible.ts';
import { unlessUnreadable, type VaultTexts } from '../../keys/vault/vault-texts.ts';

export interface FileWords {
  fileName: string;
  caption: string;
  transcript: string;
}

/** Shown instead of a name that cannot be opened. */
const unreadableName = 'A file whose name cannot be opened now';

export const sealWords = (texts: VaultTexts, fileId: string, words: FileWords): FileWords => ({
  fileName: texts.seal(`file/${fileId}/name`, words.fileName),
  caption: texts.seal(`file/${fileId}/caption`, words.caption),
  transcript: texts.seal(`file/${fileId}/transcript`, words.transcript),
});

/** @throws {Refusal} vault-unreadable */
export const openWords = <File extends FileWords & { id: string }>(texts: VaultTexts, file: File): File => ({
  ...file,
  fileName: openName(texts, file),
  caption: texts.open(`file/${file.id}/caption`, file.caption),
  transcript: texts.open(`file/${file.id}/transcript`, file.transcript),
});

type Named = Pick<FileWords, 'fileName'> & { id: string };
// Lists, downloads and copies show the same name.
const openName = (texts: VaultTexts, { id, fileName }: Named): string =>
  withoutDirectionMarks(texts.open(`file/${id}/name`, fileName));

/** The name, or a placeholder if it cannot be opened, so that the file can still be downloaded. */
export const fileNameOf = (texts: VaultTexts, file: Named): string =>
  unlessUnreadable(() => openName(texts, file)) ?? unreadableName;

/** Opens what it can, for a reader who must not lose the rest. */
export function openWhatCan<File extends FileWords & { id: string }>(texts: VaultTexts, file: File) {
  const opened = unlessUnreadable(() => openWords(texts, file));
  if (opened) return { ...opened, isUnreadable: false };
  return { ...file, fileName: fileNameOf(texts, file), caption: '', transcript: '', isUnreadable: true };
}
