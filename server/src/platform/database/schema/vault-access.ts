// A recipient's proofs and guesses.
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, varchar } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';
import { ofVault } from './vaults.ts';

export const accessVerifications = pgTable(
  'access_verifications',
  {
    id: id(),
    vaultId: ofVault(),
    /** A keyed digest of the token in the link. */
    verificationToken: varchar('verification_token', { length: 500 }).notNull().unique(),
    email: varchar('email', { length: 255 }).notNull(),
    verified: boolean('verified').notNull().default(false),
    securityAnswersProvided: boolean('security_answers_provided').notNull().default(false),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    /** When somebody who opened it said that it is not for them. It has expired then. */
    closedAt: moment('closed_at'),
    /** When its reader wants a fresh link. */
    remindAt: moment('remind_at'),
  },
  (table) => [
    index('access_verifications_vault').on(table.vaultId, table.createdAt),
    index('access_verifications_remind').on(table.remindAt).where(sql`${table.remindAt} is not null`),
  ],
);

export const accessGuesses = pgTable('access_guesses', {
  vaultId: ofVault().primaryKey(),
  wrongInRow: integer('wrong_in_row').notNull().default(0),
  /** Who gave the wrong answers in a row: a browser's id, or `mailbox` after a mailed code. */
  rowOf: varchar('row_of', { length: 64 }),
  wrongInAll: integer('wrong_in_all').notNull().default(0),
  /** At this many wrong answers in total the questions are closed. Each reopening raises it. */
  maxWrong: integer('max_wrong').notNull().default(50),
  recipientReopenings: integer('recipient_reopenings').notNull().default(0),
  executorReopenings: integer('executor_reopenings').notNull().default(0),
  pausedUntil: moment('paused_until'),
});

export const accessCodes = pgTable(
  'access_codes',
  {
    vaultId: ofVault(),
    browserId: varchar('browser_id', { length: 64 }).notNull(),
    /** A keyed digest of the code. */
    digest: varchar('digest', { length: 100 }).notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vaultId, table.browserId] })],
);
