// The name, caption and transcript of a file, sealed and opened. They are bound to the file, whose upload has the same id, so they stay
// sealed on their way from the upload into the vault.
import { unlessUnreadable, type VaultTexts } from '../../../keys/vault/vault-texts.ts';

export interface FileWords {
  fileName: string;
  caption: string;
  transcript: string;
}

/** Shown in the place of a name that cannot be opened. */
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
const openName = (texts: VaultTexts, { id, fileName }: Named): string => texts.open(`file/${id}/name`, fileName);

/** The name, or words in its place where it cannot be opened, so that the bytes are not kept back with it. */
export const nameOf = (texts: VaultTexts, file: Named): string =>
  unlessUnreadable(() => openName(texts, file)) ?? unreadableName;

/** For a reader whom what can be opened must not be kept from. */
export function openWhatCan<File extends FileWords & { id: string }>(texts: VaultTexts, file: File) {
  const opened = unlessUnreadable(() => openWords(texts, file));
  if (opened) return { ...opened, isUnreadable: false };
  return { ...file, fileName: nameOf(texts, file), caption: '', transcript: '', isUnreadable: true };
}
