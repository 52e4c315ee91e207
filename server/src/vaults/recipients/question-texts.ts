// The texts of a vault's questions. Their answers stay hashed.
import type { VaultTexts } from '../../keys/vault/vault-texts.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import { type HashedQuestion, listQuestions } from './question-store.ts';

/** @throws {Refusal} vault-unreadable */
export const readQuestions = async (database: DatabaseOrTransaction, vaultId: string, texts: VaultTexts) =>
  (await listQuestions(database, vaultId)).map((stored) => openQuestion(texts, stored));

export const openQuestion = <Stored extends HashedQuestion>(texts: VaultTexts, stored: Stored): Stored => ({
  ...stored,
  question: texts.open('question', stored.question),
});

export const sealQuestion = (texts: VaultTexts, question: HashedQuestion): HashedQuestion => ({
  ...question,
  question: texts.seal('question', question.question),
});
