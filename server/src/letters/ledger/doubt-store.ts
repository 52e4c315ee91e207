// What bounces say about letters. Each statement changes a letter once, however often its report is read.
import type { LetterDoubt } from '@remembrance/contract/letters.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { letters } from '../../platform/database/schema.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { countLetterSteps, recordLetterStep } from '../../records/acts/act-store.ts';

interface Doubting {
  letterId: string;
  doubt: LetterDoubt;
  /** The report's own code (RFC 3463), or nothing. */
  status: string;
  now: Date;
}

/** Only the first report of a letter counts. @returns false if there was one, or the letter is gone */
export const markDoubted = (database: Database, { letterId, doubt, status, now }: Doubting): Promise<boolean> =>
  database.transaction(async (tx) => {
    const marked = await tx
      .update(letters)
      .set({ doubt, doubtedAt: now })
      .where(and(eq(letters.id, letterId), isNull(letters.doubt)));
    if (marked.rowCount === 0) return false;
    await recordLetterStep(tx, { letterId, step: 'doubted', at: now, detail: { doubt, status } });
    return true;
  });

/** Records once that a server reported a delay. It goes on trying, so this is no doubt. @returns false if it is recorded, or the letter is gone */
export const recordDelay = (database: Database, letterId: string, now: Date): Promise<boolean> =>
  database.transaction(async (tx) => {
    const [letter] = await tx
      .select({ id: letters.id })
      .from(letters)
      .where(eq(letters.id, letterId))
      .for('no key update');
    if (!letter || (await countLetterSteps(tx, letterId, 'delayed')) > 0) return false;
    await recordLetterStep(tx, { letterId, step: 'delayed', at: now });
    return true;
  });
