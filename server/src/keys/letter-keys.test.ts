// The key of a day: made once, closed to others, and needed by every letter of its day.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { createLetterKeys, LetterKeyMissing } from './letter-keys.ts';

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
  await expect(another().open('letter/1', sealed)).rejects.toThrow(LetterKeyMissing);
  expect(await another().list()).toEqual([]);
});

test('DAY-1: the key of tomorrow is there before it is needed', async () => {
  await another().prepare();
  const prepared = readFileSync(path.join(folder, '2026-11-23'), 'utf8');
  clock.pass({ hours: 1 });
  await another().seal('letter/1', 'the code');
  expect(readFileSync(path.join(folder, '2026-11-23'), 'utf8')).toBe(prepared);
});
