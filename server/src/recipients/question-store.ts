// Queries of the security questions.
import { and, asc, eq, sql } from 'drizzle-orm';
import { asRows, given, preparedSql } from '../database/prepared.ts';
import { securityQuestions } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

export interface HashedAnswer {
  /** The slow hash of the answer's first reading. */
  answer: string;
  /** Those of its other readings and spellings, with the same salt. */
  otherAnswers: string[];
  /** How many spellings the owner gave; one may have two readings. */
  spellings: number;
}

export interface HashedQuestion extends HashedAnswer {
  question: string;
}

export interface SealedQuestion extends HashedQuestion {
  isSealed: boolean;
}

export interface StoredQuestion extends SealedQuestion {
  id: string;
}

export type NewQuestion = ReturnType<typeof newQuestions>[number];

export const newQuestions = (vaultId: string, questions: readonly SealedQuestion[]) =>
  questions.map(({ question, isSealed, answer, otherAnswers, spellings }, position) => ({
    ...{ vaultId, position, question, isSealed, answer, otherAnswers, spellings },
  }));

/** Inserts the given `questions`, as `newQuestions` writes them. Also a part of other statements, where a round trip counts. */
export const insertQuestionRows = sql`insert into ${securityQuestions}
    (vault_id, position, question, is_sealed, answer, other_answers, spellings)
  select "vaultId", position, question, "isSealed", answer, "otherAnswers", spellings
  from json_to_recordset(${given('questions')}) as question("vaultId" uuid, position integer, question text, "isSealed" boolean,
    answer text, "otherAnswers" text[], spellings integer)`;
const insertRows = preparedSql('insert_questions', insertQuestionRows);

async function insertQuestions(tx: Transaction, vaultId: string, questions: readonly SealedQuestion[]): Promise<void> {
  await insertRows(tx, { questions: asRows(newQuestions(vaultId, questions)) });
}

/** The caller must hold the vault's lock. */
export async function replaceQuestions(
  tx: Transaction,
  vaultId: string,
  questions: readonly SealedQuestion[],
): Promise<void> {
  await tx.delete(securityQuestions).where(eq(securityQuestions.vaultId, vaultId));
  await insertQuestions(tx, vaultId, questions);
}

export const listQuestions = (database: DatabaseOrTransaction, vaultId: string): Promise<StoredQuestion[]> =>
  database
    .select({
      id: securityQuestions.id,
      question: securityQuestions.question,
      isSealed: securityQuestions.isSealed,
      answer: securityQuestions.answer,
      otherAnswers: securityQuestions.otherAnswers,
      spellings: securityQuestions.spellings,
    })
    .from(securityQuestions)
    .where(eq(securityQuestions.vaultId, vaultId))
    .orderBy(asc(securityQuestions.position));

/** Seals a question from before questions were sealed. Does nothing where it was changed or sealed since it was read. */
export async function sealStoredQuestion(
  database: DatabaseOrTransaction,
  { id, question }: { id: string; question: string },
  sealed: string,
): Promise<void> {
  const isAsRead = and(eq(securityQuestions.isSealed, false), eq(securityQuestions.question, question));
  await database
    .update(securityQuestions)
    .set({ question: sealed, isSealed: true })
    .where(and(eq(securityQuestions.id, id), isAsRead));
}
