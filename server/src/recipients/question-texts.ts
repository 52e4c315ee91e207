// The questions of a vault as they were written. Their answers stay hashed.
import type { DatabaseOrTransaction } from '../database/transaction.ts';
import type { VaultTexts } from '../keys/vault-texts.ts';
import { type HashedQuestion, listQuestions, type SealedQuestion } from './question-store.ts';

/** @throws {Refusal} vault-unreadable */
export const readQuestions = async (database: DatabaseOrTransaction, vaultId: string, texts: VaultTexts) =>
  (await listQuestions(database, vaultId)).map((stored) => openQuestion(texts, stored));

export const openQuestion = <Stored extends SealedQuestion>(texts: VaultTexts, stored: Stored): Stored => ({
  ...stored,
  question: texts.open('question', stored.question, stored.isSealed),
});

export const sealQuestion = (texts: VaultTexts, question: HashedQuestion): SealedQuestion => ({
  ...question,
  question: texts.seal('question', question.question),
  isSealed: true,
});
