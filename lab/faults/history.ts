// The history of requests and responses. Each is synced to disk, outside the server, before the response is used.
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** `status` is null when no complete response arrived, or one that leaves the outcome unknown. */
export type Entry =
  /** One that was opened, and whose letter had not come when it was waited for. */
  | { what: 'account'; email: string }
  /** `releaseAt` is the date it releases itself on. */
  | {
      what: 'vault';
      vaultId: string;
      owner: string;
      recipientEmail: string;
      executorEmail: string;
      message: string;
      releaseAt: string | null;
    }
  | { what: 'edit'; vaultId: string; message: string; status: number | null }
  /** One try to upload; `whole` is false where the bytes were broken off on purpose. */
  | {
      what: 'upload';
      vaultId: string;
      fileName: string;
      digest: string;
      whole: boolean;
      status: number | null;
      code: string;
    }
  | { what: 'release'; vaultId: string; status: number | null; releasedAt: string }
  /** One that was reported as finished. */
  | { what: 'backup'; folder: string }
  | { what: 'injected'; fault: string }
  /** How long after the cause was gone the service did its work again. */
  | { what: 'back'; fault: string; milliseconds: number }
  /** An answer that says nothing a caller could act on. */
  | { what: 'bare 500'; request: string }
  /** Something that must not happen whatever was broken. */
  | { what: 'violation'; words: string };

export interface History {
  write(entry: Entry): void;
  close(): void;
}

export function openHistory(file: string): History {
  const handle = openSync(file, 'a');
  return {
    write(entry) {
      writeSync(handle, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
      fdatasyncSync(handle);
    },
    close: () => closeSync(handle),
  };
}

export const readHistory = (file: string): Entry[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);

export type Of<What extends Entry['what']> = Extract<Entry, { what: What }>;

export function entriesOf<What extends Entry['what']>(history: Entry[], what: What): Of<What>[] {
  return history.filter((entry): entry is Of<What> => entry.what === what);
}
