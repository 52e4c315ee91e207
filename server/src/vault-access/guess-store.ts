// Queries of the guesses. Each try is counted before it is compared, under the lock of its row, so that no two see the same number.
import { guesses } from '@remembrance/contract/limits.ts';
import { eq, sql } from 'drizzle-orm';
import { accessGuesses } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';
import { pauseAfter } from './guess-rules.ts';

export interface Guesses {
  wrongInRow: number;
  wrongInAll: number;
  pausedUntil: Date | null;
}

export async function readGuesses(database: DatabaseOrTransaction, vaultId: string): Promise<Guesses> {
  const [row] = await database.select().from(accessGuesses).where(eq(accessGuesses.vaultId, vaultId));
  return row ?? { wrongInRow: 0, wrongInAll: 0, pausedUntil: null };
}

/** Counts one guess as wrong until it proves right; null when the questions are paused or closed. */
export async function countGuess(tx: Transaction, vaultId: string, now: Date): Promise<Guesses | null> {
  await tx.insert(accessGuesses).values({ vaultId }).onConflictDoNothing();
  const [row] = await tx.select().from(accessGuesses).where(eq(accessGuesses.vaultId, vaultId)).for('update');
  if (!row || row.wrongInAll >= guesses.lockAfter || (row.pausedUntil && row.pausedUntil > now)) return null;
  const counted = {
    wrongInRow: row.wrongInRow + 1,
    wrongInAll: row.wrongInAll + 1,
    pausedUntil: pauseAfter(row.wrongInRow + 1, now),
  };
  await tx.update(accessGuesses).set(counted).where(eq(accessGuesses.vaultId, vaultId));
  return counted;
}

/** Takes back the count of a right address. Only its own: a right address says nothing about wrong answers. */
export async function takeBackGuess(tx: Transaction, vaultId: string): Promise<void> {
  await tx
    .update(accessGuesses)
    .set({
      wrongInRow: sql`greatest(${accessGuesses.wrongInRow} - 1, 0)`,
      wrongInAll: sql`greatest(${accessGuesses.wrongInAll} - 1, 0)`,
      pausedUntil: null,
    })
    .where(eq(accessGuesses.vaultId, vaultId));
}

/** Right answers end the row of wrong ones; what was wrong in all stays counted. */
export async function endRow(tx: Transaction, vaultId: string): Promise<void> {
  await tx
    .update(accessGuesses)
    .set({
      wrongInRow: 0,
      wrongInAll: sql`greatest(${accessGuesses.wrongInAll} - 1, 0)`,
      pausedUntil: null,
    })
    .where(eq(accessGuesses.vaultId, vaultId));
}

export async function forgetGuesses(tx: Transaction, vaultId: string): Promise<void> {
  await tx.delete(accessGuesses).where(eq(accessGuesses.vaultId, vaultId));
}
