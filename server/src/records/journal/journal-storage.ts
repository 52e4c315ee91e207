// The port to the place of the journal: a folder, or the bucket. Both contain the same lines, and one process writes at a time.

import { readHead, type SignedHead } from './journal-chain.ts';
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
  /** Removes the unsigned lines that a killed writer left after it. */
  trim(): Promise<void>;
}

export interface JournalStorage {
  /** The place's name for an operator. */
  place: string;
  /** The operator's next step if this is the wrong place. */
  wayOn: string;
  /** @param known a position that the journal has reached, which avoids reading all of it */
  findLast(keys: JournalKeys, known?: number): Promise<LastBatch>;
  /** The batch survives a power cut once this resolves. @throws if another batch is at its position */
  append(batch: WrittenBatch): Promise<void>;
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
  const ends = splitLines(buffer).lines.flatMap(({ bytes, end }) => {
    const found = readHead(keys, bytes);
    return found ? [{ ...found, end }] : [];
  });
  // A repeated line at the end is not the last line.
  const last = ends.toSorted((one, other) => other.head.position - one.head.position).find(({ isOurs }) => isOurs());
  return { head: last?.head ?? null, end: last?.end ?? 0, isForeign: !last && ends.length > 0 };
}

/** The position of a batch or of its first line; 0 if it cannot be read. */
export const firstPosition = (text: Buffer): number =>
  Number(/^\{"position":(\d+),/.exec(text.subarray(0, 40).toString())?.[1] ?? 0);
