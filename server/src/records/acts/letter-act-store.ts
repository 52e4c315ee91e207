// The steps of a letter as acts. They contain no address and no text of the letter, and stay when it is deleted.
import { type SQL, sql } from 'drizzle-orm';
import { acts } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { newOrderedId } from '../../platform/lib/ids.ts';

export type LetterStep = 'queued' | 'tried' | 'accepted' | 'given-up' | 'requeued';

/** A part of other statements. @param from a list of `"stepId"`, letter `id`, `detail` and `at` */
export const insertLetterActs = (step: LetterStep, from: SQL): SQL =>
  sql`insert into ${acts} (id, actor, event, letter_id, detail, at)
    select "stepId", 'service', ${sql.raw(`'letter-${step}'`)}, id, detail, at from (${from}) as step`;

/** @param detail `attempt` counts the tries so far, including this one; `reason` says why it was not sent, as returned by reasonOf */
export async function recordLetterStep(
  tx: Transaction,
  step: { letterId: string; step: LetterStep; at: Date; detail?: { attempt: number; reason: string } },
): Promise<void> {
  const { letterId, at, detail = {} } = step;
  const act = { id: newOrderedId(at), actor: 'service', event: `letter-${step.step}`, letterId, detail, at };
  await tx.insert(acts).values(act);
}
