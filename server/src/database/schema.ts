// Every table of the product. Migrations in server/migrations are generated from here and read by a person.
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const createdAt = () => moment('created_at').notNull().default(sql`now()`);
const updatedAt = () => moment('updated_at').notNull().default(sql`now()`);
const id = () => uuid('id').primaryKey().default(sql`gen_random_uuid()`);

// --- People, how they sign in, and their sessions

export const users = pgTable('users', {
  id: id(),
  email: varchar('email', { length: 255 }).notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  firstName: varchar('first_name', { length: 255 }),
  lastName: varchar('last_name', { length: 255 }),
  profileImageUrl: text('profile_image_url'),
  termsAcceptedAt: moment('terms_accepted_at'),
  /** The card processor's customer, made at the first payment. */
  stripeCustomerId: varchar('stripe_customer_id', { length: 255 }).unique(),
  /** When the one free trial of this owner began. */
  trialStartedAt: moment('trial_started_at'),
  /** Kinds of letter this owner does not want; only those that may be refused. */
  refusedLetters: text('refused_letters').array().notNull().default(sql`'{}'`),
  /** When the owner asked for the account to be deleted. Signing in takes it back; the purge ends it. */
  deletedAt: moment('deleted_at'),
  /** Since when an operator keeps the owner from signing in. */
  suspendedAt: moment('suspended_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    sid: text('sid').notNull().unique(),
    sess: jsonb('sess'),
    expire: moment('expire').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** When the owner last gave the password or a passkey in it, after signing in. */
    provenAt: moment('proven_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('sessions_expire').on(table.expire), index('sessions_user').on(table.userId)],
);

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('accounts_user').on(table.userId),
    uniqueIndex('accounts_provider_account').on(table.providerId, table.accountId),
  ],
);

export const verifications = pgTable(
  'verifications',
  {
    id: id(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
);

/** Browsers an owner has signed up or in from, by a digest of the token each of them keeps. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    digest: varchar('digest', { length: 100 }).notNull(),
    /** When this browser proved that the owner's mailbox is its user's: by a letter's link, or by the provider's word. */
    provedAt: moment('proved_at'),
    /** Until when no code of the authenticator app is asked for here. */
    trustedUntil: moment('trusted_until'),
    lastSeenAt: moment('last_seen_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.digest] })],
);

/** The authenticator app of an owner: asked for at sign-in once it is confirmed. */
export const twoFactors = pgTable('two_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sealedSecret: text('sealed_secret').notNull(),
  confirmedAt: moment('confirmed_at'),
  /** Since when it is known to be the owner's: turned on or used in a browser that proved the mailbox. */
  provedAt: moment('proved_at'),
  /** The half minute whose code was used last; none is taken twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
});

/** An operator's order to turn the second step off, which waits so that its owner can stop it. */
export const twoFactorResets = pgTable('two_factor_resets', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  endsAt: moment('ends_at').notNull(),
  halfwayAt: moment('halfway_at').notNull(),
  /** When the letter in the middle was written. */
  remindedAt: moment('reminded_at'),
  createdAt: createdAt(),
});

/** Codes for the day the app is lost, as keyed digests; using one removes it. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    digest: varchar('digest', { length: 100 }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
);

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: varchar('name', { length: 255 }).notNull(),
    credentialId: text('credential_id').notNull().unique(),
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    lastUsedAt: moment('last_used_at'),
    /** Since when it is known to be the owner's: added or used in a browser that proved the mailbox. */
    provedAt: moment('proved_at'),
    createdAt: createdAt(),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/**
 * Changes an owner was told of by a letter with a way back. What was before is sealed, and erased once the days to put it
 * back are over; the row outlives the vault for a while, so that a late press is told that it is late.
 */
export const ownerChanges = pgTable(
  'owner_changes',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    vaultId: uuid('vault_id').references((): AnyPgColumn => vaults.id, { onDelete: 'set null' }),
    executorId: uuid('executor_id').references((): AnyPgColumn => executors.id, { onDelete: 'set null' }),
    /** The words of OwnerChangeKind. */
    kind: varchar('kind', { length: 50 }).notNull(),
    sealedEarlier: text('sealed_earlier'),
    /** A keyed digest of the token in the letter's link. */
    tokenDigest: varchar('token_digest', { length: 100 }).notNull().unique(),
    expiresAt: moment('expires_at').notNull(),
    undoneAt: moment('undone_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('owner_changes_user').on(table.userId),
    index('owner_changes_vault').on(table.vaultId),
    index('owner_changes_executor').on(table.executorId),
    index('owner_changes_expires').on(table.expiresAt),
  ],
);

// --- Plans and what an owner has bought

export const plans = pgTable('plans', {
  id: id(),
  name: varchar('name', { length: 100 }).notNull().unique(),
  displayName: varchar('display_name', { length: 255 }).notNull(),
  planType: varchar('plan_type', { length: 50 }).notNull(),
  price: numeric('price', { precision: 10, scale: 2 }).notNull(),
  stripePriceId: varchar('stripe_price_id', { length: 255 }),
  stripeProductId: varchar('stripe_product_id', { length: 255 }),
  vaultLimit: integer('vault_limit').notNull(),
  filesPerVault: integer('files_per_vault').notNull(),
  editsAllowed: integer('edits_allowed').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** A purchase: one paid plan of an owner, monthly or once. */
export const userSubscriptions = pgTable(
  'user_subscriptions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    planId: uuid('plan_id')
      .notNull()
      .references(() => plans.id),
    stripeSubscriptionId: varchar('stripe_subscription_id', { length: 255 }).unique(),
    stripePaymentIntentId: varchar('stripe_payment_intent_id', { length: 255 }).unique(),
    /** The words of PurchaseStatus. */
    status: varchar('status', { length: 50 }).notNull().default('active'),
    vaultsCreated: integer('vaults_created').notNull().default(0),
    /** The purchase that ended and whose vaults go over to this one. */
    replacesId: uuid('replaces_id').references((): AnyPgColumn => userSubscriptions.id, { onDelete: 'set null' }),
    currentPeriodStart: moment('current_period_start'),
    currentPeriodEnd: moment('current_period_end'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('user_subscriptions_user').on(table.userId),
    index('user_subscriptions_plan').on(table.planId),
    index('user_subscriptions_replaces').on(table.replacesId),
  ],
);

// --- Vaults

export const vaults = pgTable(
  'vaults',
  {
    id: id(),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subscriptionId: uuid('subscription_id').references(() => userSubscriptions.id, { onDelete: 'set null' }),
    /** The name of the plan the vault was created on. */
    planType: varchar('plan_type', { length: 100 }).notNull(),
    title: varchar('title', { length: 255 }).notNull(),
    recipientName: varchar('recipient_name', { length: 255 }).notNull(),
    recipientEmail: varchar('recipient_email', { length: 255 }).notNull(),
    message: text('message').notNull().default(''),
    status: varchar('status', { length: 50 }).notNull().default('active'),
    paymentStatus: varchar('payment_status', { length: 20 }).notNull().default('unpaid'),
    stripePaymentIntentId: varchar('stripe_payment_intent_id', { length: 255 }),
    editCount: integer('edit_count').notNull().default(0),
    scheduledReleaseDate: moment('scheduled_release_date'),
    /** The key its creation was sent with, and a keyed digest of what was sent: sent again, it makes no second vault. */
    creationKey: varchar('creation_key', { length: 64 }),
    creationDigest: varchar('creation_digest', { length: 64 }),
    /** When its owner was told that this draft will end. A change since then has saved it. */
    draftNoticeAt: moment('draft_notice_at'),
    activatedAt: moment('activated_at'),
    releasedAt: moment('released_at'),
    /** When a vault its owner has deleted is removed for good; until then the letter about it brings it back. */
    purgeAt: moment('purge_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('vaults_creator').on(table.creatorId, table.createdAt),
    uniqueIndex('vaults_creation').on(table.creatorId, table.creationKey),
    index('vaults_purge').on(table.purgeAt).where(sql`status = 'deleting'`),
    index('vaults_subscription').on(table.subscriptionId),
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
    /** Since when its bytes are known not to be those that came. */
    damagedAt: moment('damaged_at'),
    createdAt: createdAt(),
  },
  (table) => [index('vault_files_vault').on(table.vaultId, table.createdAt)],
);

/** A reserved place for one file, from the moment its address is given out until its bytes are durable. */
/** What the bytes of a file were when they came; of a file from before this table, when they were first read for it. */
export const fileDigests = pgTable('file_digests', {
  fileId: uuid('file_id')
    .primaryKey()
    .references(() => vaultFiles.id, { onDelete: 'cascade' }),
  /** base64, of the whole. */
  sha256: varchar('sha256', { length: 44 }).notNull(),
  /** base64, the digests of every MiB one after the other. */
  segments: text('segments').notNull(),
  takenAt: moment('taken_at').notNull(),
});

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
    expiresAt: moment('expires_at').notNull(),
    /** The file it became. */
    fileId: uuid('file_id'),
    createdAt: createdAt(),
  },
  (table) => [index('uploads_vault').on(table.vaultId)],
);

/** Who owns a stored object; an object without a row here is swept away. */
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
    /** When the code was used last, how often since its owner was told, and when that was. */
    usedAt: moment('used_at'),
    unreportedUses: integer('untold_uses').notNull().default(0),
    notifiedAt: moment('told_at'),
    createdAt: createdAt(),
  },
  (table) => [index('executors_vault').on(table.vaultId)],
);

/** A recipient's link: one row for each letter that carried one. */
export const accessVerifications = pgTable(
  'access_verifications',
  {
    id: id(),
    vaultId: uuid('vault_id')
      .notNull()
      .references(() => vaults.id, { onDelete: 'cascade' }),
    /** A keyed digest of the token in the link. */
    verificationToken: varchar('verification_token', { length: 500 }).notNull().unique(),
    email: varchar('email', { length: 255 }).notNull(),
    verified: boolean('verified').notNull().default(false),
    securityAnswersProvided: boolean('security_answers_provided').notNull().default(false),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('access_verifications_vault').on(table.vaultId, table.createdAt)],
);

/** Wrong answers of a vault's recipient, counted before they are compared. The total is never reduced. */
export const accessGuesses = pgTable('access_guesses', {
  vaultId: uuid('vault_id')
    .primaryKey()
    .references(() => vaults.id, { onDelete: 'cascade' }),
  wrongInRow: integer('wrong_in_row').notNull().default(0),
  /** Who gave the wrong answers in a row: a browser's id, or `mailbox` once they were given behind a mailed code. */
  rowOf: varchar('row_of', { length: 64 }),
  wrongInAll: integer('wrong_in_all').notNull().default(0),
  /** At this many in all the questions are closed. Each reopening raises it. */
  maxWrong: integer('max_wrong').notNull().default(50),
  recipientReopenings: integer('recipient_reopenings').notNull().default(0),
  executorReopenings: integer('executor_reopenings').notNull().default(0),
  pausedUntil: moment('paused_until'),
});

/** A code that was mailed to a vault's recipient, for each browser that asked for one. */
export const accessCodes = pgTable(
  'access_codes',
  {
    vaultId: uuid('vault_id')
      .notNull()
      .references(() => vaults.id, { onDelete: 'cascade' }),
    browserId: varchar('browser_id', { length: 64 }).notNull(),
    /** A keyed digest of the code. */
    digest: varchar('digest', { length: 64 }).notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vaultId, table.browserId] })],
);

