// An executor's code is derived from the vault's data key, and changes with each of its inputs.
import { expect, test } from 'vitest';
import { deriveExecutorCode } from './executor-code.ts';

const dataKey = Buffer.alloc(32, 9);
const source = { executorId: 'e1', number: 2, salt: 'a salt' };

// Computed once with another program (HKDF and HMAC of RFC 5869 and RFC 2104).
test('a printed code can be derived again in every later version', () => {
  expect(deriveExecutorCode(dataKey, 'v1', source)).toBe('Y8GFF-KP3MM-AHKT0-9FEM8');
});

test('another key, vault, executor, number or salt gives another code', () => {
  const codes = [
    deriveExecutorCode(dataKey, 'v1', source),
    deriveExecutorCode(Buffer.alloc(32, 8), 'v1', source),
    deriveExecutorCode(dataKey, 'v2', source),
    deriveExecutorCode(dataKey, 'v1', { ...source, executorId: 'e2' }),
    deriveExecutorCode(dataKey, 'v1', { ...source, number: 3 }),
    deriveExecutorCode(dataKey, 'v1', { ...source, salt: 'another' }),
  ];
  expect(new Set(codes).size).toBe(codes.length);
});
