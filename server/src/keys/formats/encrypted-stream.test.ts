// Tests the encrypted stream against Google's Tink, for every range, and against everything it must refuse.
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
// The stream that Tink for Go 2.4.0 wrote (AES256_GCM_HKDF_1MB), from plaintext whose byte i is i * 7 + (i >> 8).
import vectors from '../master/tink-vectors.json' with { type: 'json' };
import {
  decrypt,
  encrypt,
  encryptedBytes,
  encryptedRange,
  headerBytes,
  NotAuthentic,
  newHeader,
} from './encrypted-stream.ts';

const mebibyte = 1024 * 1024;
const firstEdge = mebibyte - headerBytes - 16;
const secondEdge = firstEdge + mebibyte - 16;
const streamKey = { key: randomBytes(32), context: 'vault/1/file/2' };

const whole = Buffer.alloc(3_000_000);
for (let i = 0; i < whole.length; i += 1) whole[i] = i * 7 + (i >> 8);
const plaintext = (size: number): Buffer => whole.subarray(0, size);

async function* inPieces(bytes: Buffer, size = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size)); // read once
}
async function joined(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
const seal = (plain: Buffer, { header = newHeader(), pieceBytes = 64 * 1024 } = {}) =>
  joined(encrypt(inPieces(plain, pieceBytes), { header, sizeBytes: plain.length, ...streamKey }));

interface Opened {
  sealed: Buffer;
  sizeBytes: number;
  range?: { first: number; last: number };
  with?: Partial<typeof streamKey>;
  pieceBytes?: number;
}
function open({ sealed, sizeBytes, range = { first: 0, last: sizeBytes - 1 }, with: other, pieceBytes }: Opened) {
  const { first, last } = encryptedRange(range, sizeBytes);
  const stream = { header: sealed.subarray(0, headerBytes), sizeBytes, ...streamKey, ...other };
  return joined(decrypt(inPieces(sealed.subarray(first, last + 1), pieceBytes), stream, range));
}

describe('a stream written by Tink is written and opened identically', () => {
  test.each(vectors)('$size bytes', async ({ key, context, size, header, sha256, sealed: all }) => {
    const itsKey = { key: Buffer.from(key, 'hex'), context };
    const plain = plaintext(size);
    const stream = { header: Buffer.from(header, 'hex'), sizeBytes: size, ...itsKey };
    const sealed = await joined(encrypt(inPieces(plain), stream));
    expect(createHash('sha256').update(sealed).digest('hex')).toBe(sha256);
    if (all) expect(sealed.toString('hex')).toBe(all);
    expect(sealed.length).toBe(encryptedBytes(size));
    expect((await open({ sealed, sizeBytes: size, with: itsKey })).equals(plain)).toBe(true);
  });
});

test('any range of a file of any size decrypts to the original, in whatever chunks the bytes arrive', {
  tags: 'long',
}, async () => {
  const sizes = [0, 1, 17, firstEdge - 1, firstEdge, firstEdge + 1, secondEdge, secondEdge + 1, 2_500_000];
  const files = await Promise.all(sizes.map(async (size) => ({ size, sealed: await seal(whole.subarray(0, size)) })));
  const pieces = fc.integer({ min: 1000, max: 3 * mebibyte });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), fc.nat(), fc.nat(), pieces, async (file, a, b, pieceBytes) => {
      const { size: sizeBytes, sealed } = file;
      const first = sizeBytes === 0 ? 0 : a % sizeBytes;
      const last = sizeBytes === 0 ? -1 : first + (b % (sizeBytes - first));
      const opened = await open({ sealed, sizeBytes, range: { first, last }, pieceBytes });
      expect(opened.equals(whole.subarray(first, last + 1))).toBe(true);
    }),
    { numRuns: 100 },
  );
  for (const { size, sealed } of files) {
    const header = sealed.subarray(0, headerBytes);
    expect((await seal(plaintext(size), { header, pieceBytes: 1999 })).equals(sealed)).toBe(true);
  }
});

