// The statement that releases vaults whose wait is over, and the query that finds them. An owner who could not have received our first email
// is not overtaken: the wait lasts until a mail server has had it for a day (or for the whole of a shorter wait), or it was given up.
import { firstWarningHours } from '@remembrance/contract/release-limits.ts';
import { sql } from 'drizzle-orm';
import { seenAtOf } from '../../people/users/owner-seen-store.ts';
import { given, preparedSql } from '../../platform/database/prepared.ts';
import { executors, letters, releaseRequests, users, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { waitKey } from '../requests/request-letters.ts';
import { lockFreeVaults } from './release-locks.ts';
import {
  nameReleased,
  ownerOf,
  type ReleasedRow,
  type ReleasedVault,
  release,
  releasedOf,
  releasedVault,
} from './release-store.ts';

const firstKey = sql.raw(`'${waitKey('started', '')}' || request.id`);
// A time in the far future was set by a wrong clock. The email had left by the end of the wait.
const isOwnerWarned = sql`not exists (
  select from ${letters} warning where warning.once_key = ${firstKey} and (warning.status in ('queued', 'sending')
    or case when warning.sent_at > ${given('now')}::timestamptz + interval '30 days' then request.due_at else warning.sent_at end
      > ${given('now')}::timestamptz - least(request.due_at - request.waits_from, interval '${sql.raw(String(firstWarningHours))} hours')))`;
/** A restore may have removed who asked. */
const hasAsker = sql`(request.asked_by is not null or request.by_silence)`;
const isDue = sql`request.state = 'waiting' and ${hasAsker} and request.due_at <= ${given('now')}
  and ${isOwnerWarned}`;
const canBeReleased = sql`vault.status = 'active' and vault.payment_status <> 'unpaid'`;

const selectDue = preparedSql<DueRequest>(
  'list_due_requests',
  sql`select request.vault_id as "vaultId", request.state = 'waiting' and ${hasAsker} as "isWaiting"
    from ${releaseRequests} request join ${vaults} vault on vault.id = request.vault_id
      join ${users} account on account.id = vault.creator_id
    where request.ended_at is null and ${canBeReleased} and account.deleted_at is null
      and ((${isDue}) or (request.state = 'asked' and request.due_at <= ${given('now')}) or not ${hasAsker})
    order by request.due_at limit ${given('max')}`,
);

export interface DueRequest {
  vaultId: string;
  /** Whether its wait is over. Otherwise nobody agreed in time, or a restore has removed who asked. */
  isWaiting: boolean;
}

/** Open requests whose time is over, longest first. */
export const listDueRequests = (database: DatabaseOrTransaction, now: Date, max: number): Promise<DueRequest[]> =>
  selectDue(database, { now, max });

const updateWaited = preparedSql<ReleasedRow>(
  'release_after_wait',
  sql`with due as materialized (
      update ${releaseRequests} request set state = 'released', ended_at = ${given('now')}, ended_why = 'released',
        version = request.version + 1
      from ${vaults} vault join ${users} account on account.id = vault.creator_id
      where vault.id = any(${given('vaultIds')}::uuid[]) and ${canBeReleased} and request.vault_id = vault.id
        and request.ended_at is null and ${isDue}
        and (not request.by_silence or ${seenAtOf(sql`account.id`)} <= request.created_at is not false)
      returning request.vault_id, ${nameReleased(sql`request.vault_id`)}, ${ownerOf('account')} as owner, request.by_silence, (
        select json_build_object('id', asker.id, 'name', asker.name, 'email', asker.email) from ${executors} asker
        where asker.id = request.asked_by
      ) as asker
    )
    ${release}), released_by = due.asker->>'name'
    from due where vaults.id = due.vault_id
    returning ${releasedVault}, due.owner, due.asker as executor, due.by_silence as "bySilence"`,
);

/**
 * Releases the vault if its wait is over, once: the one who asked is named as who released it. After a silence there must be no sign of the
 * owner, not even one that the check-in has not seen yet. A stop comes completely before or after it, since both hold the vault's lock.
 */
export async function releaseAfterWait(tx: Transaction, vaultId: string, now: Date): Promise<ReleasedVault[]> {
  return (await updateWaited(tx, { vaultIds: await lockFreeVaults(tx, [vaultId]), now })).map(releasedOf);
}
