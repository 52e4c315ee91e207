// Writes one letter to the ledger.
import type { Transaction } from '../../platform/database/transaction.ts';
import { type NewLetterInput, type QueueLetterNeeds, queueLetters } from './queue-letters.ts';

export type { NewLetterInput, QueueLetterNeeds };

export const queueLetter = (needs: QueueLetterNeeds, tx: Transaction, letter: NewLetterInput): Promise<void> =>
  queueLetters(needs, tx, [letter]);
