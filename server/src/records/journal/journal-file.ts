// The journal: an append-only record outside the database of every act, and of what was promised, sent, withdrawn and deleted, in one
// file for each month. A restored database learns from it what happened since its backup, and an auditor whether the record is whole.
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncFolder, unlessMissing } from '../../platform/lib/durable-file.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import { type Batch, composeBatch, createChainReader, type Entry, readHead, type SignedHead } from './journal-chain.ts';
import type { JournalKeys } from './journal-keys.ts';

export interface NewBatch {
  entries: readonly Entry[];
  at: Date;
  changeId: string;
}

export interface JournalFile {
  folder: string;
  keys: JournalKeys;
  /**
   * The batch survives a power cut once this resolves. One writer at a time. What a killed writer left without its signature is cut off.
   * @param check throws where nothing may come after this line
   */
  append(batch: NewBatch, check: (last: SignedHead | null) => Promise<void>): Promise<SignedHead>;
  /** Hands out every batch that nobody has altered, oldest first. @returns what was found, as sentences without their full stop */
  read(visit: (batch: Batch) => Promise<void> | void): Promise<string[]>;
  /** The signed line with the highest position; null without one. Reads the end of the newest file only. */
  readLast(): Promise<SignedHead | null>;
  /** @throws when no line can be written now. */
  probe(): Promise<void>;
  /** Removes the files of the months before this one. The newest stays, which says how far the journal goes. */
  forgetBefore(month: Date): Promise<void>;
  /** Keeps the files under other names, which nobody reads: the next line is the first one. */
  setAside(at: Date): Promise<void>;
}

/** From where on a file holds what a killed writer left without its signature. */
interface Cut {
  file: string;
  end: number;
}

const ending = '.jsonl';
/** Longer than the longest line. */
const tailBytes = 65_536;
const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

export function createJournalFile(folder: string, keys: JournalKeys): JournalFile {
  const place = (name: string) => path.join(folder, name);
  const list = async (): Promise<string[]> => {
    const names = await readdir(folder).catch(unlessMissing);
    return (names ?? []).filter((name) => name.endsWith(ending)).toSorted();
  };
  const makePlace = createPlace(folder);
  const findLast = async (): Promise<{ head: SignedHead | null; cuts: Cut[] }> => {
    const cuts: Cut[] = [];
    for (const file of (await list()).map(place).reverse()) {
      const { head, end, size, isForeign } = await findHead(file, keys);
      if (!head && isForeign) throw new StartRefused(notOurs(folder));
      if (end < size) cuts.push({ file, end });
      if (head) return { head, cuts };
    }
    return { head: null, cuts };
  };
  return {
    folder,
    keys,
    async append({ entries, at, changeId }, check) {
      await makePlace();
      const last = await findLast();
      await check(last.head);
      for (const { file, end } of last.cuts) await truncate(file, end);
      const { text, head } = composeBatch(keys, last.head, { entries, at: at.toISOString(), changeId });
      await appendSynced(place(`${monthOf(at)}${ending}`), text);
      await syncFolder(folder);
      return head;
    },
    async read(visit) {
      const reader = createChainReader(keys);
      for (const name of await list()) {
        for await (const line of linesIn(place(name))) {
          const batch = reader.add(line);
          if (batch) await visit(batch);
        }
      }
      return [...reader.findings];
    },
    readLast: async () => (await findLast()).head,
    async probe() {
      await makePlace();
      await probeFolder(folder);
    },
    async forgetBefore(month) {
      const newest = (await list()).at(-1);
      const names = (await readdir(folder).catch(unlessMissing)) ?? [];
      const old = names.filter((name) => name.includes(ending) && name < `${monthOf(month)}${ending}`);
      for (const name of old) if (name !== newest) await rm(place(name), { force: true });
    },
    async setAside(at) {
      for (const name of await list()) await rename(place(name), place(`${name}.left-out-${at.getTime()}`));
    },
  };
}

/** Its name in the folder above is synced once in a process: another one may have made it, and been killed before its own sync. */
function createPlace(folder: string): () => Promise<void> {
  let isSynced = false;
  return async () => {
    await makeFolder(folder);
    if (!isSynced) await syncFolder(path.dirname(folder));
    isSynced = true;
  };
}

async function appendSynced(file: string, lines: string): Promise<void> {
  await using handle = await open(file, 'a', 0o600);
  await handle.appendFile(lines);
  await handle.sync();
}

async function probeFolder(folder: string): Promise<void> {
  const probe = path.join(folder, `probe-${process.pid}.tmp`);
  await writeFile(probe, 'x', { mode: 0o600, flush: true });
  await rm(probe, { force: true });
}

const newline = 10;

async function* linesIn(file: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 })) {
    const { lines, left } = splitLines(Buffer.concat([rest, chunk]));
    for (const { bytes } of lines) yield bytes;
    rest = Buffer.from(left);
  }
  if (rest.length > 0) yield rest;
}

/** The whole lines that are not blank, each with where it ends, and what is left after them. */
function splitLines(buffer: Buffer): { lines: { bytes: Buffer; end: number }[]; left: Buffer } {
  const lines: { bytes: Buffer; end: number }[] = [];
  let start = 0;
  for (let end = buffer.indexOf(newline); end >= 0; end = buffer.indexOf(newline, start)) {
    if (end > start) lines.push({ bytes: buffer.subarray(start, end), end: end + 1 });
    start = end + 1;
  }
  return { lines, left: buffer.subarray(start) };
}

/** The last of our signed lines in a file and where it ends: in its tail, or else in all of it. */
async function findHead(file: string, keys: JournalKeys) {
  const tail = await readTail(file);
  const found = headIn(tail.bytes, keys);
  if (found.head || tail.start === 0) return { ...found, end: tail.start + found.end, size: tail.size };
  const whole = await readFile(file);
  return { ...headIn(whole, keys), size: whole.length };
}

function headIn(buffer: Buffer, keys: JournalKeys) {
  const ends = splitLines(buffer).lines.flatMap(({ bytes, end }) => {
    const found = readHead(keys, bytes);
    return found ? [{ ...found, end }] : [];
  });
  // One that somebody appends again is not the last one.
  const last = ends.toSorted((one, other) => other.head.position - one.head.position).find(({ isOurs }) => isOurs());
  return { head: last?.head ?? null, end: last?.end ?? 0, isForeign: ends.length > 0 };
}

const notOurs = (folder: string): string =>
  `${folder} holds a journal that was signed with another key, or was changed; put the right folder there, or set JOURNAL_DIR to it.`;

async function readTail(file: string): Promise<{ bytes: Buffer; start: number; size: number }> {
  await using handle = await open(file, 'r');
  const { size } = await handle.stat();
  const start = Math.max(0, size - tailBytes);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
  return { bytes: buffer.subarray(0, bytesRead), start, size };
}
