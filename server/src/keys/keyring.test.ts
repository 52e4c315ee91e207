// Values of one purpose, context or secret are invalid for any other.
import { expect, test } from 'vitest';
import { createKeyring } from './keyring.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));

test('KEY-1: a value made for one purpose is invalid for another', () => {
  expect(keyring.digest('access-code', 'x')).not.toBe(keyring.digest('link-token', 'x'));
  const signature = keyring.sign('upload-link', 'x');
  expect(keyring.isSigned('upload-link', 'x', signature)).toBe(true);
  expect(keyring.isSigned('download-link', 'x', signature)).toBe(false);
  expect(keyring.isSigned('upload-link', 'y', signature)).toBe(false);
  expect(keyring.isSigned('upload-link', 'x', '')).toBe(false);
});

test('KEY-2: sealed text can be decrypted only unaltered, with its own context and secret', async () => {
  const sealed = await keyring.seal('letter/1', 'the code');
  expect(sealed).not.toContain('the code');
  expect(await keyring.open('letter/1', sealed)).toBe('the code');
  await expect(keyring.open('letter/2', sealed)).rejects.toThrow();
  await expect(createKeyring(Buffer.alloc(32, 8)).open('letter/1', sealed)).rejects.toThrow();
  const parts = sealed.split('.');
  parts[3] = `${parts[3]?.startsWith('A') ? 'B' : 'A'}${parts[3]?.slice(1)}`;
  await expect(keyring.open('letter/1', parts.join('.'))).rejects.toThrow();
});
