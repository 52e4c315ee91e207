// The journal in a folder: one file for each month, to which lines are only appended. The order of the files' names is the order of the
// lines, even if the clock was wrong for a while.
import { createReadStream, fstatSync, ftruncateSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, probeFolder, syncFolder, unlessMissing } from '../../platform/lib/durable-file.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import type { SignedHead } from './journal-chain.ts';
import type { JournalKeys } from './journal-keys.ts';
import { findHead, type JournalStorage, type LastBatch, monthOf, splitLines } from './journal-storage.ts';

/** The end of a file's signed lines; a killed or late writer left the rest. */
interface Cut {
  file: string;
  end: number;
  size: number;
}

const ending = '.jsonl';
const isOfMonth = (name: string): boolean => /^\d{4}-\d{2}\.jsonl$/.test(name);
/** Any other file in the folder is neither read nor changed. */
const isOurs = (name: string): boolean => isOfMonth(name.replace(/\.left-out-\d+$/, ''));
/** How much of a file's end is read to find its last batch: first longer than the longest line, then than any two batches. */
const tails = [65_536, 4 * 1024 ** 2];

export function createJournalFolder(folder: string): JournalStorage {
  const place = (name: string) => path.join(folder, name);
  const list = async (): Promise<string[]> => {
    const names = await readdir(folder).catch(unlessMissing);
    return (names ?? []).filter(isOfMonth).toSorted();
  };
  const makePlace = createPlace(folder);
  return {
    place: folder,
    wayOn: 'put the right folder there, or set JOURNAL_DIR to it',
    async findLast(keys) {
      const cuts: Cut[] = [];
      const trim = async () => {
        for (const cut of cuts) await cutFile(cut);
      };
      let newest: LastBatch['end'];
      const files = (await list()).map(place).reverse();
      for (const [index, file] of files.entries()) {
        const { head, end, size, isForeign } = await findHeadIn(file, keys);
        if (isForeign) return { head: null, isForeign, trim };
        newest ??= { file, sizeBytes: end };
        if (end < size) cuts.push({ file, end, size });
        if (!head) continue;
        await refuseCopy({ head, file }, files.slice(index + 1), keys);
        return { head, isForeign, end: newest, trim };
      }
      return { head: null, isForeign: false, end: newest, trim };
    },
    async append({ text, head }, after) {
      await makePlace();
      const ofMonth = `${monthOf(new Date(head.at))}${ending}`;
      // It is later than this month if the clock was ahead, or is behind now.
      const newest = (await list()).at(-1) ?? ofMonth;
      const name = newest > ofMonth ? newest : ofMonth;
      const file = place(name);
      const start = after?.end?.file === file ? after.end.sizeBytes : 0;
      if (after && (await sizeOf(file)) !== start) throw new Error(overtaken(folder));
      await appendSynced(file, text);
      await syncFolder(folder);
      // Of two processes that wrote at the same time, at least one notices it, and writes again after the other.
      const isAlone = (await sizeOf(file)) === start + Buffer.byteLength(text) && (await list()).at(-1) === name;
      const isSame = !after?.end || after.end.file === file || (await sizeOf(after.end.file)) === after.end.sizeBytes;
      if (after && !(isAlone && isSame)) throw new Error(overtaken(folder));
    },
    async *lines() {
      for (const name of await list()) yield* linesIn(place(name));
    },
    async probe() {
      await makePlace();
      await probeFolder(folder);
    },
    async forgetBefore(month) {
      const newest = (await list()).at(-1);
      const names = (await readdir(folder).catch(unlessMissing)) ?? [];
      const old = names.filter((name) => isOurs(name) && name < `${monthOf(month)}${ending}`);
      for (const name of old) if (name !== newest) await rm(place(name), { force: true });
    },
    async setAside(at) {
      for (const name of await list()) await rename(place(name), place(`${name}.left-out-${at.getTime()}`));
    },
  };
}

/**
 * Lines after a copy of older lines would have positions that exist already, and a restore would skip them.
 * @param earlier the other files, newest first
 * @throws {StartRefused} if the newest file does not continue the one before it
 */
async function refuseCopy(
  newest: { head: SignedHead; file: string },
  earlier: string[],
  keys: JournalKeys,
): Promise<void> {
  for (const file of earlier) {
    const { head } = await findHeadIn(file, keys);
    if (!head) continue;
    if (newest.head.position > head.position) return;
    throw new StartRefused(
      `The journal's file ${newest.file} ends with line ${newest.head.position}, and ${file} already ends with line ${head.position}. One of them is a copy with another name: move it out of the folder.`,
    );
  }
}

/**
 * A process syncs the file's name in the parent folder once, because another process may have created the file and been killed before its
 * own sync.
 */
function createPlace(folder: string): () => Promise<void> {
  let isSynced = false;
  return async () => {
    await makeFolder(folder);
    if (!isSynced) await syncFolder(path.dirname(folder));
    isSynced = true;
  };
}

const overtaken = (folder: string): string => `another process has written to the journal in ${folder} in the meantime`;

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(unlessMissing))?.size ?? 0;

/** Without a pause between the look and the cut, so that no line is lost that another process has signed since. */
async function cutFile({ file, end, size }: Cut): Promise<void> {
  await using handle = await open(file, 'r+');
  if (fstatSync(handle.fd).size !== size) throw new Error(overtaken(path.dirname(file)));
  ftruncateSync(handle.fd, end);
}

async function appendSynced(file: string, lines: string): Promise<void> {
  await using handle = await open(file, 'a', 0o600);
  await handle.appendFile(lines);
  await handle.sync();
}

async function* linesIn(file: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 })) {
    const { lines, left } = splitLines(Buffer.concat([rest, chunk]));
    for (const { bytes } of lines) yield bytes;
    rest = Buffer.from(left);
  }
  if (rest.length > 0) yield rest;
}

/** Finds our last signed line: first in the file's tail, then in the complete file. One alone may be a late writer's. */
async function findHeadIn(file: string, keys: JournalKeys) {
  for (const tailBytes of tails) {
    const tail = await readTail(file, tailBytes);
    const found = findHead(tail.bytes, keys);
    if (tail.start > 0 && !(found.head && found.count > 1)) continue;
    return { ...found, end: tail.start + found.end, size: tail.size };
  }
  const whole = await readFile(file);
  return { ...findHead(whole, keys), size: whole.length };
}

async function readTail(file: string, tailBytes: number): Promise<{ bytes: Buffer; start: number; size: number }> {
  await using handle = await open(file, 'r');
  const { size } = await handle.stat();
  const start = Math.max(0, size - tailBytes);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
  return { bytes: buffer.subarray(0, bytesRead), start, size };
}
