// Hashing and comparing answers.
import bcrypt from 'bcrypt';
import { afterEach, expect, test, vi } from 'vitest';
import { createKeyring } from '../../keys/secret/keyring.ts';
import { createSlowHash } from '../../platform/lib/slow-hash.ts';
import { areAnswersRight, hashAnswer } from './check-answers.ts';
import type { HashedAnswer } from './question-store.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));
const slowHash = createSlowHash(4);
const needs = { keyring, slowHash, answerHash: slowHash };
const question = 'Where did we see the heron?';
const isRight = (stored: HashedAnswer, answer: string) =>
  areAnswersRight(needs, [{ question, ...stored }], [{ question, answer }]);

afterEach(() => vi.restoreAllMocks());

test('an answer is accepted with and without its leading article or preposition', async () => {
  const hash = await hashAnswer(needs, ['At the mill pond']);
  for (const typed of ['at the mill pond', 'Mill Pond', 'the mill-pond', 'by the mill pond', 'beside the mill pond']) {
    expect(await isRight(hash, typed)).toBe(true);
  }
  for (const typed of ['mill', 'pond', 'at the', '']) expect(await isRight(hash, typed)).toBe(false);
});

test('every spelling the owner gave is accepted, and nothing in between', async () => {
  const stored = await hashAnswer(needs, ['Aunt Rosa', 'Auntie Rosa', 'Rosa Maria']);
  expect(stored.otherAnswers).toHaveLength(2);
  for (const typed of ['aunt rosa', 'AUNTIE ROSA', 'Rosa-Maria']) expect(await isRight(stored, typed)).toBe(true);
  for (const typed of ['rosa', 'aunt', 'aunt rosa maria', '']) expect(await isRight(stored, typed)).toBe(false);
});

test('spellings that count as equal are stored once', async () => {
  const stored = await hashAnswer(needs, ['The mill pond', 'mill pond', 'At the Mill-Pond']);
  expect(stored).toMatchObject({ otherAnswers: [], spellings: 1 });
});

test("D'Angelo and DAngelo open each other's vault, as L'école and École do, and each counts as one spelling", async () => {
  for (const [one, other] of [
    ["D'Angelo", 'DAngelo'],
    ["L'école", 'École'],
  ] as const) {
    const [stored, otherStored] = [await hashAnswer(needs, [one]), await hashAnswer(needs, [other])];
    expect(await isRight(stored, other)).toBe(true);
    expect(await isRight(otherStored, one)).toBe(true);
    expect([stored.spellings, otherStored.spellings]).toEqual([1, 1]);
  }
});

test('a guess costs one slow hash for each of its readings, regardless of how many spellings are accepted', async () => {
  const stored = await hashAnswer(needs, ['One', 'Two', 'Three']);
  const hash = vi.spyOn(bcrypt, 'hash');
  const compare = vi.spyOn(bcrypt, 'compare');
  await isRight(stored, 'at the three');
  expect([hash.mock.calls.length, compare.mock.calls.length]).toEqual([1, 0]);
  await isRight(stored, "l'école");
  expect([hash.mock.calls.length, compare.mock.calls.length]).toEqual([3, 0]);
});

test('invisible characters that a phone adds to a pasted answer do not lock out the recipient', async () => {
  const hash = await hashAnswer(needs, ['Petrel']);
  for (const typed of ['\u200epetrel', '\u2067Petrel\u2069', 'pet\u00adrel', 'petrel\u200b', '\ufeffPetrel']) {
    expect(await isRight(hash, typed)).toBe(true);
    expect(await isRight(await hashAnswer(needs, [typed]), 'petrel')).toBe(true);
  }
  expect(await isRight(hash, '\u200bpetrels')).toBe(false);
});
