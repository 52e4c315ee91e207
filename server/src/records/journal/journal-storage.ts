// The port to the place of the journal: a folder, or the bucket. Both contain the same lines, and one process writes at a time.

import { readSignedHead, type SignedHead } from './journal-chain.ts';
import type { JournalKeys } from './journal-keys.ts';

export interface WrittenBatch {
  /** The position of the first line. */
  position: number;
  /** Lines, each with its end. */
  text: string;
  head: SignedHead;
}

export interface LastBatch {
  /** The signed line with the highest position; null if there is none. */
  head: SignedHead | null;
  /** Whether there is a journal of another installation. */
  isForeign: boolean;
  /** Where the next batch of a folder begins; undefined if there is no file yet. */
  end?: { file: string; sizeBytes: number } | undefined;
  /** Removes what a killed or late writer left after it. @throws if another process has written since */
  trim(): Promise<void>;
}

export interface JournalStorage {
  /** The place's name for an operator. */
  place: string;
  /** The operator's next step if this is the wrong place. */
  wayOn: string;
  /** @param known a position that the journal has reached, which avoids reading all of it */
  findLast(keys: JournalKeys, known?: number): Promise<LastBatch>;
  /**
   * The batch survives a power cut once this resolves.
   * @param after if given, the batch directly follows this one
   * @throws if another batch is at its position
   */
  append(batch: WrittenBatch, after?: LastBatch): Promise<void>;
  /** Every line, oldest first. */
  lines(): AsyncIterable<Buffer>;
  /** @throws if no line can be written now */
  probe(): Promise<void>;
  /** Deletes everything written before this month. The newest file stays, because it shows how far the journal goes. */
  forgetBefore(month: Date): Promise<void>;
  /** Renames everything, so that nobody reads it: the next line is the first one. */
  setAside(at: Date): Promise<void>;
}

export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

const newline = 10;

/** The complete lines that are not blank, each with its end, and the rest after them. */
export function splitLines(buffer: Buffer): { lines: { bytes: Buffer; end: number }[]; left: Buffer } {
  const lines: { bytes: Buffer; end: number }[] = [];
  let start = 0;
  for (let end = buffer.indexOf(newline); end >= 0; end = buffer.indexOf(newline, start)) {
    if (end > start) lines.push({ bytes: buffer.subarray(start, end), end: end + 1 });
    start = end + 1;
  }
  return { lines, left: buffer.subarray(start) };
}

/** The last of our signed lines, and its end. */
export function findHead(buffer: Buffer, keys: JournalKeys) {
  let start = 0;
  const ends = splitLines(buffer).lines.flatMap(({ bytes, end }) => {
    start ||= firstPosition(bytes);
    const found = readSignedHead(keys, bytes);
    if (!found) return [];
    const batch = { ...found, start, end };
    start = 0;
    return [batch];
  });
  const isForeign = ends.length > 0;
  for (let left = ends; left.length > 0; ) {
    const last = lastOf(left);
    if (last?.isOurs()) return { head: last.head, end: last.end, count: ends.length, isForeign: false };
    left = left.filter((one) => one !== last);
  }
  return { head: null, end: 0, count: ends.length, isForeign };
}

/** A batch that begins before the end of an earlier one is a late writer's, or a copy, even if it is longer. */
const lastOf = <Found extends { start: number; head: SignedHead }>(batches: Found[]): Found | undefined =>
  batches.reduce((last, next) => (next.start > last.head.position ? next : last));

/** The position of a batch or of its first line; 0 if it cannot be read. */
export const firstPosition = (text: Buffer): number =>
  Number(/^\{"position":(\d+),/.exec(text.subarray(0, 40).toString())?.[1] ?? 0);
