// Uploads in progress: one for each file, few for each owner, and none that hardly moves.
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { filesPerVault } from '@remembrance/contract/limits.ts';
import { expect, test } from 'vitest';
import { createTransfers } from './transfers.ts';

const store = async (bytes: Readable): Promise<string> => String(await buffer(bytes));
const begun = (uploadId: string, ownerId = 'ada') => ({ uploadId, ownerId, bytes: new PassThrough() });

test('UP-31: a second transfer of a file ends the first one, and no other transfer', async () => {
  const transfers = createTransfers();
  const [first, second, other] = [begun('one'), begun('one'), begun('two')];
  const lost = expect(transfers.follow(first, store)).rejects.toThrow('Premature close');
  const kept = transfers.follow(other, store);
  const arrives = transfers.follow(second, store);
  await lost;
  second.bytes.end('whole');
  other.bytes.end('too');
  expect(await Promise.all([arrives, kept])).toEqual(['whole', 'too']);
});

test('a transfer that has received all its bytes is not ended by another transfer', async () => {
  const transfers = createTransfers();
  const [first, second] = [begun('one'), begun('one')];
  const recorded = Promise.withResolvers<void>();
  const stored = Promise.withResolvers<void>();
  const arrives = transfers.follow(first, async (bytes) => {
    const text = await store(bytes);
    stored.resolve();
    await recorded.promise;
    return text;
  });
  first.bytes.end('whole');
  await stored.promise;
  const again = transfers.follow(second, store);
  second.bytes.end('again');
  recorded.resolve();
  expect(await Promise.all([arrives, again])).toEqual(['whole', 'again']);
});

test('UP-31: an owner has as many concurrent transfers as a vault has files, and another owner is not delayed', async () => {
  const transfers = createTransfers();
  const five = Array.from({ length: filesPerVault }, (_, i) => begun(`${i}`));
  const running = five.map((one) => transfers.follow(one, store));
  await expect(transfers.follow(begun('sixth'), store)).rejects.toMatchObject({ code: 'too-many-requests' });
  const another = begun('another', 'ben');
  another.bytes.end('x');
  expect(await transfers.follow(another, store)).toBe('x');
  for (const { bytes } of five) bytes.end('x');
  await Promise.all(running);
  const sixth = begun('sixth');
  sixth.bytes.end('x');
  expect(await transfers.follow(sixth, store)).toBe('x');
});

test('a transfer ends if its sender disconnected before it started', async () => {
  const left = begun('left');
  const closed = new Promise((resolve) => left.bytes.once('close', resolve));
  left.bytes.destroy();
  await closed;
  await expect(createTransfers().follow(left, store)).rejects.toThrow('Premature close');
});

test('UP-31: a transfer that hardly progresses is ended, and one that progresses continues', async () => {
  const transfers = createTransfers({ bytes: 10, perMilliseconds: 20 });
  const [slow, fast] = [begun('slow'), begun('fast', 'ben')];
  const isOver = { slow: false };
  const arrives = transfers.follow(fast, store);
  const ends = expect(
    transfers.follow(slow, store).finally(() => {
      isOver.slow = true;
    }),
  ).rejects.toThrow('Premature close');
  slow.bytes.write('x');
  // It sends far more than the minimum until the other is ended.
  for (let sent = 0; !isOver.slow && sent < 1e6; sent += 1) {
    fast.bytes.write('a heron at the lake');
    await turn();
  }
  await ends;
  fast.bytes.end('!');
  expect(await arrives).toMatch(/^(a heron at the lake)+!$/);
});
