// The requests and responses of a fault run, in order: in memory for the checks, and in a file for a person who looks into a finding.
import { closeSync, openSync, writeSync } from 'node:fs';

/** `status` is null if the outcome is unknown: no complete response, or a server fault. */
export type Entry =
  /** An account whose confirmation letter was late. */
  | { what: 'account'; email: string }
  /** `releaseAt` is the date on which the vault releases itself. */
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
  /** One attempt to upload; `whole` is false if the run cut it off on purpose. */
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
  /** A backup that the command reported as finished. */
  | { what: 'backup'; folder: string }
  | { what: 'injected'; fault: string }
  /** The time from the end of the fault until the service worked again. */
  | { what: 'back'; fault: string; milliseconds: number }
  /** A response without a refusal code. */
  | { what: 'bare 500'; request: string }
  /** Something that must never happen. */
  | { what: 'violation'; words: string };

export type Of<What extends Entry['what']> = Extract<Entry, { what: What }>;

export interface History {
  write(entry: Entry): void;
  /** All entries of one kind. */
  of<What extends Entry['what']>(what: What): Of<What>[];
  close(): void;
}

export function openHistory(file: string): History {
  const handle = openSync(file, 'a');
  const entries: Entry[] = [];
  return {
    write(entry) {
      entries.push(entry);
      writeSync(handle, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
    },
    of: <What extends Entry['what']>(what: What) => entries.filter((entry): entry is Of<What> => entry.what === what),
    close: () => closeSync(handle),
  };
}
