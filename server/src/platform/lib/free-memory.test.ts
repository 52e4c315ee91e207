// The memory of entire buffers is freed, but never that of a view or of unsent bytes.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../../testing/until.ts';
import { freeMemory, freeOnceSent } from './free-memory.ts';

const server = createServer();
afterEach(() => {
  server.closeAllConnections();
  server.close();
  server.removeAllListeners('request');
});

/** Requests the chunks, which a server frees once they are sent. */
async function ask(pieces: Buffer[]): Promise<IncomingMessage> {
  server.on('request', (_, response) => {
    freeOnceSent(response);
    Readable.from(pieces, { objectMode: false }).pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return new Promise((answered, failed) => {
    get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }, answered).on('error', failed);
  });
}
const newPieces = () => Array.from({ length: 24 }, () => randomBytes(1_048_576));
const held = (pieces: Buffer[]) => pieces.filter(({ length }) => length > 0).length;

test('a freed buffer is gone, and freeing a view leaves its buffer intact', () => {
  const own = Buffer.alloc(100_000, 7);
  freeMemory(own);
  expect(own.length).toBe(0);
  const whole = Buffer.alloc(100_000, 7);
  for (const view of [whole.subarray(1), whole.subarray(0, 99_999), whole.subarray(5, 5)]) freeMemory(view);
  expect(whole.every((byte) => byte === 7)).toBe(true);
  const small = Buffer.from('in the pool');
  freeMemory(small);
  expect(small.toString()).toBe('in the pool');
  const shared = Buffer.from(new SharedArrayBuffer(10));
  freeMemory(shared);
  expect(shared).toHaveLength(10);
});

test('sent chunks are freed, and no unsent one is, however slowly they are read', { tags: 'long' }, async () => {
  const pieces = newPieces();
  const digest = createHash('sha256').update(Buffer.concat(pieces)).digest('hex');
  const answer = await ask(pieces);
  await until(() => held(pieces)).toBeLessThan(24);
  expect(held(pieces)).toBeGreaterThan(1); // the system accepts no more
  const received = createHash('sha256');
  for await (const bytes of answer) received.update(bytes);
  expect(received.digest('hex')).toBe(digest);
  await until(() => held(pieces)).toBe(0);
});

test('a connection that ends midway stops the sending, and unsent chunks are not freed', async () => {
  const pieces = newPieces();
  (await ask(pieces)).destroy();
  await until(() => promisify(server.getConnections).call(server)).toBe(0);
  expect(held(pieces)).toBeGreaterThan(1);
});
