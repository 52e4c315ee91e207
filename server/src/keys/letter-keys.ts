// The keys of waiting letters: one for each day, in a file of its own in DATA_DIR/letter-keys, which is in no backup. PostgreSQL keeps an
// erased row in its files for long, so what was in a letter is gone only once the key of its day is destroyed.
import { createSecretKey, type KeyObject } from 'node:crypto';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Clock, daysLater } from '../lib/clock.ts';
import { createOnce, makeFolder, syncFolder, unlessMissing } from '../lib/durable-file.ts';
import { newKey, newSalt } from '../lib/ids.ts';
import { headerIn, openText, sealText } from './compact-jwe.ts';

export interface LetterKeys {
  /** Seals under the key of today, which is made where it is missing. */
  seal(context: string, text: string): Promise<{ sealed: string; day: string }>;
  /** @throws {LetterKeyMissing} when the key of its day is gone. @throws when it was altered or sealed for another context. */
  open(context: string, sealed: string): Promise<string>;
  /** Makes tomorrow's key, so that letters do not need room on the disk at midnight. */
  prepare(): Promise<void>;
  /** The days that have a key. */
  list(): Promise<string[]>;
  destroy(day: string): Promise<void>;
}

/** The key of its day was destroyed, or is not on this machine. Nobody can read the letter any more. */
export class LetterKeyMissing extends Error {
  override name = 'LetterKeyMissing';
}

/** The name of a day (UTC) that has a key. */
export const letterDay = (at: Date): string => at.toISOString().slice(0, 10);
const isDay = (name: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(name);

export function createLetterKeys(folder: string, clock: Clock): LetterKeys {
  /** Today's, which every letter needs. An older one is read each time, so that none outlives its file here. */
  let current: { day: string; key: KeyObject } | undefined;
  const fileOf = (day: string): string => path.join(folder, day);
  const make = async (day: string): Promise<KeyObject> => {
    await makeFolder(folder);
    await createOnce(fileOf(day), newKey().toString('base64url'));
    return readKey(fileOf(day));
  };
  return {
    async seal(context, text) {
      const day = letterDay(clock.now());
      if (current?.day !== day) current = { day, key: await make(day) };
      return { sealed: sealText(current.key, { kid: day, ctx: context }, text), day };
    },
    async open(context, sealed) {
      const day = String(headerIn(sealed).kid);
      if (!isDay(day)) throw new LetterKeyMissing('the letter names no day');
      const key = current?.day === day ? current.key : await readKey(fileOf(day));
      return openText(key, { kid: day, ctx: context }, sealed);
    },
    async prepare() {
      await make(letterDay(daysLater(clock.now(), 1)));
    },
    async list() {
      const names = await readdir(folder).catch(unlessMissing);
      return (names ?? []).filter(isDay).toSorted();
    },
    async destroy(day) {
      if (current?.day === day) current = undefined;
      await overwrite(fileOf(day));
      await rm(fileOf(day), { force: true });
      await syncFolder(folder);
    },
  };
}

async function readKey(file: string): Promise<KeyObject> {
  const text = await readFile(file, 'utf8').catch(unlessMissing);
  if (text === null) throw new LetterKeyMissing('the key of the day the letter was written is gone');
  const key = Buffer.from(text, 'base64url');
  if (key.length !== 32) throw new Error(`${file} holds no key`);
  return createSecretKey(key);
}

/** A disk may keep what is removed. Many keep what is overwritten too, which docs/operations.md says. */
async function overwrite(file: string): Promise<void> {
  await using handle = await open(file, 'r+').catch(unlessMissing);
  if (!handle) return;
  await handle.write(newSalt(64), 0, 43, 0);
  await handle.sync();
}
