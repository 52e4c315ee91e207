// The format of a sealed text. Any other text is refused, and the log gives the reason.
import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { openText, sealText } from './compact-jwe.ts';

test('a text with a missing or extra part, or with a wrapped key, is refused with that reason', () => {
  const key = createSecretKey(Buffer.alloc(32, 7));
  const sealed = sealText(key, { ctx: 'x' }, 'the code – ü');
  expect(openText(key, { ctx: 'x' }, sealed)).toBe('the code – ü');
  const [header = '', , nonce = '', text = '', tag = ''] = sealed.split('.');
  for (const parts of [
    [header],
    [header, ''],
    [header, '', nonce],
    [header, '', nonce, text],
    [header, nonce, text, tag],
    [header, 'a2V5', nonce, text, tag],
    [header, '', nonce, text, tag, ''],
  ])
    expect(() => openText(key, { ctx: 'x' }, parts.join('.')), parts.join('.')).toThrow('not a sealed text');
});
