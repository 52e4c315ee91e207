// This installation: its secrets, how far its journal is written, and whether its database was moved away.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

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
