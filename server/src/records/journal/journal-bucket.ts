// The journal in a bucket: one object for each batch, named by the position of its first line and written only if that name is free. So
// a batch is written completely or not at all, and two processes never write the same position.
import type { Bucket } from '../../platform/lib/bucket.ts';
import type { SignedHead } from './journal-chain.ts';
import { findHead, firstPosition, type JournalStorage, monthOf, splitLines } from './journal-storage.ts';

const prefix = 'journal/';
const nameOf = (position: number): string => `${prefix}${String(position).padStart(12, '0')}`;
const isBatch = (key: string): boolean => /^journal\/\d{12}$/.test(key);
/** A probe writes to the bucket, and anyone may call health every second. A journal that cannot be written fails on its own. */
const probedMilliseconds = 30_000;
/** More lines than a batch can have. */
const longestBatch = 1000;
/** The number of objects requested before the first of them is read. */
const readAhead = 16;

export function createJournalBucket(bucket: Bucket): JournalStorage {
  const place = `the bucket ${bucket.name}`;
  let provenAt = Number.NEGATIVE_INFINITY;
  /** The newest batch that this process has written or read. Only other processes have written later ones. */
  let newest: { position: number; head: SignedHead } | null = null;
  async function* list(after = 0) {
    for await (const object of bucket.list(prefix, nameOf(after))) if (isBatch(object.key)) yield object;
  }
  return {
    place,
    wayOn: 'set S3_BUCKET to the bucket of this installation',
    async findLast(keys, known = 0) {
      let isForeign = false;
      const recent = newest ? newest.position - 1 : Math.max(0, known - longestBatch);
      // If a position that the journal has reached is missing, the complete journal is searched.
      for (const after of new Set([recent, 0])) {
        for (const name of await namesBackwards(list(after))) {
          if (newest && name === nameOf(newest.position)) return { head: newest.head, isForeign: false, trim };
          const text = (await bucket.read(name)) ?? Buffer.alloc(0);
          const found = findHead(text, keys);
          isForeign ||= found.isForeign;
          const position = firstPosition(text);
          // A batch copied under a later name is not the last one.
          if (!found.head || nameOf(position) !== name) continue;
          newest = { position, head: found.head };
          return { head: found.head, isForeign: false, trim };
        }
      }
      return { head: null, isForeign, trim };
    },
    async append({ position, text, head }) {
      const key = nameOf(position);
      // The existing object may be our own, if the response to its write was lost.
      if (!(await bucket.putOnce(key, text)) && (await bucket.read(key))?.toString('utf8') !== text)
        throw new Error(`${place} holds another batch of the journal at line ${position}`);
      newest = { position, head };
    },
    lines: () => linesIn(bucket, list()),
    async probe() {
      if (performance.now() - provenAt < probedMilliseconds) return;
      await bucket.probe();
      provenAt = performance.now();
    },
    async forgetBefore(month) {
      const since = new Date(`${monthOf(month)}-01`);
      let old: string | null = null;
      for await (const { key, writtenAt } of list()) {
        if (old) await bucket.remove(old);
        if (writtenAt >= since) return;
        old = key;
      }
    },
    async setAside(at) {
      newest = null;
      for await (const { key } of list()) {
        const text = (await bucket.read(key)) ?? '';
        await bucket.putOnce(key.replace(prefix, `journal-left-out-${at.getTime()}/`), text.toString());
        await bucket.remove(key);
      }
    },
  };
}

/** A batch is written completely or not at all. */
const trim = async (): Promise<void> => {};

async function namesBackwards(objects: AsyncIterable<{ key: string }>): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of objects) names.push(key);
  return names.reverse();
}

async function* linesIn(bucket: Bucket, objects: AsyncIterable<{ key: string }>): AsyncGenerator<Buffer> {
  const reading: Promise<Buffer | null>[] = [];
  for await (const { key } of objects) {
    const text = bucket.read(key);
    text.catch(() => {}); // thrown below
    reading.push(text);
    if (reading.length > readAhead) yield* linesOf(await reading.shift());
  }
  for (const text of reading) yield* linesOf(await text);
}

function* linesOf(text: Buffer | null | undefined): Generator<Buffer> {
  if (text) for (const { bytes } of splitLines(text).lines) yield bytes;
}
