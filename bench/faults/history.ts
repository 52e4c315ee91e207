// What was asked of the server and what it answered, on disk outside of it before anything else is done with the answer.
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** `status` is null where no whole answer came. */
export type Entry =
  | { what: 'vault'; vaultId: string; owner: string; recipientEmail: string; message: string; code: string }
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
  | { what: 'kill'; database: boolean; starting: boolean }
  | { what: 'start'; milliseconds: number }
  /** Something that must not happen whatever was killed. */
  | { what: 'fault'; words: string };

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