test("an opened segment holds no memory, and a small part does not hold its complete segment's memory", async () => {
  const sealed = await seal(plaintext(2_500_000));
  const segments = [0, 1, 2].map((at) => Buffer.from(sealed.subarray(at * mebibyte, (at + 1) * mebibyte)));
  const stream = { header: sealed.subarray(0, headerBytes), sizeBytes: 2_500_000, ...streamKey };
  const range = { first: 1000, last: firstEdge + mebibyte };
  const parts: Buffer[] = [];
  for await (const part of decrypt(Readable.from(segments), stream, range)) parts.push(part);
  expect(Buffer.concat(parts).equals(whole.subarray(1000, range.last + 1))).toBe(true);
  expect(segments.map(({ length }) => length)).toEqual([0, 0, 0]);
  expect(parts.at(-1)?.buffer.byteLength).toBeLessThan(mebibyte / 2);

  const before = process.memoryUsage().arrayBuffers;
  for (let turn = 0; turn < 20; turn += 1)
    await open({ sealed, sizeBytes: 2_500_000, range: { first: 5, last: 9 }, pieceBytes: mebibyte });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * mebibyte);
});

test('an empty file yields no bytes, and each header is new and has 40 bytes', async () => {
  const sealed = await seal(plaintext(0));
  const stream = { header: sealed.subarray(0, headerBytes), sizeBytes: 0, ...streamKey };
  const parts: Buffer[] = [];
  for await (const part of decrypt(inPieces(sealed), stream, { first: 0, last: -1 })) parts.push(part);
  expect(parts).toEqual([]);
  expect(newHeader()[0]).toBe(40);
  expect([newHeader().length, newHeader().equals(newHeader())]).toEqual([40, false]);
});

test('encryption fails if there are more or fewer bytes than declared', async () => {
  for (const sizeBytes of [0, 99, 101, firstEdge, 2_500_000]) {
    const sealed = encrypt(inPieces(plaintext(100)), { header: newHeader(), sizeBytes, ...streamKey });
    await expect(joined(sealed)).rejects.toThrow(new RangeError('the number of bytes differs from the declared one'));
  }
  const started: Buffer[] = [];
  const more = encrypt(inPieces(plaintext(100), 40), { header: newHeader(), sizeBytes: 70, ...streamKey });
  await expect(async () => {
    for await (const part of more) started.push(part);
  }).rejects.toThrow(RangeError);
  expect(started.map(({ length }) => length)).toEqual([headerBytes, 40]);
});

test('the same file is encrypted differently each time, and the result reveals nothing about it', async () => {
  const plain = Buffer.from('Dear Rosa, remember the lake. '.repeat(100));
  const [one, other] = [await seal(plain), await seal(plain)];
  expect(one.equals(other)).toBe(false);
  expect(one.includes('remember')).toBe(false);
});

