// Queries of the security questions.
import { asc, eq, sql } from 'drizzle-orm';
import { asRows, given, preparedSql } from '../database/prepared.ts';
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

export type NewQuestion = ReturnType<typeof newQuestions>[number];

export const newQuestions = (vaultId: string, questions: readonly HashedQuestion[]) =>
  questions.map(({ question, answer, otherAnswers, answerForm }, position) => ({
    ...{ vaultId, position, question, answer, otherAnswers, answerForm },
  }));

/** Inserts the given `questions`, as `newQuestions` writes them. Also a part of other statements, where a round trip counts. */
export const insertQuestionRows = sql`insert into ${securityQuestions}
    (vault_id, position, question, answer, other_answers, answer_form)
  select "vaultId", position, question, answer, "otherAnswers", "answerForm"
  from json_to_recordset(${given('questions')}) as question("vaultId" uuid, position integer, question text, answer text,
    "otherAnswers" text[], "answerForm" integer)`;
const insertRows = preparedSql('insert_questions', insertQuestionRows);

async function insertQuestions(tx: Transaction, vaultId: string, questions: readonly HashedQuestion[]): Promise<void> {
  await insertRows(tx, { questions: asRows(newQuestions(vaultId, questions)) });
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
