// Values of one purpose, context or secret are invalid for any other.

import { createSecretKey } from 'node:crypto';
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import { CompactEncrypt } from 'jose';
import { expect, test } from 'vitest';
import { createKeyring } from './keyring.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));

test('a value made for one purpose is invalid for another', () => {
  expect(keyring.digest('access-code', 'x')).not.toBe(keyring.digest('link-token', 'x'));
  const signature = keyring.sign('upload-link', 'x');
  expect(keyring.isSigned('upload-link', 'x', signature)).toBe(true);
  expect(keyring.isSigned('download-link', 'x', signature)).toBe(false);
  expect(keyring.isSigned('upload-link', 'y', signature)).toBe(false);
  expect(keyring.isSigned('upload-link', 'x', '')).toBe(false);
});

test('sealed text can be decrypted only unaltered, with its own context and secret', async () => {
  const sealed = await keyring.seal('letter/1', 'the code');
  expect(sealed).not.toContain('the code');
  expect(await keyring.open('letter/1', sealed)).toBe('the code');
  await expect(keyring.open('letter/2', sealed)).rejects.toThrow();
  await expect(createKeyring(Buffer.alloc(32, 8)).open('letter/1', sealed)).rejects.toThrow();
  const parts = sealed.split('.');
  parts[3] = `${parts[3]?.startsWith('A') ? 'B' : 'A'}${parts[3]?.slice(1)}`;
  await expect(keyring.open('letter/1', parts.join('.'))).rejects.toThrow();
});

// Computed once with another program (HKDF and HMAC of RFC 5869 and RFC 2104). They must never change: a code on paper, a link in
// a letter and a sealed text must stay valid as long as the secret is.
const digests = {
  'access-code': '8ce0f27582ad05127420c0043e0b3cd797a8725644cf58da8926868e02d4bcc4',
  'link-token': '3534f73a5bd5c77a6b52be64c2595d6ee3f8d4bc790c0fbcdf7095810dd969f3',
  'recovery-code': 'fcde04ef2d31c19b668a570c2cc2e3a9474ec0fb5d3753bb9136615de119fed7',
  'recipient-code': 'c00a1174af26c5d901b6c7d13a2dc28d222144ed320651cef11e58674627d342',
  'secret-check': 'efb008d02152de9efa70ac0540d6e61cbb9b0cc8b6a4380a0ce5a667f4077120',
} as const;

test("today's codes, links and sealed texts are valid in every later version with the same secret", async () => {
  for (const [purpose, digest] of Object.entries(digests)) {
    expect(keyring.digest(purpose as keyof typeof digests, 'a secret – ü')).toBe(digest);
  }
  expect(keyring.sign('upload-link', 'text')).toBe('BlIu9DL9qexUANw_vwI3Taf_nYXJp5Y6l1FYYL9mCgI');
  expect(keyring.sign('session-cookie', 'text')).toBe('ufzderljpeutR7b9ZJsMOr4lSsvwzCe6lgHnNuIfTwM');
  const sealed =
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwiY3R4IjoibGV0dGVyLzEifQ..X5AZk5qOYbwr1Ksa.GyWic9Zy_bHLi8THUlu2.u0CRSgzgwK9o7xg6QK-JtQ';
  expect(await keyring.open('letter/1', sealed)).toBe('the code – ü');
  await expect(keyring.open('letter/', sealed)).rejects.toThrow('sealed for another place');
});

test('a sealed text is different each time, so that two letters with the same words do not look alike', async () => {
  const [one, other] = [await keyring.seal('letter/1', 'the code'), await keyring.seal('letter/1', 'the code')];
  expect(one).not.toBe(other);
  expect(await keyring.open('letter/1', other)).toBe('the code');
});

test('a signature that is truncated, extended or encoded differently is invalid, and none throws', () => {
  const right = keyring.sign('download-link', 'file');
  for (const wrong of [
    right.slice(0, -1),
    `${right}AAAA`,
    right.slice(4),
    right.toLowerCase(),
    'é',
    '=',
    ' ',
    'null',
  ]) {
    expect(keyring.isSigned('download-link', 'file', wrong)).toBe(false);
  }
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: anyCharacter, maxLength: 60 }), (text, signature) => {
      fc.pre(signature !== keyring.sign('link-token', text));
      const isSame = Buffer.from(signature, 'base64url').equals(
        Buffer.from(keyring.sign('link-token', text), 'base64url'),
      );
      expect(keyring.isSigned('link-token', text, signature)).toBe(isSame);
      expect(keyring.isSigned('link-token', text, keyring.sign('link-token', text))).toBe(true);
    }),
  );
});

test('a text sealed with another algorithm is refused before it is decrypted', async () => {
  const sealed = await keyring.seal('letter/1', 'the code');
  const key = createSecretKey(Buffer.from(keyring.librarySecret('sealed-text'), 'base64url'));
  const [algorithm, encryption] = ['A256GCMKW', 'A256GCM'];
  const wrapped = await new CompactEncrypt(Buffer.from('the code'))
    .setProtectedHeader({ alg: algorithm, enc: encryption, ctx: 'letter/1' })
    .encrypt(key);
  expect(wrapped.split('.')).toHaveLength(sealed.split('.').length);
  await expect(keyring.open('letter/1', wrapped)).rejects.toThrow('sealed for another place');
});
