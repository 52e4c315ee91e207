// Queries of the security questions.
import { asc, eq, sql } from 'drizzle-orm';
import { asRows, given, preparedSql } from '../../platform/database/prepared.ts';
import { securityQuestions } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

export interface HashedAnswer {
  /** The slow hash of the answer's first reading. */
  answer: string;
  /** The hashes of its other readings and spellings, with the same salt. */
  otherAnswers: string[];
  /** How many spellings the owner gave; one may have two readings. */
  spellings: number;
}

export interface HashedQuestion extends HashedAnswer {
  /** Sealed under the vault's key in the database. */
  question: string;
}

export interface StoredQuestion extends HashedQuestion {
  id: string;
}

export type NewQuestion = ReturnType<typeof newQuestions>[number];

export const newQuestions = (vaultId: string, questions: readonly HashedQuestion[]) =>
  questions.map(({ question, answer, otherAnswers, spellings }, position) => ({
    vaultId,
    position,
    question,
    answer,
    otherAnswers,
    spellings,
  }));

/** Inserts the given `questions`, as `newQuestions` writes them. Also part of other statements, where a round trip counts. */
export const insertQuestionRows = sql`insert into ${securityQuestions}
    (vault_id, position, question, answer, other_answers, spellings)
  select "vaultId", position, question, answer, "otherAnswers", spellings
  from json_to_recordset(${given('questions')}) as question("vaultId" uuid, position integer, question text,
    answer text, "otherAnswers" text[], spellings integer)`;
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
      spellings: securityQuestions.spellings,
    })
    .from(securityQuestions)
    .where(eq(securityQuestions.vaultId, vaultId))
    .orderBy(asc(securityQuestions.position));