// --- Letters, audit, payments seen, limits

export const letters = pgTable(
  'letters',
  {
    id: uuid('id').primaryKey(),
    kind: varchar('kind', { length: 50 }).notNull(),
    vaultId: uuid('vault_id').references(() => vaults.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    recipient: varchar('recipient', { length: 255 }).notNull(),
    /** What the letter says, sealed; erased once it is sent. */
    sealedContent: text('sealed_content'),
    /** Two letters with the same key are one letter. */
    onceKey: varchar('once_key', { length: 255 }).unique(),
    messageId: varchar('message_id', { length: 255 }).notNull().unique(),
    status: varchar('status', { length: 20 }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Tries that met a bare no, which may have meant us and not the address. */
    declinedAttempts: integer('declined_attempts').notNull().default(0),
    /** Tries after which the letter may have arrived, as the answer to its text never came. */
    unansweredAttempts: integer('unanswered_attempts').notNull().default(0),
    /** When it may be tried next; while sending, when the sender's lease ends. */
    dueAt: moment('due_at').notNull(),
    /** When `dueAt` was written: in the future once the clock has gone back, and then the wait is over. */
    dueSetAt: moment('due_set_at').notNull().default(sql`now()`),
    lastError: text('last_error'),
    sentAt: moment('sent_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('letters_due').on(table.dueAt).where(sql`status in ('queued', 'sending')`),
    index('letters_vault').on(table.vaultId),
    index('letters_user').on(table.userId),
    check('letters_status', sql`${table.status} in ('queued', 'sending', 'sent', 'failed')`),
  ],
);

/** What became of each letter, one row for each step; only added to. It names nobody, and outlives the letter. */
export const letterEvents = pgTable(
  'letter_events',
  {
    id: uuid('id').primaryKey(),
    letterId: uuid('letter_id').notNull(),
    /** The words of LetterEvent. */
    event: varchar('event', { length: 20 }).notNull(),
    attempt: integer('attempt').notNull().default(0),
    /** Why it did not leave, in words fit for the log. */
    reason: text('reason'),
    at: moment('at').notNull(),
  },
  (table) => [index('letter_events_letter').on(table.letterId, table.at), index('letter_events_at').on(table.at)],
);

/**
 * What happened to a vault or an account and who did it; only added to. Kept when the vault is gone. A person stands here
 * by a pseudonym alone, which names nobody once the account is purged.
 */
export const auditLines = pgTable(
  'audit_lines',
  {
    id: uuid('id').primaryKey(),
    vaultId: uuid('vault_id'),
    personId: uuid('person_id'),
    actor: varchar('actor', { length: 20 }).notNull(),
    actorId: uuid('actor_id'),
    event: varchar('event', { length: 50 }).notNull(),
    detail: jsonb('detail').notNull().default({}),
    at: moment('at').notNull(),
  },
  (table) => [
    index('audit_lines_vault').on(table.vaultId, table.at),
    index('audit_lines_person').on(table.personId, table.at),
    index('audit_lines_at').on(table.at),
  ],
);

/** Whose lines are whose: made with the account by a trigger, and gone with it. */
export const auditPeople = pgTable('audit_people', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  personId: uuid('person_id').notNull().unique().default(sql`gen_random_uuid()`),
});

/** Why an operator did something: words that may name people, so they stand apart from the line and go with the account. */
export const auditReasons = pgTable(
  'audit_reasons',
  {
    lineId: uuid('line_id').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    reason: text('reason').notNull(),
  },
  (table) => [index('audit_reasons_user').on(table.userId)],
);

/** Every event of the card processor that was taken, so that a repeat is recognised. */
export const paymentEvents = pgTable('payment_events', {
  id: varchar('id', { length: 255 }).primaryKey(),
  type: varchar('type', { length: 100 }).notNull(),
  objectId: varchar('object_id', { length: 255 }),
  handledAt: moment('handled_at'),
  receivedAt: moment('received_at').notNull(),
});

/** Fixed windows for the limits that must hold across processes. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  tries: integer('tries').notNull(),
  windowEndsAt: moment('window_ends_at').notNull(),
});

/** One row: the last time the clock is known to have been right, and where one stands that went ahead. */
export const clockHeartbeat = pgTable(
  'clock_heartbeat',
  {
    id: integer('id').primaryKey(),
    seenAt: moment('seen_at').notNull(),
    jumpedToAt: moment('jumped_to_at'),
  },
  (table) => [check('clock_heartbeat_one', sql`${table.id} = 1`)],
);

/** One row: what this database was begun with. A start whose secret makes another check value would void every code. */
export const installation = pgTable('installation', {
  id: integer('id').primaryKey(),
  secretCheck: varchar('secret_check', { length: 64 }).notNull(),
  createdAt: moment('created_at').notNull(),
});
