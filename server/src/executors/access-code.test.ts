import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newAccessCode, readAccessCode } from './access-code.ts';

test('CODE-1: a code is 20 characters of Crockford base 32 in four groups of five', () => {
  for (let i = 0; i < 200; i++) {
    expect(newAccessCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/);
  }
});

test('CODE-1: no two of ten thousand codes are the same, and every character occurs', () => {
  const codes = Array.from({ length: 10_000 }, newAccessCode);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
});

test('CODE-2: however a code is typed, it is read as the same code', () => {
  const code = newAccessCode();
  const bare = code.replaceAll('-', '');
  for (const typed of [
    code.toLowerCase(),
    bare,
    ` ${bare.slice(0, 10)} ${bare.slice(10)}\n`,
    code.replaceAll('-', '–'),
  ]) {
    expect(readAccessCode(typed)).toBe(bare);
  }
  expect(readAccessCode('oOiIlL')).toBe('001111');
});

test('CODE-2: reading never fails, for any text', () => {
  fc.assert(fc.property(fc.string(), (text) => typeof readAccessCode(text) === 'string'));
});
