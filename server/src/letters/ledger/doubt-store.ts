// What bounces say about letters. Each statement changes a letter once, however often its report is read.
import type { LetterDoubt } from '@remembrance/contract/letters.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { acts, letters } from '../../platform/database/schema.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
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

/** In a restored database: a line of version 1.0 about a letter lacks the doubt, but the journal has the act of the doubt as a line of its own. */
export async function followDoubtActs(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    update ${letters} letter set doubt = act.detail->>'doubt', doubted_at = act.at
    from ${acts} act where act.letter_id = letter.id and act.event = 'letter-doubted' and letter.doubt is null
      and act.detail->>'doubt' is not null`);
}

/** Records once that a server reported a delay. The server goes on trying, so this is no doubt. @returns false if it is recorded, or the letter is gone */
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
