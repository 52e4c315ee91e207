// Queries of the guesses. Each guess is counted before it is compared, under a row lock, so that no two read the same count.
import { afterWrongAnswers as limits } from '@remembrance/contract/limits.ts';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { accessGuesses } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { type Guesses, noGuesses } from './guess-rules.ts';

const ofVault = (vaultId: string) => eq(accessGuesses.vaultId, vaultId);

export async function readGuesses(database: DatabaseOrTransaction, vaultId: string): Promise<Guesses> {
  const [row] = await database.select().from(accessGuesses).where(ofVault(vaultId));
  return row ?? noGuesses;
}

/** Reads the guesses of a vault and locks them until the transaction ends. */
export async function lockGuesses(tx: Transaction, vaultId: string): Promise<Guesses> {
  await tx.insert(accessGuesses).values({ vaultId }).onConflictDoNothing();
  const [row] = await tx.select().from(accessGuesses).where(ofVault(vaultId)).for('update');
  if (!row) throw new Error('the locked guesses of a vault are missing');
  return row;
}

export async function setGuesses(tx: Transaction, vaultId: string, guesses: Guesses): Promise<void> {
  await tx.update(accessGuesses).set(guesses).where(ofVault(vaultId));
}

const oneLess = sql`greatest(${accessGuesses.wrongInAll} - 1, 0)`;

/** Undoes the count of a guess that was never compared, and the pause it caused. */
export async function undoGuess(tx: Transaction, vaultId: string, { pausedUntil }: Guesses): Promise<void> {
  const wrongInRow = sql`greatest(${accessGuesses.wrongInRow} - 1, 0)`;
  await tx.update(accessGuesses).set({ wrongInRow, wrongInAll: oneLess }).where(ofVault(vaultId));
  if (!pausedUntil) return;
  const isItsPause = eq(accessGuesses.pausedUntil, pausedUntil);
  await tx
    .update(accessGuesses)
    .set({ pausedUntil: null })
    .where(and(ofVault(vaultId), isItsPause));
}

/** Right answers undo their own count and end the row of wrong ones. */
export async function recordRightAnswers(tx: Transaction, vaultId: string): Promise<void> {
  const ended = { wrongInRow: 0, rowOf: null, wrongInAll: oneLess, pausedUntil: null };
  await tx.update(accessGuesses).set(ended).where(ofVault(vaultId));
}

/** The guesses of an undone release must not count against the recipient of the next one. */
export async function forgetGuesses(tx: Transaction, vaultId: string): Promise<void> {
  await tx.delete(accessGuesses).where(ofVault(vaultId));
}

const opened = {
  wrongInRow: 0,
  rowOf: null,
  pausedUntil: null,
  maxWrong: sql`${accessGuesses.maxWrong} + ${limits.moreByReopening}`,
};

/** Reopens closed questions for a few more answers. Returns how many were wrong so far, or null if they may not be reopened. */
export async function allowMoreGuesses(
  tx: Transaction,
  vaultId: string,
  by: 'recipient' | 'executor' | 'owner' | 'operator',
): Promise<number | null> {
  const counted = by === 'recipient' ? 'recipientReopenings' : by === 'executor' ? 'executorReopenings' : null;
  const isLocked = gte(accessGuesses.wrongInAll, accessGuesses.maxWrong);
  const [guesses] = await tx
    .update(accessGuesses)
    .set(counted ? { ...opened, [counted]: sql`${accessGuesses[counted]} + 1` } : opened)
    .where(and(ofVault(vaultId), isLocked, counted ? lt(accessGuesses[counted], limits[counted]) : undefined))
    .returning({ wrongInAll: accessGuesses.wrongInAll });
  return guesses?.wrongInAll ?? null;
}
