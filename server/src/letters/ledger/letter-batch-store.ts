// The statements that write many letters of the ledger in one batch, each with its step: queued or sent.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { sql } from 'drizzle-orm';
import { asRows, given, preparedSql } from '../../platform/database/prepared.ts';
import { letters, users } from '../../platform/database/schema.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { isDatabaseUnavailable } from '../../platform/lib/database-unavailable.ts';
import { newOrderedId } from '../../platform/lib/ids.ts';
import { insertLetterActs } from '../../records/acts/act-store.ts';
import type { ClaimedLetter } from './claim-store.ts';
import { ranks } from './letter-rank.ts';
import type { LetterFacts } from './open-letter.ts';

export interface NewLetter {
  id: string;
  kind: LetterKind;
  recipient: string;
  messageId: string;
  facts: LetterFacts;
  createdAt: Date;
  /** Not before this. */
  dueAt: Date;
  rank: number;
  vaultId: string | null;
  userId: string | null;
  onceKey: string | null;
  /** The copy for the previous address of an account with this address. It is written only while there is one. */
  copy?: Pick<NewLetter, 'id' | 'messageId' | 'onceKey'>;
}

/** The database's channel for the ids of new letters. */
export const lettersChannel = 'new_letters';

// A copy's account is looked up separately for each letter (`lateral` with a limit), so that PostgreSQL never reads all accounts.
const insertRows = preparedSql<{ id: string }>(
  'insert_letters',
  sql`with asked as materialized (
      select * from json_to_recordset(${given('letters')}) as asked(id uuid, kind text, recipient text, "messageId" text,
        facts jsonb, "createdAt" timestamptz, "dueAt" timestamptz, rank integer, "vaultId" uuid, "userId" uuid, "onceKey" text, "stepId" uuid, copy jsonb,
        "copyStepId" uuid)
    ), letter as materialized (
      select * from asked
      union all
      select (copy->>'id')::uuid, kind, account.earlier_email, copy->>'messageId', facts, "createdAt", "dueAt", rank, "vaultId", "userId",
        copy->>'onceKey', "copyStepId", copy, "copyStepId"
      from asked, lateral (
        select earlier_email from ${users} where email = recipient and earlier_email <> email and earlier_email_until > "createdAt"
        limit 1
      ) account where copy is not null
    ), inserted as (
      insert into ${letters} (id, kind, recipient, message_id, facts, created_at, rank, due_at, due_set_at, vault_id, user_id, once_key)
      select id, kind, recipient, "messageId", facts, "createdAt", rank, "dueAt", "createdAt", "vaultId", "userId", "onceKey"
      from letter on conflict do nothing returning id, rank
    ), step as (
      ${insertLetterActs('queued', sql`select "stepId", id, '{}'::jsonb as detail, "createdAt" as at from inserted join letter using (id)`)}
    )
    select id, case when rank = ${sql.raw(String(ranks.awaited))}
      then pg_notify('${sql.raw(lettersChannel)}', id::text)::text end
    from inserted`,
);

/**
 * Returns the ids of the inserted letters. A letter whose once-key exists is skipped. Once `tx` commits, listening
 * processes are notified of each that somebody waits for. The scan sends the others, so that they delay none of these.
 */
export async function insertLetters(tx: Transaction, written: readonly NewLetter[]): Promise<string[]> {
  const rows = written.map((letter) => ({
    ...letter,
    stepId: newOrderedId(letter.createdAt),
    copyStepId: newOrderedId(letter.createdAt),
  }));
  return (await insertRows(tx, { letters: asRows(rows) })).map(({ id }) => id);
}

export interface SentLetter {
  letter: Pick<ClaimedLetter, 'id' | 'attempts'>;
  /** As returned by `acceptedBy`. */
  acceptedBy?: string | null;
  sentAt: Date;
}

const updateSent = preparedSql(
  'mark_letters_sent',
  sql`with sent as materialized (
      select * from json_to_recordset(${given('sent')}) as sent(id uuid, "stepId" uuid, attempts integer, at timestamptz,
        "acceptedBy" text)
    ), marked as (
      update ${letters} set status = 'sent', sent_at = sent.at, facts = null, last_error = null, accepted_by = sent."acceptedBy"
      from sent where letters.id = sent.id and letters.status <> 'sent' returning letters.id
    )
    ${insertLetterActs('accepted', sql`select "stepId", id, json_build_object('attempt', attempts)::jsonb as detail, at from marked join sent using (id)`)}`,
);

/**
 * Applies even if the sender's lease had expired: the letter was sent, so nobody may send it again. It is retried once if the
 * database failed briefly, for example when a deletion locks the same letters in another order.
 */
export async function markSent(database: Database, letters: readonly SentLetter[]): Promise<void> {
  const sent = letters.map(({ letter: { id, attempts }, sentAt, acceptedBy = null }) => ({
    id,
    attempts,
    at: sentAt,
    acceptedBy,
    stepId: newOrderedId(sentAt),
  }));
  const mark = () => updateSent(database, { sent: asRows(sent) });
  await mark().catch((error) => {
    if (!isDatabaseUnavailable(error)) throw error;
    return mark();
  });
}
