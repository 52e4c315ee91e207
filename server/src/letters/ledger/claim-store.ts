// Claims due letters for one sender. It is one statement, so two senders never claim the same letter.
import { mailedCode } from '@remembrance/contract/limits.ts';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { given, prepared } from '../../platform/database/prepared.ts';
import { letters, passwords } from '../../platform/database/schema.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { awaitedRank, everyRank, type Ranks } from './letter-rank.ts';

/** A letter that one sender has claimed until `dueAt`, when its lease ends. */
export type ClaimedLetter = typeof letters.$inferSelect & {
  /** The time zone of the owner it is about. */
  timeZone: string | null;
  /** Whether the account it is about has a password. */
  hasPassword: boolean;
  /** The owner of the account or vault it is about; null for a letter about neither. */
  owner: { id: string; emails: string[]; createdAt: string; reportedAt: string | null } | null;
};

interface Claim {
  now: Date;
  leaseEndsAt: Date;
  /** The maximum to claim. */
  max: number;
  letterIds?: readonly string[] | undefined;
  /** Only letters of these ranks, unless there are ids. */
  among?: Ranks | undefined;
  /** Letters that this process is already sending. */
  except: readonly string[];
  /** Claims only what leaves during a hold. */
  onHold?: boolean;
}

/** Begins the once-key of the notice about a hold. */
export const holdNotice = 'database-exchanged';

/** Whether the letter is sent during a hold, if it is young enough. */
export const leavesOnHold = ({ kind, onceKey }: ClaimedLetter): boolean =>
  kind === 'sign-in-code' || (onceKey?.startsWith(`operator/${holdNotice}/`) ?? false);

// A wait that ends in the far future was set by a clock that has since gone back, so it is over.
const isDue = sql`status in ('queued', 'sending') and (due_at <= ${given('now')} or due_set_at > ${given('soon')})
  and id <> all(${given('except')}::uuid[])`;
const timeZone = sql<string | null>`coalesce((select time_zone from users where users.id = letters.user_id),
  (select time_zone from users join vaults on vaults.creator_id = users.id where vaults.id = letters.vault_id))`;
const owner = sql<
  ClaimedLetter['owner']
>`(select json_build_object('id', users.id, 'createdAt', created_at, 'reportedAt', reported_at,
    'emails', array_remove(array[email, earlier_email], null)) from users
  where users.id = coalesce(letters.user_id, (select creator_id from vaults where vaults.id = letters.vault_id)))`;
// Not "exists": PostgreSQL may read the whole table for it.
const hasPassword = sql<boolean>`(select true from ${passwords} where user_id = letters.user_id) is not null`;
// An array, because "in" may run the subquery once for each row.
const claim = (due: SQL) => (database: Database) =>
  database
    .update(letters)
    .set({
      status: 'sending',
      attempts: sql`${letters.attempts} + 1`,
      dueAt: sql`${given('leaseEndsAt')}`,
      dueSetAt: sql`${given('now')}`,
    })
    .where(sql`${letters.id} = any(array(select id from ${letters} where ${due} for update skip locked))`)
    .returning({ ...getTableColumns(letters), timeZone, hasPassword, owner });
const claimByRank = prepared(
  'claim_due_letters',
  claim(
    sql`${isDue} and rank between ${given('first')} and ${given('last')} order by rank, due_at limit ${given('max')}`,
  ),
);
/** The codes that sign-ins are waiting for, and the letter that tells the operator about the hold. */
const isSentOnHold = sql`(kind = 'sign-in-code' and created_at > ${given('since')} or once_key like ${sql.raw(`'operator/${holdNotice}/%'`)})`;
const claimOnHold = prepared(
  'claim_letters_on_hold',
  claim(sql`${isDue} and rank = ${given('first')} and ${isSentOnHold} order by due_at limit ${given('max')}`),
);
const claimThese = prepared('claim_letters', claim(sql`${isDue} and id = any(${given('letterIds')}::uuid[])`));

/**
 * Claims due letters: those with the ids, or the first by rank, and of one rank the longest due. A letter whose sender died is due when its lease expires.
 * One statement, so that two senders never claim the same letter. It skips letters that are being claimed and does not wait for them.
 */
export function claimLetters(
  database: Database,
  { now, leaseEndsAt, except, max, letterIds, among = everyRank, onHold }: Claim,
): Promise<ClaimedLetter[]> {
  const values = { now, leaseEndsAt, except, soon: minutesLater(now, 1) };
  // Codes from before the hold have expired.
  if (onHold)
    return claimOnHold(database, {
      ...values,
      ...awaitedRank,
      max,
      since: minutesLater(now, -mailedCode.minutes),
    });
  return letterIds
    ? claimThese(database, { ...values, letterIds: letterIds.slice(0, max) })
    : claimByRank(database, { ...values, max, ...among });
}
