// The return path names a letter and proves that we made it. It has no other use.
import { expect, test } from 'vitest';
import { createKeyring } from '../../keys/secret/keyring.ts';
import { newId } from '../../platform/lib/ids.ts';
import { reportToken } from '../ledger/report-link.ts';
import { findLetterIn, returnPathOf } from './return-path.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));
const letterId = newId(new Date('2027-03-04T09:30:00Z'));
const longest = 'bounces-of-our-mails@mail.keep.example';

test('a return path is a valid address, and names its letter in any case', () => {
  const { address, envelopeId } = returnPathOf(keyring, longest, letterId);
  expect(address).toMatch(/^bounces-of-our-mails\+[\da-v]{26}\.[\da-v]{16}@mail\.keep\.example$/);
  expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
  for (const text of [address, address.toUpperCase(), `"us" <${address}>`, envelopeId])
    expect(findLetterIn(keyring, ['somebody@else.example', text])).toBe(letterId);
});

test('every letter id is read back as it was', () => {
  const ids = ['00000000-0000-1000-8000-000000000000', 'ffffffff-ffff-8fff-bfff-ffffffffffff', newId(new Date())];
  for (const id of ids) expect(findLetterIn(keyring, [returnPathOf(keyring, longest, id).address])).toBe(id);
});

test('a token made under an earlier secret is still valid, and one under another secret is not', () => {
  const [older, newer, strange] = [1, 2, 3].map((byte) => ({
    label: `0000000${byte}.`,
    secret: Buffer.alloc(32, byte),
  }));
  if (!older || !newer || !strange) throw new Error('three secrets');
  const { address } = returnPathOf(
    createKeyring(() => [older]),
    longest,
    letterId,
  );
  expect(
    findLetterIn(
      createKeyring(() => [newer, older]),
      [address],
    ),
  ).toBe(letterId);
  expect(
    findLetterIn(
      createKeyring(() => [newer, strange]),
      [address],
    ),
  ).toBeNull();
});

test('LET-82: a token that was changed or belongs to another use is not valid', () => {
  const { envelopeId } = returnPathOf(keyring, longest, letterId);
  const [name, proof = ''] = envelopeId.split('.');
  const other = returnPathOf(keyring, longest, newId(new Date())).envelopeId.split('.')[1];
  const forged = [
    `${name}.${other}`,
    `${name}.${'0'.repeat(16)}`,
    `${name}.${proof.slice(1)}`,
    `${envelopeId}0`,
    `0${envelopeId}`,
    `${'v'.repeat(26)}.${proof}`,
    `${name}`,
    reportToken(keyring, letterId),
    '',
  ];
  expect(findLetterIn(keyring, forged)).toBeNull();
  expect(keyring.isSigned('report-link', letterId, proof)).toBe(false);
});

test('only the first few of thousands of forged tokens are compared', () => {
  const { envelopeId } = returnPathOf(keyring, longest, letterId);
  const flood = Array.from({ length: 5000 }, (_, n) => `${n.toString(32).padStart(26, '0')}.${'0'.repeat(16)}`).join(
    ' ',
  );
  expect(findLetterIn(keyring, [flood, envelopeId])).toBeNull();
});
