// A reading that nobody begins or ends: the stored object does not stay open.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { encrypt, newHeader } from '../../keys/formats/encrypted-stream.ts';
import { fileContext, readVerified } from './read-verified.ts';

const key = Buffer.alloc(32, 7);
const plain = Buffer.alloc(5 * 1024 * 1024, 'the harbour at dawn ');
const named = { id: 'file', vaultId: 'vault' };

async function openReading(pieces: number) {
  const header = newHeader();
  const context = fileContext(named);
  const sealed: Buffer[] = [];
  const source = Readable.from([plain], { objectMode: false });
  for await (const piece of encrypt(source, { header, sizeBytes: plain.length, key, context })) sealed.push(piece);
  const object = Readable.from(sealed, { objectMode: false });
  const needs = { storage: { read: async () => object }, vaultKeys: { unwrap: async () => key } };
  const file = {
    ...named,
    objectPath: '',
    sizeBytes: plain.length,
    encryptionHeader: header.toString('base64'),
    wrappedKey: 'wrapped',
  };
  const bytes = await readVerified(needs as never, file, { first: 0, last: plain.length - 1 });
  for (let read = 0; read < pieces; read += 1) {
    await once(bytes, 'readable');
    bytes.read();
  }
  return { object, bytes };
}

test.each([0, 1])('a reading that is stopped after %i pieces leaves no object open', async (pieces) => {
  const { object, bytes } = await openReading(pieces);
  bytes.destroy();
  for (let turn = 0; turn < 20 && !object.destroyed; turn += 1) await setImmediate();
  expect(object.destroyed).toBe(true);
});
