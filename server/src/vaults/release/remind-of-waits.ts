// Warns owners of a release that waits, half-way and a day before. A wait of a day has only the first of the two, and one of an hour neither.
// Each email is sent once, and has the same link as the first.
import { type SQL, sql } from 'drizzle-orm';
import { given, preparedSql } from '../../platform/database/prepared.ts';
import { letters, releaseRequests } from '../../platform/database/schema.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { onItsOwn, type Run } from '../../platform/lib/on-its-own.ts';
import { type RequestLetterNeeds, type WaitStage, waitKey, warnOwner } from '../requests/request-letters.ts';
import { findOpenRequest, lockVaultOfRequest } from '../requests/request-store.ts';

type Stage = Extract<WaitStage, 'halfway' | 'day'>;
const aDay = sql`interval '1 day'`;
const wait = sql`(request.due_at - request.waits_from)`;
const isTime: Record<Stage, SQL> = {
  // After a downtime only the later of two is sent.
  halfway: sql`${wait} >= ${aDay} and request.waits_from + ${wait} / 2 <= ${given('now')}
    and (${wait} = ${aDay} or request.due_at - ${aDay} > ${given('now')})`,
  day: sql`${wait} > ${aDay} and request.due_at - ${aDay} <= ${given('now')}`,
};
const listOf = (stage: Stage) =>
  preparedSql<{ id: string; vaultId: string }>(
    `list_waits_${stage}`,
    sql`select request.id, request.vault_id as "vaultId" from ${releaseRequests} request
      where request.ended_at is null and request.state = 'waiting' and request.due_at > ${given('now')} and ${isTime[stage]}
        and not exists (select from ${letters} where once_key = ${sql.raw(`'${waitKey(stage, '')}'`)} || request.id)
      limit 500`,
  );
const lists = [
  { stage: 'halfway', list: listOf('halfway') },
  { stage: 'day', list: listOf('day') },
] as const;

export async function remindOfWaits(needs: RequestLetterNeeds & { database: Database }, run: Run = {}): Promise<void> {
  for (const { stage, list } of lists) {
    for (const { id, vaultId } of await list(needs.database, { now: needs.clock.now() })) {
      if (run.signal?.aborted) return;
      const remind = async (tx: Transaction) => {
        const vault = await lockVaultOfRequest(tx, vaultId);
        const request = vault && (await findOpenRequest(tx, vaultId));
        const isWaiting = request?.id === id && request.state === 'waiting' && vault?.status === 'active';
        if (vault && isWaiting) await warnOwner(needs, tx, { request, vault, stage });
      };
      await onItsOwn(run, vaultId, () => needs.database.transaction(remind));
    }
  }
}
