// The key of a day: made once, closed to others, and needed by every letter of its day.
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { createLetterKeys } from './letter-keys.ts';

let folder: string;
let clock: ReturnType<typeof createTestClock>;
beforeEach(() => {
  const place = makeTestFolder();
  folder = path.join(place, 'letter-keys');
  clock = createTestClock();
  clock.moveTo(new Date('2026-11-22T23:30:00Z'));
  return () => rmSync(place, { recursive: true, force: true });
});
const another = () => createLetterKeys(folder, clock);

test('DAY-1: a letter is sealed under the key of its day, which processes make once, closed to others', async () => {
  const processes = Array.from({ length: 6 }, another);
  const sealed = await Promise.all(processes.map((keys) => keys.seal('letter/1', 'the code')));
  expect(new Set(sealed.map(({ day }) => day))).toEqual(new Set(['2026-11-22']));
  for (const one of sealed) await expect(another().open('letter/1', one.sealed)).resolves.toBe('the code');
  expect(readdirSync(folder)).toEqual(['2026-11-22']);
  expect(statSync(path.join(folder, '2026-11-22')).mode & 0o077).toBe(0);
  expect(statSync(folder).mode & 0o077).toBe(0);
  clock.pass({ minutes: 31 });
  expect((await processes[0]?.seal('letter/2', 'x'))?.day).toBe('2026-11-23');
  await expect(another().open('letter/1', sealed[0]?.sealed ?? '')).resolves.toBe('the code');
});

test('DAY-1: a letter opens as itself alone, and without its key not at all', async () => {
  const { sealed } = await another().seal('letter/1', 'the code');
  await expect(another().open('letter/2', sealed)).rejects.toThrow('another place');
  await expect(another().open('letter/1', `${sealed.slice(0, -3)}AAA`)).rejects.toThrow();
  const file = path.join(folder, '2026-11-22');
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 20));
  await expect(another().open('letter/1', sealed)).rejects.toThrow('holds no key');
  await another().destroy('2026-11-22');
  const gone = { name: 'LetterKeyMissing', message: 'the key of the day the letter was written is gone' };
  await expect(another().open('letter/1', sealed)).rejects.toMatchObject(gone);
  expect(await another().list()).toEqual([]);
});

test('DAY-1: a key that only cannot be read now is not missing, so that its letters are tried again', async () => {
  const { sealed } = await another().seal('letter/1', 'the code');
  rmSync(path.join(folder, '2026-11-22'));
  mkdirSync(path.join(folder, '2026-11-22'));
  await expect(another().open('letter/1', sealed)).rejects.toMatchObject({ code: 'EISDIR' });
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  await expect(another().list()).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test('DAY-1: a letter that names something else than a day opens no file', async () => {
  const { sealed } = await another().seal('letter/1', 'the code');
  const [, ...rest] = sealed.split('.');
  for (const kid of ['../letter-keys/2026-11-22', '2026-11-22/../2026-11-22/x', undefined]) {
    const header = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid, ctx: 'letter/1' })).toString(
      'base64url',
    );
    const refusal = { name: 'LetterKeyMissing', message: 'the letter names no day' };
    await expect(another().open('letter/1', [header, ...rest].join('.'))).rejects.toMatchObject(refusal);
  }
});

test('DAY-2: a key is destroyed by overwriting it, once or by two at once, and what is sealed later has a new one', async () => {
  const keys = another();
  expect(await keys.list()).toEqual([]);
  await keys.seal('letter/1', 'the code');
  writeFileSync(path.join(folder, 'notes.txt'), '');
  writeFileSync(path.join(folder, '2026-11-22.tmp'), '');
  expect(await keys.list()).toEqual(['2026-11-22']);
  const file = path.join(folder, '2026-11-22');
  linkSync(file, `${folder}-still-on-the-disk`);
  const before = readFileSync(file);
  await keys.destroy('2026-11-22');
  const after = readFileSync(`${folder}-still-on-the-disk`);
  expect(after).toHaveLength(before.length);
  expect(before.filter((byte, at) => byte === after[at]).length).toBeLessThan(10);
  await Promise.all([keys.destroy('2026-11-22'), another().destroy('2026-11-22')]);
  const { sealed } = await keys.seal('letter/2', 'another code');
  await keys.destroy('2026-11-21');
  await expect(another().open('letter/2', sealed)).resolves.toBe('another code');
});

test('DAY-1: the key of tomorrow is there before it is needed', async () => {
  await another().prepare();
  const prepared = readFileSync(path.join(folder, '2026-11-23'), 'utf8');
  clock.pass({ hours: 1 });
  await another().seal('letter/1', 'the code');
  expect(readFileSync(path.join(folder, '2026-11-23'), 'utf8')).toBe(prepared);
});
