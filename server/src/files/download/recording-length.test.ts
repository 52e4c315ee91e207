// The duration of a recording is read from its first bytes. A file without a duration there has none.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secondsOf } from './recording-length.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const float = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString('hex');
};
const webm = (info: string) => hex(`1a45dfa3 93 4282 84 7765626d 18538067 1549a966 a0 ${info}`);
function header(type: string, ...numbers: [bits: 8 | 32 | 64, value: number][]): Buffer {
  const fields = numbers.map(([bits, value]) => {
    const field = Buffer.alloc(bits / 8);
    if (bits === 64) field.writeBigUInt64BE(BigInt(value));
    else field.writeUIntBE(value, 0, bits / 8);
    return field;
  });
  return Buffer.concat([Buffer.from(type), ...fields, Buffer.alloc(80)]);
}
const flags: [8, number][] = [
  [8, 0],
  [8, 0],
  [8, 0],
];

test.each([
  ['a WebM with its length as a double', webm(`2ad7b1 83 0f4240 4489 88 ${float(6012)}`), 6.012],
  ['a WebM with its length as a float and no scale', webm('4489 84 45bb8000'), 6],
  ['a WebM that was recorded as a stream', webm('2ad7b1 83 0f4240 4d80 81 61'), undefined],
  ['an MP4', header('mvhd', [8, 0], ...flags, [32, 0], [32, 0], [32, 1000], [32, 4500]), 4.5],
  ['an MP4 with long fields', header('mvhd', [8, 1], ...flags, [64, 0], [64, 0], [32, 600], [64, 6000]), 10],
  [
    'an MP4 in fragments',
    Buffer.concat([
      header('mvhd', [8, 0], ...flags, [32, 0], [32, 0], [32, 1000], [32, 0]),
      header('mehd', [8, 0], ...flags, [32, 7000]),
    ]),
    7,
  ],
  ['an MP4 that says nothing', header('mvhd', [8, 0], ...flags, [32, 0], [32, 0], [32, 1000], [32, 0]), undefined],
  ['an MP4 without a scale', header('mvhd', [8, 0], ...flags, [32, 0], [32, 0], [32, 0], [32, 1]), undefined],
  ['a text', Buffer.from('dear Rosa'), undefined],
])('the duration of %s is read', (_, head, seconds) => expect(secondsOf(head)).toBe(seconds));

test('whatever a file contains, reading its duration never fails', () => {
  const start = fc.constantFrom('', '1549a9664489', '1549a9662ad7b1', Buffer.from('mvhd').toString('hex'));
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 40 }), (begin, rest) => {
      const seconds = secondsOf(Buffer.concat([hex(begin), rest]));
      expect(seconds === undefined || seconds > 0).toBe(true);
    }),
  );
});
