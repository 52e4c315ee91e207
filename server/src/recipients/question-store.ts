// Queries of the security questions.
import { asc, eq } from 'drizzle-orm';
import { securityQuestions } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

export interface HashedQuestion {
  question: string;
  /** The slow hash of the normalised answer. */
  answer: string;
}

export async function insertQuestions(tx: Transaction, vaultId: string, questions: HashedQuestion[]): Promise<void> {
  await tx.insert(securityQuestions).values(questions.map((row, position) => ({ ...row, vaultId, position })));
}

export const listQuestions = (database: DatabaseOrTransaction, vaultId: string): Promise<HashedQuestion[]> =>
  database
    .select({ question: securityQuestions.question, answer: securityQuestions.answer })
    .from(securityQuestions)
    .where(eq(securityQuestions.vaultId, vaultId))
    .orderBy(asc(securityQuestions.position));

export const listQuestionTexts = async (database: DatabaseOrTransaction, vaultId: string): Promise<string[]> =>
  (await listQuestions(database, vaultId)).map(({ question }) => question);
