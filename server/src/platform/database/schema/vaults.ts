// Vaults with their keys, questions and executors.
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import type { PurchaseId } from '../../lib/ids.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { userSubscriptions } from './money.ts';
import { users } from './people.ts';

export const vaults = pgTable(
  'vaults',
  {
    id: id(),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purchaseId: uuid('subscription_id')
      .$type<PurchaseId>()
      .references(() => userSubscriptions.id, { onDelete: 'set null' }),
    /** The name of the plan the vault was created on. */
    planType: varchar('plan_type', { length: 100 }).notNull(),
    title: varchar('title', { length: 255 }).notNull(),
    recipientName: varchar('recipient_name', { length: 255 }).notNull(),
    recipientEmail: varchar('recipient_email', { length: 255 }).notNull(),
    /** Sealed under the vault's data key. */
    message: text('message').notNull().default(''),
    /** When the message was last changed. */
    messageWrittenAt: moment('message_written_at').notNull().default(sql`now()`),
    status: varchar('status', { length: 50 }).notNull().default('active'),
    paymentStatus: varchar('payment_status', { length: 20 }).notNull().default('unpaid'),
    stripePaymentIntentId: varchar('stripe_payment_intent_id', { length: 255 }),
    editCount: integer('edit_count').notNull().default(0),
    /** Raised by every change of the owner's content. A save names the version it was based on. */
    version: integer('version').notNull().default(1),
    /** The idempotency key of the last edit and a keyed digest of the request, so that a repeat changes nothing. */
    editKey: varchar('edit_key', { length: 64 }),
    editDigest: varchar('edit_digest', { length: 100 }),
    scheduledReleaseDate: moment('scheduled_release_date'),
    /** The date releases nothing before this time. Null for a date that was set with a proof. */
    dateCountsFrom: moment('date_counts_from'),
    /** The idempotency key of its creation and a keyed digest of the request, so that a repeat creates no second vault. */
    creationKey: varchar('creation_key', { length: 64 }),
    creationDigest: varchar('creation_digest', { length: 100 }),
    /** When its owner was notified that this draft will end. A later change saves it. */
    draftNoticeAt: moment('draft_notice_at'),
    /** How long a release by an executor waits, so that the owner can stop it. */
    waitHours: integer('wait_hours').notNull().default(0),
    /** Whether two executors must agree, as long as there are two. */
    mustAgree: boolean('must_agree').notNull().default(false),
    activatedAt: moment('activated_at'),
    releasedAt: moment('released_at'),
    /** The name of the executor who released it, empty if they have none. Null before the release, and if its date did. */
    releasedBy: varchar('released_by', { length: 255 }),
    /** What happens if its owner does not answer a check-in: `none`, `ask-executors`, or `release` after its wait. */
    checkIn: varchar('check_in', { length: 20 }).notNull().default('none'),
    /** When its owner last requested a rehearsal. */
    rehearsedAt: moment('rehearsed_at'),
    /** Used if the first address is in doubt, or nothing was opened there. */
    recipientSecondEmail: varchar('recipient_second_email', { length: 255 }),
    /** Whether we remind the recipient, and then ask the executors, if nothing is opened after the release. */
    followUp: boolean('follow_up').notNull().default(false),
    /** A CorrectionState of the address to which an executor redirects the email, once for each release. Null without one. */
    correctionState: varchar('correction_state', { length: 20 }),
    /** The address to which it redirects; once it is made, the one that it has replaced. */
    correctionEmail: varchar('correction_email', { length: 255 }),
    correctionDueAt: moment('correction_due_at'),
    /** A keyed digest of the token in the owner's email that stops it. */
    correctionToken: varchar('correction_token', { length: 100 }).unique(),
    /** When a deleted vault is purged. Until then the letter about the deletion can restore it. */
    purgeAt: moment('purge_at'),
    /** When its sealed texts and its activity were last read back, and whether all of them were intact. */
    checkedAt: moment('checked_at'),
    isWhole: boolean('is_whole').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('vaults_creator').on(table.creatorId, table.createdAt),
    uniqueIndex('vaults_creation').on(table.creatorId, table.creationKey),
    index('vaults_purge').on(table.purgeAt).where(sql`status = 'deleting'`),
    index('vaults_subscription').on(table.purchaseId),
    index('vaults_released_to').on(sql`lower(${table.recipientEmail})`).where(sql`status = 'released'`),
    index('vaults_released_to_second')
      .on(sql`lower(${table.recipientSecondEmail})`)
      .where(sql`status = 'released' and recipient_second_email is not null`),
    index('vaults_followed_up')
      .on(table.releasedAt)
      .where(sql`status = 'released' and (follow_up or recipient_second_email is not null)`),
    index('vaults_correction').on(table.correctionDueAt).where(sql`correction_state = 'waiting'`),
    index('vaults_checked').on(table.checkedAt.asc().nullsFirst()),
    index('vaults_due')
      .on(table.scheduledReleaseDate)
      .where(sql`status = 'active' and payment_status <> 'unpaid' and scheduled_release_date is not null`),
    check('vaults_status', sql`${table.status} in ('active', 'deleting', 'released')`),
    check('vaults_payment_status', sql`${table.paymentStatus} in ('unpaid', 'trial', 'paid', 'lapsed')`),
    check('vaults_check_in', sql`${table.checkIn} in ('none', 'ask-executors', 'release')`),
    check(
      'vaults_release_in_silence',
      sql`${table.checkIn} <> 'release' or (${table.waitHours} >= 336 and not ${table.mustAgree})`,
    ),
    check('vaults_released_at', sql`(${table.status} = 'released') = (${table.releasedAt} is not null)`),
    check('vaults_wait_hours', sql`${table.waitHours} between 0 and 720`),
    check('vaults_purge_at', sql`(${table.status} = 'deleting') = (${table.purgeAt} is not null)`),
    check('vaults_correction_state', sql`${table.correctionState} in ('waiting', 'made', 'stopped', 'ended')`),
    check('vaults_released_is_activated', sql`${table.status} = 'active' or ${table.paymentStatus} <> 'unpaid'`),
  ],
);

