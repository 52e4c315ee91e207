// A ZIP that is built while it is sent: each file is opened when it is its turn, never held in memory.
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface Archive {
  addText: (path: string, text: string) => void;
  addJson: (path: string, value: unknown) => void;
  /** Adds bytes that are opened when it is their turn. If they cannot be opened or read, the archive breaks off. */
  addLater: (path: string, open: () => Promise<Readable>, sizeBytes: number) => void;
  /** Adds bytes that are open, and waits until they are in the archive. They may end early. */
  addNow: (path: string, bytes: Readable, mtime: Date) => Promise<void>;
  /** Ends the archive. Without it the download never looks complete. */
  end: () => void;
  /** Breaks the archive off. */
  fail: (error: Error) => void;
  output: Readable;
}

export function createArchive(mtime: Date): Archive {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // A truncated archive must not look complete, so a failure also ends the connection.
  const fail = (error: Error) => void output.destroy(error);
  zip.on('error', fail);
  let underWay: Readable | undefined;
  output.on('close', () => underWay?.destroy()); // a stopped download leaves no file open
  const begin = (bytes: Readable) => {
    underWay = bytes;
    if (output.destroyed) bytes.destroy();
    return bytes;
  };
  const addText = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, { mtime });
  return {
    addText,
    addJson: (path, value) => addText(path, `${JSON.stringify(value, null, 2)}\n`),
    addLater(path, open, sizeBytes) {
      // Photos, songs and videos are already compressed.
      const options = { mtime, compress: false, ...(Number.isFinite(sizeBytes) && { size: sizeBytes }) };
      zip.addReadStreamLazy(path, options, (answer) => {
        open().then(
          (bytes) => answer(null, begin(bytes)),
          (error: unknown) => answer(error, null as never),
        );
      });
    },
    async addNow(path, bytes, written) {
      const isRead = finished(begin(bytes), { writable: false });
      zip.addReadStream(bytes, path, { mtime: written, compress: false });
      await isRead;
    },
    end: () => zip.end(),
    fail,
    output,
  };
}
