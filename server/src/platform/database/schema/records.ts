// Letters, the acts and their journal, changes that can be undone, limits, and facts about this installation.
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
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
    unansweredAttempts: integer('unanswered_attempts').notNull().default(0), // after which it may have arrived
    rank: integer('rank').notNull().default(1), // among due letters the lowest goes first
    dueAt: moment('due_at').notNull(), // when it may be tried next, or when its sender's lease ends
    /** When `dueAt` was set. If this is in the future, the clock has gone back and the wait is over. */
    dueSetAt: moment('due_set_at').notNull().default(sql`now()`),
    lastError: text('last_error'),
    sentAt: moment('sent_at'),
    acceptedBy: varchar('accepted_by', { length: 255 }), // the mail server, if it is known
    doubt: varchar('doubt', { length: 20 }), // an EmailDoubt
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

/** The secrets that this installation was written with, numbered from 1. */
export const installation = pgTable('installation', {
  id: integer('id').primaryKey(),
  secretCheck: varchar('secret_check', { length: 64 }).notNull().unique(),
  createdAt: moment('created_at').notNull(),
  /** When the values still stored under it were given up. */
  retiredAt: moment('retired_at'),
  /** In the first row: the public key of the key that signs the journal, base64 of its DER form (SPKI). */
  publicKey: varchar('public_key', { length: 100 }),
  /** In the first row: the source of the journal's private key and of the key for its names, sealed under the secret. */
  sealedSeed: text('sealed_seed'),
  /** In the first row: the time when the place of the files was marked. From then on no other place is marked automatically. */
  filesMarkedAt: moment('files_marked_at'),
  /** In the first row: the master key that wraps, so that a process with another one is refused even before the first vault. */
  masterKey: varchar('master_key', { length: 100 }),
});

/** Changes that are not in the journal yet. Triggers add the rows, in the transaction of the change. */
export const journalChanges = pgTable('journal_changes', {
  id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
  /** A JournalKind. */
  kind: varchar('kind', { length: 20 }).notNull(),
  subjectId: uuid('subject_id').notNull(),
  /** Whether it was waiting when a hold began. Unless the journal knows it, only this database knows the change. */
  beforeHold: boolean('before_hold').notNull().default(false),
});

export const journalHead = pgTable(
  'journal_head',
  {
    id: integer('id').primaryKey(),
    /** The number of the last line written for this database. */
    position: bigint('position', { mode: 'number' }).notNull().default(0),
    /** The SHA-256 of that line, in hex. If the journal has a different line in its place, another database wrote it. */
    digest: varchar('digest', { length: 64 }),
    /** The time of that line. */
    writtenAt: moment('written_at'),
    /** Since when this database is known to be older than its journal. */
    onHoldSince: moment('on_hold_since'),
    /** The write that is under way, and the time until which no other begins. */
    writer: uuid('writer'),
    writerUntil: moment('writer_until'),
  },
  (table) => [check('journal_head_one', sql`${table.id} = 1`)],
);

/** A row here means that this database was moved to another one, and can no longer be started. */
export const movedAway = pgTable(
  'moved_away',
  {
    id: integer('id').primaryKey(),
    /** A server without its role and password, or a folder. */
    movedTo: text('moved_to').notNull(),
    movedAt: moment('moved_at').notNull(),
  },
  (table) => [check('moved_away_one', sql`${table.id} = 1`)],
);
