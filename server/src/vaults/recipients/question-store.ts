// Queries of the security questions.
import { asc, eq } from 'drizzle-orm';
import { securityQuestions } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

type Row = typeof securityQuestions.$inferSelect;
export type HashedAnswer = Pick<Row, 'answer' | 'otherAnswers' | 'spellings'>;
/** The question is sealed under the vault's key in the database. */
export type HashedQuestion = HashedAnswer & Pick<Row, 'question'>;
export type StoredQuestion = HashedQuestion & Pick<Row, 'id'>;

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
