// Link tokens and mailed codes are derived: equal for the same source, different for any other, and impossible without the secret.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyring, type LabelledSecret } from './keyring.ts';
import { deriveSecret, newSource, type SecretSource } from './mailed-secret.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));
const source: SecretSource = { form: 'token', of: 'a purpose 1', salt: 'a salt' };

// Computed once with another program (HKDF and HMAC of RFC 5869 and RFC 2104).
test('a waiting letter has the same link and code in every later version', () => {
  expect(deriveSecret(keyring, source)).toBe('gZSCIwavdIhwFMuoWXPXddJW_9CcGlGUBRL08bAvdFQ');
  expect(deriveSecret(keyring, { ...source, form: 'code' })).toBe('3JCJ-HDX8');
});

test('another purpose, row, salt or secret derives a different value', () => {
  const others = [
    deriveSecret(keyring, { ...source, of: 'a purpose 2' }),
    deriveSecret(keyring, { ...source, of: 'another purpose 1' }),
    deriveSecret(keyring, { ...source, salt: 'another salt' }),
    deriveSecret(createKeyring(Buffer.alloc(32, 8)), source),
  ];
  expect(new Set([...others, deriveSecret(keyring, source)]).size).toBe(5);
});

test('each source has its own salt of 128 random bits', () => {
  const salts = Array.from({ length: 1000 }, () => newSource(keyring, 'token', 'a purpose 1').salt);
  expect(new Set(salts).size).toBe(1000);
  for (const salt of salts) expect(Buffer.from(salt, 'base64url')).toHaveLength(16);
});

test('after a rotation a letter still uses the secret it was queued with, until that one is retired', () => {
  const first: LabelledSecret = { label: '', secret: randomBytes(32) };
  const second: LabelledSecret = { label: '0a1b2c3d.', secret: randomBytes(32) };
  let secrets: LabelledSecret[] = [first];
  const rotated = createKeyring(() => secrets);
  const [earlier] = [newSource(rotated, 'token', 'x')];
  const token = deriveSecret(rotated, earlier);
  secrets = [second, first];
  expect(deriveSecret(rotated, earlier)).toBe(token);
  const later = newSource(rotated, 'token', 'x');
  expect(later.salt).toMatch(/^0a1b2c3d\.[\w-]{22}$/);
  expect(
    deriveSecret(
      createKeyring(() => [first, second]),
      later,
    ),
  ).toBe(deriveSecret(rotated, later));
  secrets = [second];
  expect(() => deriveSecret(rotated, earlier)).toThrow(expect.objectContaining({ name: 'SecretMissing' }));
});
