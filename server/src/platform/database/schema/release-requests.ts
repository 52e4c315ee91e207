// What executors have asked for and the owner can still stop: a release that waits, or that a second executor has yet to agree to.
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { id, moment } from './columns.ts';
import { executors, ofVault } from './vaults.ts';

export const releaseRequests = pgTable(
  'release_requests',
  {
    id: id(),
    vaultId: ofVault(),
    /** The executor who asked, and the one who agreed. Null once they are removed; then their names stay. */
    askedBy: uuid('asked_by').references(() => executors.id, { onDelete: 'set null' }),
    askedByName: varchar('asked_by_name', { length: 255 }).notNull(),
    /** Whether nobody asked: the owner did not answer a check-in, and had chosen that. */
    bySilence: boolean('by_silence').notNull().default(false),
    agreedBy: uuid('agreed_by').references(() => executors.id, { onDelete: 'set null' }),
    agreedByName: varchar('agreed_by_name', { length: 255 }),
    /** Open: `asked` until a second executor agrees, `waiting` until it is due. Every other state has ended. */
    state: varchar('state', { length: 20 }).notNull(),
    /** When it lapses if it is only asked for, or releases if it waits. */
    dueAt: moment('due_at').notNull(),
    /** When the wait began, from which its half is counted. Null before. */
    waitsFrom: moment('waits_from'),
    /** Raised by every change of the request. */
    version: integer('version').notNull().default(1),
    /** The salt and a keyed digest of the token in the owner's emails, which stops it. All emails of a request have the same token. */
    stopSalt: varchar('stop_salt', { length: 100 }).notNull(),
    stopToken: varchar('stop_token', { length: 100 }).notNull().unique(),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
    /** Why it ended, more precisely than its state. */
    endedWhy: varchar('ended_why', { length: 20 }),
    /** The executor who objected, and their reason in their own words. */
    endedByName: varchar('ended_by_name', { length: 255 }),
    reason: varchar('reason', { length: 500 }).notNull().default(''),
  },
  (table) => [
    uniqueIndex('release_requests_open').on(table.vaultId).where(sql`ended_at is null`),
    index('release_requests_vault').on(table.vaultId, table.createdAt),
    index('release_requests_due').on(table.dueAt).where(sql`ended_at is null`),
    check(
      'release_requests_state',
      sql`${table.state} in ('asked', 'waiting', 'stopped', 'objected', 'lapsed', 'released', 'ended')`,
    ),
    check('release_requests_ended', sql`(${table.state} in ('asked', 'waiting')) = (${table.endedAt} is null)`),
    check('release_requests_silence', sql`not ${table.bySilence} or ${table.askedBy} is null`),
    check('release_requests_waits', sql`${table.state} <> 'waiting' or ${table.waitsFrom} is not null`),
  ],
);
