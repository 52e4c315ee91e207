// A file of another vault that the service copies when the new vault is saved. On this device it is an empty file that knows its source.

export interface CopySource {
  vaultId: string;
  fileId: string;
  sizeBytes: number;
}

const sources = new WeakMap<File, CopySource>();

export function copiedFile(name: string, facts: FilePropertyBag, source: CopySource): File {
  const file = new File([], name, facts);
  sources.set(file, source);
  return file;
}

/** Undefined for a file that is on this device. */
export const sourceOf = (file: File): CopySource | undefined => sources.get(file);

/** The size of the file, or of the one it copies. */
export const sizeOf = (file: File): number => sourceOf(file)?.sizeBytes ?? file.size;
