// Hashing and comparing answers, including those hashed before leading words and characters that are not seen were ignored.
import { foldAnswer, normaliseAnswer, withoutLeadingWords } from '@remembrance/contract/answer-rules.ts';
import bcrypt from 'bcrypt';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { createKeyring } from '../keys/keyring.ts';
import { createSlowHash } from '../lib/slow-hash.ts';
import { areAnswersRight, hashAnswer } from './check-answers.ts';
import type { HashedAnswer } from './question-store.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));
const slowHash = createSlowHash(4);
const needs = { keyring, slowHash, answerHash: slowHash };
const question = 'Where did we see the heron?';
const isRight = (stored: HashedAnswer, answer: string) =>
  areAnswersRight(needs, [{ question, ...stored }], [{ question, answer }]);
/** The first version of the hash. */
const hashFirst = async (answer: string, form = foldAnswer(answer)) => ({
  ...{ answer: await slowHash.hash(keyring.sign('security-answer', form)), otherAnswers: [], answerForm: 1 },
});

afterEach(() => vi.restoreAllMocks());

test('ANS-5: an answer is accepted with and without its leading article or preposition', async () => {
  const hash = await hashAnswer(needs, ['At the mill pond']);
  for (const typed of ['at the mill pond', 'Mill Pond', 'the mill-pond', 'by the mill pond', 'beside the mill pond']) {
    expect(await isRight(hash, typed)).toBe(true);
  }
  for (const typed of ['mill', 'pond', 'at the', '']) expect(await isRight(hash, typed)).toBe(false);
});

test('ANS-5: an answer that was hashed before that rule is still accepted', async () => {
  expect(await isRight(await hashFirst('At the mill pond'), 'at the Mill Pond')).toBe(true);
  expect(await isRight(await hashFirst('Mill pond'), 'the mill pond')).toBe(true);
  expect(await isRight(await hashFirst('Mill pond'), 'the mill')).toBe(false);
});

test('ANS-5: an answer hashed when fewer prepositions were ignored is accepted as it was then', async () => {
  const then = await hashFirst('', 'under the bridge');
  expect(await isRight(then, 'Under the Bridge')).toBe(true);
  const short = await hashFirst('', 'mill pond');
  for (const typed of ['at the mill pond', 'mill pond']) expect(await isRight(short, typed)).toBe(true);
});

test('ANS-6: every spelling the owner gave is accepted, and nothing between them', async () => {
  const stored = await hashAnswer(needs, ['Aunt Rosa', 'Auntie Rosa', 'Rosa Maria']);
  expect(stored.otherAnswers).toHaveLength(2);
  for (const typed of ['aunt rosa', 'AUNTIE ROSA', 'Rosa-Maria']) expect(await isRight(stored, typed)).toBe(true);
  for (const typed of ['rosa', 'aunt', 'aunt rosa maria', '']) expect(await isRight(stored, typed)).toBe(false);
});

test('ANS-6: spellings that count as the same are stored once', async () => {
  const stored = await hashAnswer(needs, ['The mill pond', 'mill pond', 'At the Mill-Pond']);
  expect(stored.otherAnswers).toEqual([]);
});

test('ANS-7: a guess costs one slow hash for each question, however many spellings are accepted', async () => {
  const stored = await hashAnswer(needs, ['One', 'Two', 'Three']);
  const hash = vi.spyOn(bcrypt, 'hash');
  const compare = vi.spyOn(bcrypt, 'compare');
  await isRight(stored, 'at the three');
  expect([hash.mock.calls.length, compare.mock.calls.length]).toEqual([1, 0]);
});

test('FIELD-9: what a phone adds to a pasted answer and nobody sees does not close the vault to its heir', async () => {
  const hash = await hashAnswer(needs, ['Petrel']);
  for (const typed of ['\u200epetrel', '\u2067Petrel\u2069', 'pet\u00adrel', 'petrel\u200b', '\ufeffPetrel']) {
    expect(await isRight(hash, typed)).toBe(true);
    expect(await isRight(await hashAnswer(needs, [typed]), 'petrel')).toBe(true);
  }
  expect(await isRight(hash, '\u200bpetrels')).toBe(false);
});

test('FIELD-9: an answer that was hashed with such a character is still accepted as it was written then', async () => {
  const written = 'علی\u200cرضا';
  expect(await isRight(await hashFirst(written), written)).toBe(true);
  expect(await isRight(await hashAnswer(needs, [written]), 'علیرضا')).toBe(true);
});

test('ANS-1: normalising twice changes nothing, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = normaliseAnswer(text);
      const bare = withoutLeadingWords(once);
      return normaliseAnswer(once) === once && withoutLeadingWords(bare) === bare;
    }),
  );
});
