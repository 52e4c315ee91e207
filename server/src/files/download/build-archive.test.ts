// Every system's tools can read an archive, sequentially and from any offset, and it ends early if a file does.
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readHeader, readZipOnce } from '../../../testing/read-zip.ts';
import { type Archive, type ArchiveEntry, buildArchive } from './build-archive.ts';

const mtime = new Date('2026-11-26T12:00:00Z');
const photo = randomBytes(300_000);
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64');

function fileOf(name: string, bytes: Buffer): ArchiveEntry {
  const open = async ({ first, last }: { first: number; last: number }) =>
    Readable.from([bytes.subarray(first, last + 1)]);
  return { path: name, mtime, sizeBytes: bytes.length, crc32: crc32(bytes), digest: digestOf(bytes), open };
}
const entries: ArchiveEntry[] = [
  { path: 'Für Rosa/Letter.html', text: '<p>Dear Rosa', mtime },
  fileOf('Für Rosa/files/Großmutter 1987 🕯.png', photo),
  fileOf('Für Rosa/files/祖母の手紙.txt', Buffer.from('dear')),
  { path: 'Für Rosa/files/nothing.txt', text: '', mtime },
];
const read = async ({ read: bytes }: Archive, first: number, last: number) =>
  Buffer.concat(await bytes({ first, last }).toArray());
const whole = (archive: Archive) => read(archive, 0, archive.sizeBytes - 1);

test('an archive can be read sequentially, because size and CRC-32 precede each entry', async () => {
  const archive = buildArchive(entries);
  const zip = await whole(archive);
  expect(zip.length).toBe(archive.sizeBytes);
  const found = readZipOnce(zip);
  expect(found.map(({ path: name }) => name)).toEqual(entries.map(({ path: name }) => name));
  expect(found[1]?.bytes.equals(photo)).toBe(true);
  expect(found[0]?.bytes.toString()).toBe('<p>Dear Rosa');
});

test('the tools of other systems find an archive intact, with its names and times', { tags: 'long' }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'archive-'));
  try {
    const file = path.join(folder, 'archive.zip');
    writeFileSync(file, await whole(buildArchive(entries)));
    const script =
      'import sys,zipfile as z; f=z.ZipFile(sys.argv[1]); print(f.testzip(), [(i.filename, i.date_time) for i in f.infolist()])';
    const python = execFileSync('python3', ['-X', 'utf8', '-c', script, file]).toString();
    expect(python).toMatch(/^None /);
    for (const { path: name } of entries) expect(python).toContain(`('${name}', (2026, 11, 26, 12, 0, 0))`);
    if (hasUnzip()) expect(execFileSync('unzip', ['-t', file]).toString()).toContain('No errors detected');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function hasUnzip(): boolean {
  try {
    execFileSync('unzip', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('any part of an archive equals the same range of the complete archive, so that an interrupted download can be resumed', async () => {
  const archive = buildArchive(entries);
  const zip = await whole(buildArchive(entries));
  const place = fc.nat({ max: archive.sizeBytes - 1 });
  await fc.assert(
    fc.asyncProperty(place, place, async (one, other) => {
      const [first, last] = [Math.min(one, other), Math.max(one, other)];
      expect((await read(archive, first, last)).equals(zip.subarray(first, last + 1))).toBe(true);
    }),
  );
});

test('the same bytes have the same tag; other bytes, names or times have a different tag', () => {
  const tags = [
    entries,
    [...entries].reverse(),
    entries.map((entry) => ({ ...entry, mtime: new Date('2026-11-26T12:00:02Z') })),
    entries.with(1, fileOf('Für Rosa/files/Großmutter 1987 🕯.png', randomBytes(300_000))),
    entries.with(0, { path: 'Für Rosa/Letter.html', text: '<p>Dear Anna', mtime }),
  ].map((listed) => buildArchive(listed).tag);
  expect(new Set(tags).size).toBe(tags.length);
  expect(buildArchive(entries).tag).toBe(tags[0]);
});

test.each([
  ['is shorter than was listed', () => Readable.from([photo.subarray(1)])],
  ['is longer than was listed', () => Readable.from([photo, photo])],
  ['cannot be opened', () => Promise.reject(new Error('gone'))],
])('if a file %s, the archive ends early, so that it never looks complete', async (_, open) => {
  const file = { ...entries[1], open: async () => open() } as ArchiveEntry;
  const archive = buildArchive(entries.with(1, file));
  await expect(whole(archive)).rejects.toThrow();
});

test('an archive beyond 4 GiB stores its large numbers in ZIP64 fields', async () => {
  const film = { ...fileOf('film.mp4', photo), sizeBytes: 5 * 1024 ** 3 };
  const last = { path: 'last.txt', text: 'dear', mtime };
  const archive = buildArchive([film, last]);
  const first = readHeader(await read(archive, 0, 99), { isLocal: true });
  expect(first).toMatchObject({ path: 'film.mp4', sizeBytes: film.sizeBytes });
  const place = first.headerBytes + film.sizeBytes;
  const tail = await read(archive, place, archive.sizeBytes - 1);
  const local = readHeader(tail, { isLocal: true });
  const list = local.headerBytes + local.sizeBytes;
  const listedFilm = readHeader(tail.subarray(list), { isLocal: false });
  expect(listedFilm).toMatchObject({ path: 'film.mp4', sizeBytes: film.sizeBytes, offset: 0 });
  const listedLast = readHeader(tail.subarray(list + listedFilm.headerBytes), { isLocal: false });
  expect(listedLast).toMatchObject({ path: 'last.txt', sizeBytes: 4, offset: place });
  const end = tail.subarray(list + listedFilm.headerBytes + listedLast.headerBytes);
  expect([end.readUInt32LE(0), end.readUInt32LE(56), end.readUInt32LE(76)]).toEqual([
    0x06064b50, 0x07064b50, 0x06054b50,
  ]);
  expect([Number(end.readBigUInt64LE(24)), Number(end.readBigUInt64LE(48))]).toEqual([2, place + list]);
  expect(Number(end.readBigUInt64LE(64))).toBe(archive.sizeBytes - end.length);
});
