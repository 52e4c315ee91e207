// Vaults with their files, questions and executors.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
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
    message: text('message').notNull().default(''),
    /** When the message was last changed. */
    messageWrittenAt: moment('message_written_at').notNull().default(sql`now()`),
    status: varchar('status', { length: 50 }).notNull().default('active'),
    paymentStatus: varchar('payment_status', { length: 20 }).notNull().default('unpaid'),
    stripePaymentIntentId: varchar('stripe_payment_intent_id', { length: 255 }),
    editCount: integer('edit_count').notNull().default(0),
    /** Raised by every change of what the owner wrote. A save names the version it was based on. */
    version: integer('version').notNull().default(1),
    /** The idempotency key of the last edit and a keyed digest of the request, so that a repeat edits nothing twice. */
    editKey: varchar('edit_key', { length: 64 }),
    editDigest: varchar('edit_digest', { length: 64 }),
    scheduledReleaseDate: moment('scheduled_release_date'),
    /** The idempotency key of its creation and a keyed digest of the request, so that a repeat creates no second vault. */
    creationKey: varchar('creation_key', { length: 64 }),
    creationDigest: varchar('creation_digest', { length: 64 }),
    /** When its owner was notified that this draft will end. A later change saves it. */
    draftNoticeAt: moment('draft_notice_at'),
    activatedAt: moment('activated_at'),
    releasedAt: moment('released_at'),
    /** The name of the executor who released it, empty if they have none. Null before the release, and if its date did. */
    releasedBy: varchar('released_by', { length: 255 }),
    /** When its owner last had the letters of a rehearsal sent. */
    rehearsedAt: moment('rehearsed_at'),
    /** When a vault its owner has deleted is purged. Until then the letter about it can restore it. */
    purgeAt: moment('purge_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('vaults_creator').on(table.creatorId, table.createdAt),
    uniqueIndex('vaults_creation').on(table.creatorId, table.creationKey),
    index('vaults_purge').on(table.purgeAt).where(sql`status = 'deleting'`),
    index('vaults_subscription').on(table.purchaseId),
    index('vaults_due')
      .on(table.scheduledReleaseDate)
      .where(sql`status = 'active' and payment_status <> 'unpaid' and scheduled_release_date is not null`),
    check('vaults_status', sql`${table.status} in ('active', 'deleting', 'released')`),
    check('vaults_payment_status', sql`${table.paymentStatus} in ('unpaid', 'trial', 'paid', 'lapsed')`),
    check('vaults_released_at', sql`(${table.status} = 'released') = (${table.releasedAt} is not null)`),
    check('vaults_purge_at', sql`(${table.status} = 'deleting') = (${table.purgeAt} is not null)`),
    check('vaults_released_is_activated', sql`${table.status} = 'active' or ${table.paymentStatus} <> 'unpaid'`),
  ],
);

/** What the owner writes to a file. */
const writtenWords = () => ({
  caption: varchar('caption', { length: 300 }).notNull().default(''),
  transcript: text('transcript').notNull().default(''),
});

/** Whether a file waits for a save of its vault. Until then it is not in the vault, and shown to nobody. */
const isPending = () => boolean('is_pending').notNull().default(false);

export const vaultFiles = pgTable(
  'vault_files',
  {
    id: id(),
    vaultId: uuid('vault_id')
      .notNull()
      .references(() => vaults.id, { onDelete: 'cascade' }),
    fileName: varchar('file_name', { length: 255 }).notNull(),
    fileType: varchar('file_type', { length: 100 }).notNull(),
    fileSize: varchar('file_size', { length: 50 }).notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    objectPath: varchar('object_path', { length: 500 }).notNull().unique(),
    mimeType: varchar('mime_type', { length: 100 }).notNull(),
    ...writtenWords(),
    /** Its place in the vault, from 0. Files with the same are in the order of their upload. */
    position: integer('position').notNull().default(0),
    isPending: isPending(),
    /** Since when its bytes are known to differ from those that were uploaded. */
    damagedAt: moment('damaged_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('vault_files_vault').on(table.vaultId, table.createdAt),
    index('vault_files_pending').on(table.createdAt).where(sql`is_pending`),
  ],
);

/** The digests of a file's bytes at upload, or of an older file when it was first read for this table. */
export const fileDigests = pgTable('file_digests', {
  fileId: uuid('file_id')
    .primaryKey()
    .references(() => vaultFiles.id, { onDelete: 'cascade' }),
  /** The digest of the whole file, in base64. */
  sha256: varchar('sha256', { length: 44 }).notNull(),
  /** The concatenated digests of every MiB, in base64. */
  segments: text('segments').notNull(),
  takenAt: moment('taken_at').notNull(),
});

/** A reserved place for one file, from the signed link until its bytes are durable. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    vaultId: uuid('vault_id')
      .notNull()
      .references(() => vaults.id, { onDelete: 'cascade' }),
    fileName: varchar('file_name', { length: 255 }).notNull(),
    fileType: varchar('file_type', { length: 100 }).notNull(),
    mimeType: varchar('mime_type', { length: 100 }).notNull(),
    ...writtenWords(),
    isPending: isPending(),
    expiresAt: moment('expires_at').notNull(),
    /** The file it became, which has the same id. */
    fileId: uuid('file_id'),
    createdAt: createdAt(),
  },
  (table) => [index('uploads_vault').on(table.vaultId)],
);

export const objectEntityAcl = pgTable('object_entity_acl', {
  objectPath: varchar('object_path', { length: 500 }).primaryKey(),
  owner: varchar('owner', { length: 255 }).notNull(),
  visibility: varchar('visibility', { length: 50 }).notNull().default('private'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const securityQuestions = pgTable(
  'security_questions',
  {
    id: id(),
    vaultId: uuid('vault_id')
      .notNull()
      .references(() => vaults.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    question: text('question').notNull(),
    /** A slow hash of the normalised answer, never the answer. */
    answer: text('answer').notNull(),
    /** Slow hashes of further spellings, all with the salt of the first, so that one slow hash of a guess is compared with all. */
    otherAnswers: text('other_answers').array().notNull().default(sql`'{}'::text[]`),
    /** How the answers were normalised before they were hashed: 1 before this was recorded, which is one of several ways. */
    answerForm: integer('answer_form').notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('security_questions_position').on(table.vaultId, table.position)],
);

export const executors = pgTable(
  'executors',
  {
    id: id(),
    vaultId: uuid('vault_id')
      .notNull()
      .references(() => vaults.id, { onDelete: 'cascade' }),
    name: varchar('name', { length: 255 }).notNull(),
    email: varchar('email', { length: 255 }).notNull(),
    /** A keyed digest of the code, or nothing before the vault is activated. */
    accessCode: varchar('access_code', { length: 100 }).unique(),
    /** When the code was used last, how often since its owner was last notified, and when that was. */
    usedAt: moment('used_at'),
    unreportedUses: integer('untold_uses').notNull().default(0),
    notifiedAt: moment('told_at'),
    /** What the owner adds for them, shown in their letter and on their page. */
    note: text('note').notNull().default(''),
    codeSentAt: moment('code_sent_at'),
    /** A keyed digest of the token in their letter that confirms it, and when they first did. */
    confirmToken: varchar('confirm_token', { length: 64 }).unique(),
    confirmedAt: moment('confirmed_at'),
    createdAt: createdAt(),
  },
  (table) => [index('executors_vault').on(table.vaultId)],
);
