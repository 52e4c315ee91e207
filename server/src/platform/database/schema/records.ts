// Letters, the acts, changes that can be undone, limits, and the clock.
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { ofUser, users } from './people.ts';
import { vaults } from './vaults.ts';

export const letters = pgTable(
  'letters',
  {
    id: uuid('id').primaryKey(),
    kind: varchar('kind', { length: 50 }).notNull(),
    vaultId: uuid('vault_id').references(() => vaults.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    recipient: varchar('recipient', { length: 255 }).notNull(),
    /** The letter's content without its secrets, which are derived when it is composed. Erased once it is sent. */
    facts: jsonb('facts'),
    onceKey: varchar('once_key', { length: 255 }).unique(),
    messageId: varchar('message_id', { length: 255 }).notNull().unique(),
    status: varchar('status', { length: 20 }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Tries that were refused without a reason, which may be about us and not the address. */
    declinedAttempts: integer('declined_attempts').notNull().default(0),
    /** Tries without a reply to the text, after which the letter may have arrived. */
    unansweredAttempts: integer('unanswered_attempts').notNull().default(0),
    /** Among due letters the lowest goes first. */
    rank: integer('rank').notNull().default(1),
    /** When it may be tried next. While it is being sent, when the sender's lease ends. */
    dueAt: moment('due_at').notNull(),
    /** When `dueAt` was set. If this is in the future, the clock has gone back and the wait is over. */
    dueSetAt: moment('due_set_at').notNull().default(sql`now()`),
    lastError: text('last_error'),
    sentAt: moment('sent_at'),
    /** The mail server that accepted it, and its answer. */
    acceptedBy: varchar('accepted_by', { length: 255 }),
    /** A LetterDoubt: why it may not have arrived, according to the first bounce. */
    doubt: varchar('doubt', { length: 20 }),
    doubtedAt: moment('doubted_at'),
    reportedAt: moment('reported_at'), // by its reader
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('letters_due').on(table.rank, table.dueAt).where(sql`status in ('queued', 'sending')`),
    index('letters_vault').on(table.vaultId),
    index('letters_user').on(table.userId),
    check('letters_status', sql`${table.status} in ('queued', 'sending', 'sent', 'failed')`),
  ],
);

/** Every act once. Rows are added and never changed; a trigger records each for the journal. */
export const acts = pgTable(
  'acts',
  {
    id: uuid('id').primaryKey(),
    vaultId: uuid('vault_id'),
    personId: uuid('person_id'),
    actor: varchar('actor', { length: 20 }).notNull(),
    actorId: uuid('actor_id'),
    /** Only for the steps of a letter. They name no vault and no person. */
    letterId: uuid('letter_id'),
    /** An ActEvent. */
    event: varchar('event', { length: 50 }).notNull(),
    detail: jsonb('detail').notNull().default({}),
    at: moment('at').notNull(),
  },
  (table) => [
    index('acts_vault').on(table.vaultId, table.at),
    index('acts_person').on(table.personId, table.at),
    index('acts_letter').on(table.letterId, table.at).where(sql`letter_id is not null`),
    index('acts_checkpoint').on(table.at).where(sql`event = 'checkpoint'`),
    index('acts_at').on(table.at),
  ],
);

export const actPeople = pgTable('act_people', {
  userId: ofUser().primaryKey(),
  personId: uuid('person_id').notNull().unique().default(sql`gen_random_uuid()`),
});

export const actReasons = pgTable(
  'act_reasons',
  {
    actId: uuid('act_id').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    reason: text('reason').notNull(),
  },
  (table) => [index('act_reasons_user').on(table.userId)],
);

export const ownerChanges = pgTable(
  'owner_changes',
  {
    id: uuid('id').primaryKey(),
    userId: ofUser(),
    vaultId: uuid('vault_id').references((): AnyPgColumn => vaults.id, { onDelete: 'set null' }),
    /** The executor or the passkey that was changed. */
    itemId: uuid('item_id'),
    /** An OwnerChangeKind. */
    kind: varchar('kind', { length: 50 }).notNull(),
    sealedEarlier: text('sealed_earlier'),
    /** A keyed digest of the token in the letter's link. */
    tokenDigest: varchar('token_digest', { length: 100 }).notNull().unique(),
    expiresAt: moment('expires_at').notNull(),
    undoneAt: moment('undone_at'),
    /** The vault's version after the counted edit that made the change. Null if the plan counted none. */
    editVersion: integer('edit_version'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('owner_changes_user').on(table.userId),
    index('owner_changes_vault').on(table.vaultId),
    index('owner_changes_expires').on(table.expiresAt),
  ],
);

export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  tries: integer('tries').notNull(),
  windowEndsAt: moment('window_ends_at').notNull(),
});

export const clockHeartbeat = pgTable(
  'clock_heartbeat',
  {
    id: integer('id').primaryKey(),
    /** The time is at least this, by a clock that was trusted. */
    seenAt: moment('seen_at').notNull(),
    /** The boot and the uptime of the machine that wrote the row. */
    bootId: varchar('boot_id', { length: 36 }),
    uptimeMilliseconds: bigint('uptime_milliseconds', { mode: 'number' }).notNull().default(0),
    /** How far that machine's clock was ahead of `seenAt`, without another clock's confirmation. */
    unconfirmedMilliseconds: bigint('unconfirmed_milliseconds', { mode: 'number' }).notNull().default(0),
  },
  (table) => [check('clock_heartbeat_one', sql`${table.id} = 1`)],
);