describe('ENC-4: nothing is opened', () => {
  const size = secondEdge + 1000;
  const plain = plaintext(size);
  const segments = (sealed: Buffer) => [
    sealed.subarray(headerBytes, mebibyte),
    sealed.subarray(mebibyte, 2 * mebibyte),
    sealed.subarray(2 * mebibyte),
  ];
  const flipped = (sealed: Buffer, at: number) => {
    const copy = Buffer.from(sealed);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const refusal = (sealed: Buffer, rest: Partial<Opened> = {}, message: unknown = expect.stringMatching(/./)) =>
    expect(open({ sealed, sizeBytes: size, ...rest })).rejects.toThrow(
      expect.objectContaining({ name: 'NotAuthentic', message }),
    );

  test.each([
    ['the kind of the header', 0, 'the header is invalid'],
    ['the salt', 1, 'a segment is not authentic'],
    ['the prefix of the nonces', 33, 'a segment is not authentic'],
    ['the first segment', headerBytes, 'a segment is not authentic'],
    ['a tag', mebibyte - 1, 'a segment is not authentic'],
    ['the last segment', 2 * mebibyte + 5, 'a segment is not authentic'],
  ])('a stream with a flipped bit in %s does not open', async (_, at, message) =>
    refusal(flipped(await seal(plain), at), {}, message),
  );

  test("the error of a stream that does not open has the cipher's reason as its cause", async () => {
    const cause = expect.objectContaining({ message: expect.stringContaining('authenticate') });
    const opened = open({ sealed: flipped(await seal(plain), headerBytes), sizeBytes: size });
    await expect(opened).rejects.toThrow(expect.objectContaining({ cause }));
  });

  test('a stream whose header was replaced or has the wrong length does not open', async () => {
    const sealed = await seal(plain);
    const header = sealed.subarray(0, headerBytes);
    const second = { first: firstEdge, last: firstEdge };
    const { first, last } = encryptedRange(second, size);
    const read = (given: Buffer, from = first) => {
      const stream = { header: given, sizeBytes: size, ...streamKey };
      return joined(
        decrypt(inPieces(sealed.subarray(from, last + 1)), stream, { ...second, first: from && firstEdge }),
      );
    };
    expect((await read(header)).equals(plain.subarray(firstEdge, firstEdge + 1))).toBe(true);
    await expect(read(Buffer.concat([header, header]))).rejects.toThrow('the header is invalid');
    await expect(read(newHeader(), 0)).rejects.toThrow('the header was replaced');
  });

  test('a stream that was truncated at the edge of a segment, or within one, does not open', async () => {
    const sealed = await seal(plain);
    await refusal(sealed.subarray(0, 2 * mebibyte), {}, 'the end is missing');
    await refusal(sealed.subarray(0, 2 * mebibyte + 4), {}, 'the end is missing');
    await refusal(sealed.subarray(0, mebibyte + 4));
    await refusal(sealed.subarray(0, headerBytes));
    await refusal(Buffer.alloc(0));
    // Even if the row was changed to the same size.
    await refusal(sealed.subarray(0, 2 * mebibyte), { sizeBytes: secondEdge });
  });

  test('a stream with swapped, duplicated or appended segments does not open', async () => {
    const sealed = await seal(plain);
    const header = sealed.subarray(0, headerBytes);
    const [first, second, last] = segments(sealed) as [Buffer, Buffer, Buffer];
    await refusal(Buffer.concat([header, second, first, last]));
    await refusal(Buffer.concat([header, first, first, last]));
    const longer = Buffer.concat([sealed, last]);
    const stream = { header, sizeBytes: size, ...streamKey };
    const all = joined(decrypt(inPieces(longer), stream, { first: 0, last: size - 1 }));
    await expect(all).rejects.toThrow(NotAuthentic);
    const more = { first: 0, last: firstEdge - 1 };
    await expect(joined(decrypt(inPieces(sealed), stream, more))).rejects.toThrow('there are too many bytes');
    await refusal(Buffer.concat([sealed.subarray(0, 2 * mebibyte), second, last]), { sizeBytes: size + mebibyte - 16 });
  });

  test('a stream of another vault, file or key does not open', async () => {
    const sealed = await seal(plain);
    await refusal(sealed, { with: { context: 'vault/1/file/3' } });
    await refusal(sealed, { with: { context: 'vault/2/file/2' } });
    await refusal(sealed, { with: { key: randomBytes(32) } });
    await expect(open({ sealed, sizeBytes: size, with: { key: randomBytes(16) } })).rejects.toThrow('32 bytes');
  });

  test('a stream ends at an altered segment, even if the segments before it were verified', async () => {
    const sealed = flipped(await seal(plain), 2 * mebibyte + 5);
    const { first, last } = encryptedRange({ first: 0, last: size - 1 }, size);
    const stream = { header: sealed.subarray(0, headerBytes), sizeBytes: size, ...streamKey };
    const passedOn: Buffer[] = [];
    const reading = async () => {
      for await (const part of decrypt(inPieces(sealed.subarray(first, last + 1)), stream, {
        first: 0,
        last: size - 1,
      }))
        passedOn.push(part);
    };
    await expect(reading()).rejects.toThrow(NotAuthentic);
    expect(Buffer.concat(passedOn).equals(plain.subarray(0, secondEdge))).toBe(true);
  });
});
