// Queries of the security questions.
import { asc, eq } from 'drizzle-orm';
import { securityQuestions } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

export interface HashedAnswer {
  /** The slow hash of the answer's first reading. */
  answer: string;
  /** The hashes of the other readings and spellings, with the same salt. */
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

/** A draft may have none. */
export async function insertQuestions(
  tx: Transaction,
  vaultId: string,
  questions: readonly HashedQuestion[],
): Promise<void> {
  const rows = questions.map(({ question, answer, otherAnswers, spellings }, position) => ({
    vaultId,
    position,
    question,
    answer,
    otherAnswers,
    spellings,
  }));
  if (rows.length > 0) await tx.insert(securityQuestions).values(rows);
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
