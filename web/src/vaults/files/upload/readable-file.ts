// A chosen file's bytes while they can still be read. A browser refuses to read a file that was saved again, moved or deleted on the
// device, and reports that during an upload as a lost connection.

const copies = new WeakMap<File, () => Promise<File | undefined>>();

/** @param readCopy finds the copy that this browser stored when the file was chosen */
export function rememberCopy(file: File, readCopy: () => Promise<File | undefined>): void {
  copies.set(file, readCopy);
}

/** The file, else its copy. A private window may have stored no more than a reference to the file. */
export async function findReadable(file: File): Promise<File | undefined> {
  if (await isReadable(file)) return file;
  const copy = await copies.get(file)?.();
  return copy && (await isReadable(copy)) ? copy : undefined;
}

async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
