// The sealed form of a text: any JWE library reads and writes it, and everything else is refused.
import { hkdfSync, randomBytes } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { expect, test } from 'vitest';
import { Refusal } from '../../platform/lib/refusal.ts';
import { createVaultTexts, deriveExecutorCode, type TextName, unlessUnreadable } from './vault-texts.ts';

const dataKey = randomBytes(32);
const reported: [string, unknown][] = [];
const report = (...what: [string, unknown]) => void reported.push(what);
const codeKey = randomBytes(32);
const textNeeds = { codeKey, onUnreadable: report };
const texts = createVaultTexts(textNeeds, 'v1', dataKey);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const refused = { code: 'vault-unreadable' };

test('ENC-7: a JWE library opens our sealed texts, and we open its texts', async () => {
  const key = Buffer.from(hkdfSync('sha256', dataKey, '', 'vault/v1/texts', 32));
  for (const text of ['', 'Dear Rosa,\n\n🦆 the heron', 'x'.repeat(400_000)]) {
    const sealed = texts.seal('message', text);
    expect(sealed).not.toContain('heron');
    expect(texts.open('message', sealed)).toBe(text);
    const { plaintext, protectedHeader } = await compactDecrypt(sealed, key);
    expect(Buffer.from(plaintext).toString()).toBe(text);
    const theirs = await new CompactEncrypt(Buffer.from(text)).setProtectedHeader(protectedHeader).encrypt(key);
    expect(texts.open('message', theirs)).toBe(text);
    expect(texts.seal('message', text)).not.toBe(sealed);
  }
});

test('ENC-7: a text opens only in its own place, unaltered, for its own vault and with its own key', () => {
  const sealed = texts.seal('file/f1/name', 'lake.jpg');
  const refuses = (stored: string, name: TextName = 'file/f1/name', other = texts) =>
    expect(() => other.open(name, stored)).toThrow(expect.objectContaining(refused));
  for (let at = 0; at < sealed.length; at += 1) {
    if (sealed[at] === '.') continue;
    // Changes the highest bit, because the lowest ones at the end of a part are unused.
    const other = alphabet[alphabet.indexOf(sealed[at] ?? '') ^ 32];
    refuses(`${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`);
  }
  refuses('');
  refuses('lake.jpg');
  refuses(sealed.slice(0, -3));
  refuses(sealed.split('.').slice(0, 4).join('.'));
  refuses(sealed, 'file/f2/name');
  refuses(sealed, 'file/f1/caption');
  refuses(sealed, 'message');
  refuses(sealed, 'file/f1/name', createVaultTexts(textNeeds, 'v2', dataKey));
  refuses(sealed, 'file/f1/name', createVaultTexts(textNeeds, 'v1', randomBytes(32)));
});

test('ENC-10: without its key a vault seals and opens nothing, and each attempt is reported', () => {
  const why = new Error('no key');
  const without = createVaultTexts(textNeeds, 'v3', why);
  reported.length = 0;
  expect(() => without.open('message', texts.seal('message', 'x'))).toThrow(expect.objectContaining(refused));
  expect(() => without.seal('message', 'x')).toThrow(expect.objectContaining(refused));
  expect(reported).toEqual([
    ['v3', why],
    ['v3', why],
  ]);
});

test('only a text that cannot be opened is replaced by null, and any other failure is thrown', () => {
  const failing = (error: Error) => () =>
    unlessUnreadable(() => {
      throw error;
    });
  expect(unlessUnreadable(() => 'Dear Rosa')).toBe('Dear Rosa');
  expect(failing(new Refusal('vault-unreadable'))()).toBeNull();
  expect(failing(new Refusal('vault-not-found'))).toThrow(expect.objectContaining({ code: 'vault-not-found' }));
  expect(failing(Object.assign(new Error('a fault'), { code: 'vault-unreadable' }))).toThrow('a fault');
});

test("an executor's code is derived from this vault's data key and the installation's key for codes, and refused without the former", () => {
  const source = { executorId: 'e1', number: 1, salt: 'a salt' };
  expect(texts.deriveCode(source)).toBe(deriveExecutorCode({ dataKey, codeKey }, 'v1', source));
  const without = createVaultTexts(textNeeds, 'v1', new Error('the key is gone'));
  expect(() => without.deriveCode(source)).toThrow(expect.objectContaining(refused));
  expect(reported.at(-1)).toEqual(['v1', new Error('the key is gone')]);
});

const fixedKeys = { dataKey: Buffer.alloc(32, 9), codeKey: Buffer.alloc(32, 5) };
const source = { executorId: 'e1', number: 2, salt: 'a salt' };

// Computed once with another program (HKDF and HMAC of RFC 5869 and RFC 2104).
test('a printed code can be derived again in every later version', () => {
  expect(deriveExecutorCode(fixedKeys, 'v1', source)).toBe('D8Q6C-WZ4N2-RMZ5S-TYSWK');
});

test('another key of either kind, vault, executor, number or salt gives another code', () => {
  const codes = [
    deriveExecutorCode(fixedKeys, 'v1', source),
    deriveExecutorCode({ ...fixedKeys, dataKey: Buffer.alloc(32, 8) }, 'v1', source),
    deriveExecutorCode({ ...fixedKeys, codeKey: Buffer.alloc(32, 6) }, 'v1', source),
    deriveExecutorCode(fixedKeys, 'v2', source),
    deriveExecutorCode(fixedKeys, 'v1', { ...source, executorId: 'e2' }),
    deriveExecutorCode(fixedKeys, 'v1', { ...source, number: 3 }),
    deriveExecutorCode(fixedKeys, 'v1', { ...source, salt: 'another' }),
  ];
  expect(new Set(codes).size).toBe(codes.length);
});