/** The vault that a row belongs to and is deleted with. */
export const ofVault = () =>
  uuid('vault_id')
    .notNull()
    .references(() => vaults.id, { onDelete: 'cascade' });

/** A vault's data key, wrapped by a master key from outside the database. Its own table allows separate backups. */
export const vaultKeys = pgTable(
  'vault_keys',
  {
    vaultId: ofVault().primaryKey(),
    /** A compact JWE. */
    wrappedKey: varchar('wrapped_key', { length: 400 }).notNull(),
    /** The name of the master key. */
    masterKey: varchar('master_key', { length: 100 }).notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('vault_keys_master_key').on(table.masterKey)],
);

export const securityQuestions = pgTable(
  'security_questions',
  {
    id: id(),
    vaultId: ofVault(),
    position: integer('position').notNull(),
    /** Sealed like the message. */
    question: text('question').notNull(),
    /** A slow hash of the answer's first reading, never the answer. */
    answer: text('answer').notNull(),
    /**
     * Slow hashes of the other readings and spellings, with the salt of the first: one slow hash of a guess is compared with all of them.
     */
    otherAnswers: text('other_answers').array().notNull().default(sql`'{}'::text[]`),
    /** How many spellings the owner gave; one may have two readings. */
    spellings: integer('spellings').notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('security_questions_position').on(table.vaultId, table.position)],
);

export const executors = pgTable(
  'executors',
  {
    id: id(),
    vaultId: ofVault(),
    name: varchar('name', { length: 255 }).notNull(),
    email: varchar('email', { length: 255 }).notNull(),
    /** Gets the code if it may not have arrived at the first; null for none. */
    secondEmail: varchar('second_email', { length: 255 }),
    /** A keyed digest of the code, which works once the vault is activated. */
    accessCode: varchar('access_code', { length: 100 }).notNull().unique(),
    /** The salt from which the code is derived, with the vault's data key and the executor's id. A new code has the next number. */
    codeSalt: varchar('code_salt', { length: 22 }).notNull(),
    codeNumber: integer('code_number').notNull().default(1),
    /** When the code was last used, how often since its owner was last notified, and when that was. */
    usedAt: moment('used_at'),
    unreportedUses: integer('unreported_uses').notNull().default(0),
    notifiedAt: moment('notified_at'),
    /** The owner's note for the executor, shown in their letter and on their page. */
    note: text('note').notNull().default(''),
    /** Null before the vault is activated. */
    codeSentAt: moment('code_sent_at'),
    /** A keyed digest of the token in their letter that confirms it, and when they first did. */
    confirmToken: varchar('confirm_token', { length: 100 }).unique(),
    confirmedAt: moment('confirmed_at'),
    /** When they were last asked whether they still have the code, and whether they no longer want to be asked. */
    yearlyAskedAt: moment('yearly_asked_at'),
    refusesYearly: boolean('refuses_yearly').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index('executors_vault').on(table.vaultId),
    index('executors_email').on(sql`lower(${table.email})`),
    index('executors_second_email').on(sql`lower(${table.secondEmail})`).where(sql`${table.secondEmail} is not null`),
  ],
);
