// The protocol's edge cases: a misbehaving scanner always results in "not scanned", in bounded time and memory.
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { type Behaviour, eicar, type FakeClamd, openFakeClamd } from '../../../testing/fake-clamd.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { createClamdScanner } from './clamd-scanner.ts';

const limits = { connectMilliseconds: 5000, waitMilliseconds: 200, restMilliseconds: 0 };
let clamd: FakeClamd | undefined;
const reasons: string[] = [];
afterEach(async () => {
  await clamd?.close();
  clamd = undefined;
  reasons.length = 0;
  vi.restoreAllMocks();
});

async function scannerOf(behave?: Behaviour, waitMilliseconds = 60_000) {
  clamd = await openFakeClamd(behave);
  const place = { host: '127.0.0.1', port: clamd.port };
  return createClamdScanner(place, {
    log: (_, reason) => reasons.push(reason),
    limits: { ...limits, waitMilliseconds },
  });
}

async function scan(scanner: Awaited<ReturnType<typeof scannerOf>>, ...pieces: (string | Buffer)[]) {
  const begun = scanner.begin('a file');
  for (const piece of pieces) await begun.take(Buffer.from(piece));
  return begun.end();
}
const notScanned = { result: 'not-scanned', finding: null };
/** Reads everything, and then sends this answer. */
const answers =
  (text: string): Behaviour =>
  (socket) => {
    socket.resume();
    socket.write(text);
  };

test('the scanner gets every byte of a file, and a finding has the name the scanner gave it', async () => {
  const scanner = await scannerOf();
  const pieces = [Buffer.alloc(100_000, 'a'), eicar.slice(0, 20), eicar.slice(20)];
  expect(await scan(scanner, ...pieces)).toEqual({ result: 'found', finding: 'Eicar-Test-Signature' });
  expect(clamd?.conversations[0]?.received).toEqual(Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
  expect(await scan(scanner, 'a letter')).toEqual({ result: 'clean', finding: null });
  expect(reasons).toEqual([]);
});

test.each<[string, Behaviour, string]>([
  ['closes the connection in the middle', (socket) => socket.destroy(), 'no answer'],
  ['ends its line before the end', (socket) => socket.resume().end('stream: O'), 'no answer'],
  ['answers an error', answers("INSTREAM: Can't allocate memory ERROR\0"), "INSTREAM: Can't allocate memory ERROR"],
  [
    'takes files of this size no more',
    answers('INSTREAM size limit exceeded. ERROR\0'),
    'INSTREAM size limit exceeded. ERROR; raise StreamMaxLength of clamd (docs/guide/viruses.md)',
  ],
  [
    'looked at a part of the file',
    answers('stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0'),
    'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND',
  ],
  ['answers a line that does not end', answers('stream: '.padEnd(1_000_000, 'x')), 'no answer'],
  ['speaks something else', answers('HTTP/1.1 400 Bad Request\r\n\0'), 'HTTP/1.1 400 Bad Request??'],
])('a scanner that %s has not scanned the file', async (_, behave, reason) => {
  expect(await scan(await scannerOf(behave), Buffer.alloc(300_000), 'the end')).toEqual(notScanned);
  expect(reasons).toEqual([reason]);
});

test('if nobody listens, no file is scanned', async () => {
  const scanner = await scannerOf();
  await clamd?.close();
  clamd = undefined;
  expect(await scan(scanner, 'a letter')).toEqual(notScanned);
  await expect(scanner.probe()).rejects.toThrow('clamd does not answer');
});

test('a scanner that reads nothing delays an upload for a limited time and holds one chunk in memory', async () => {
  const waitMilliseconds = 300;
  const begun = (await scannerOf((socket) => socket.pause(), waitMilliseconds)).begin('a file');
  const piece = Buffer.alloc(1_000_000);
  const milliseconds: number[] = [];
  while (milliseconds.length < 200) {
    const started = performance.now();
    await begun.take(piece);
    milliseconds.push(performance.now() - started);
  }
  expect(await begun.end()).toEqual(notScanned);
  // Once the system's buffers for both ends are full, the next chunk waits until the time is over, and the rest is discarded.
  const longest = Math.max(...milliseconds);
  expect(longest).toBeGreaterThan(waitMilliseconds / 3);
  expect(milliseconds.indexOf(longest)).toBeLessThan(50);
});

test('the wait for a scanner that reads everything and never answers is limited', async () => {
  expect(await scan(await scannerOf((socket) => socket.resume(), 100), 'a letter')).toEqual(notScanned);
});

test('after a scan has timed out, the next files do not wait, and later the scanner is used again', async () => {
  let isSilent = true;
  const behave: Behaviour = (...talk) => (isSilent ? talk[0].resume() : answers('stream: OK\0')(...talk));
  clamd = await openFakeClamd(behave);
  const place = { host: '127.0.0.1', port: clamd.port };
  const rest = { ...limits, waitMilliseconds: 100, restMilliseconds: 60_000 };
  const clock = vi.spyOn(performance, 'now');
  const scanner = createClamdScanner(place, { log: (_, reason) => reasons.push(reason), limits: rest });
  expect(await scan(scanner, 'a letter')).toEqual(notScanned);
  isSilent = false;
  expect(await scan(scanner, 'a second letter')).toEqual(notScanned);
  expect(reasons).toEqual(['no answer', 'it did not answer a moment ago']);
  expect(clamd.conversations).toHaveLength(1);
  const later = performance.now() + rest.restMilliseconds;
  clock.mockImplementation(() => later);
  await scan(scanner, 'a third letter');
  expect(clamd.conversations).toHaveLength(2);
});

test('a “clean” answer before the end of a file does not count, but a finding does', async () => {
  const early = async (text: string) => {
    const begun = (await scannerOf((socket) => socket.end(text))).begin('a file');
    await vi.waitFor(() => expect(clamd?.conversations.at(-1)?.isClosed).toBe(true), { timeout: 60_000 });
    await begun.take(Buffer.from('the rest'));
    return begun.end();
  };
  expect(await early('stream: OK\0')).toEqual(notScanned);
  await clamd?.close();
  expect(await early('stream: Eicar FOUND\0')).toEqual({ result: 'found', finding: 'Eicar' });
});

test('the name of a finding is limited in length and printable', async () => {
  const name = `Win.Trojan-<b>é\u001b[31m\n${'x'.repeat(2000)}`;
  const { finding } = await scan(await scannerOf(answers(`stream: ${name} FOUND\0`)), 'a letter');
  expect(finding).toMatch(/^Win\.Trojan-<b>\?\?\?\[31m\?x+$/);
  expect(finding).toHaveLength(100);
});

test('a scanner on a Unix socket is asked like one on a port', async () => {
  const folder = makeTestFolder();
  const place = { path: path.join(folder, 'clamd.ctl') };
  const server = createServer((socket: Socket) => socket.resume().end('PONG\0')).listen(place.path);
  try {
    await createClamdScanner(place, { log: () => {} }).probe();
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});
