// The port to where the journal lies: a folder, or the bucket. Both hold the same lines, and one process writes at a time.

import { readHead, type SignedHead } from './journal-chain.ts';
import type { JournalKeys } from './journal-keys.ts';

export interface WrittenBatch {
  /** The position of its first line. */
  position: number;
  /** Lines, each with its end. */
  text: string;
  head: SignedHead;
}

export interface LastBatch {
  /** The signed line with the highest position; null without one. */
  head: SignedHead | null;
  /** Whether there is a journal that is not ours. */
  isForeign: boolean;
  /** Removes what a killed writer left after it without its signature. */
  trim(): Promise<void>;
}

export interface JournalStorage {
  /** As an operator reads it. */
  place: string;
  /** What to do if this is another place than it should be. */
  wayOn: string;
  /** @param known a position that the journal has reached, so that not all of it is looked through */
  findLast(keys: JournalKeys, known?: number): Promise<LastBatch>;
  /** The batch survives a power cut once this resolves. @throws if there is another one at its position */
  append(batch: WrittenBatch): Promise<void>;
  /** Every line, oldest first. */
  lines(): AsyncIterable<Buffer>;
  /** @throws if no line can be written now */
  probe(): Promise<void>;
  /** Removes what was written before this month. The newest stays, which says how far the journal goes. */
  forgetBefore(month: Date): Promise<void>;
  /** Keeps everything under other names, which nobody reads: the next line is the first one. */
  setAside(at: Date): Promise<void>;
}

export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

const newline = 10;

/** The whole lines that are not blank, each with where it ends, and what is left after them. */
export function splitLines(buffer: Buffer): { lines: { bytes: Buffer; end: number }[]; left: Buffer } {
  const lines: { bytes: Buffer; end: number }[] = [];
  let start = 0;
  for (let end = buffer.indexOf(newline); end >= 0; end = buffer.indexOf(newline, start)) {
    if (end > start) lines.push({ bytes: buffer.subarray(start, end), end: end + 1 });
    start = end + 1;
  }
  return { lines, left: buffer.subarray(start) };
}

/** The last of our signed lines and where it ends. */
export function findHead(buffer: Buffer, keys: JournalKeys) {
  const ends = splitLines(buffer).lines.flatMap(({ bytes, end }) => {
    const found = readHead(keys, bytes);
    return found ? [{ ...found, end }] : [];
  });
  // One that somebody appends again is not the last one.
  const last = ends.toSorted((one, other) => other.head.position - one.head.position).find(({ isOurs }) => isOurs());
  return { head: last?.head ?? null, end: last?.end ?? 0, isForeign: !last && ends.length > 0 };
}

/** Of a batch, or of its first line; 0 if it cannot be read. */
export const firstPosition = (text: Buffer): number =>
  Number(/^\{"position":(\d+),/.exec(text.subarray(0, 40).toString())?.[1] ?? 0);
