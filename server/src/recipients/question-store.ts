// Queries of the security questions.
import { asc, eq } from 'drizzle-orm';
import { securityQuestions } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

export interface HashedAnswer {
  /** The slow hash of the normalised answer. */
  answer: string;
  /** Those of its further spellings, with the same salt. */
  otherAnswers: string[];
  /** How it was normalised. */
  answerForm: number;
}

export interface HashedQuestion extends HashedAnswer {
  question: string;
}

export interface StoredQuestion extends HashedQuestion {
  id: string;
}

export async function insertQuestions(
  tx: Transaction,
  vaultId: string,
  questions: readonly HashedQuestion[],
): Promise<void> {
  const rows = questions.map(({ question, answer, otherAnswers, answerForm }, position) => ({
    ...{ vaultId, position, question, answer, otherAnswers, answerForm },
  }));
  await tx.insert(securityQuestions).values(rows);
}

/** The caller must hold the vault's lock. */
export async function replaceQuestions(
  tx: Transaction,
  vaultId: string,
  questions: readonly HashedQuestion[],
): Promise<void> {
  await tx.delete(securityQuestions).where(eq(securityQuestions.vaultId, vaultId));
  await insertQuestions(tx, vaultId, questions);
}

export const listQuestions = (database: DatabaseOrTransaction, vaultId: string): Promise<StoredQuestion[]> =>
  database
    .select({
      id: securityQuestions.id,
      question: securityQuestions.question,
      answer: securityQuestions.answer,
      otherAnswers: securityQuestions.otherAnswers,
      answerForm: securityQuestions.answerForm,
    })
    .from(securityQuestions)
    .where(eq(securityQuestions.vaultId, vaultId))
    .orderBy(asc(securityQuestions.position));

export const listQuestionTexts = async (database: DatabaseOrTransaction, vaultId: string): Promise<string[]> =>
  (await listQuestions(database, vaultId)).map(({ question }) => question);
