// People, the ways they sign in, and their sessions.
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    email: varchar('email', { length: 255 }).notNull().unique(),
    /** The previous address while the move can still be undone, and when that ends. Letters about the account go to it too. */
    earlierEmail: varchar('earlier_email', { length: 255 }),
    earlierEmailUntil: moment('earlier_email_until'),
    /** When the account moved to a new address: until then it reads no content, unless the previous mailbox agrees. */
    contentFrom: moment('content_from'),
    /** How often a way in was withdrawn. A restored database learns from the journal whether it is older than one of them. */
    withdrawals: integer('withdrawals').notNull().default(0),
    emailVerified: boolean('email_verified').notNull().default(false),
    firstName: varchar('first_name', { length: 255 }),
    lastName: varchar('last_name', { length: 255 }),
    profileImageUrl: text('profile_image_url'),
    termsAcceptedAt: moment('terms_accepted_at'),
    /** The number in this owner's idempotency keys at Stripe. */
    stripeAttempt: integer('stripe_attempt').notNull().default(0),
    /** When this owner's one free trial started. */
    trialStartedAt: moment('trial_started_at'),
    /** Optional letters that this owner has turned off. */
    refusedLetters: text('refused_letters').array().notNull().default(sql`'{}'`),
    /** For dates in letters. The browser names it at sign-up. */
    timeZone: varchar('time_zone', { length: 64 }).notNull().default('UTC'),
    /** When the owner deleted the account. Signing in restores it until the purge. */
    deletedAt: moment('deleted_at'),
    /** Since when an operator has suspended the account. */
    suspendedAt: moment('suspended_at'),
    /** When somebody last reported one of this owner's letters. Letters to people who have not confirmed then wait for the operator. */
    reportedAt: moment('reported_at'),
    /** After how many months without a sign of the owner we ask whether they are well. Null: never. */
    checkInMonths: integer('check_in_months'),
    /** When we ask next, unless the owner shows up, and until when they do not want to be asked. */
    checkInNextAt: moment('check_in_next_at'),
    checkInPausedUntil: moment('check_in_paused_until'),
    /** When the open round began, null between rounds; how many of its emails were written. */
    checkInRoundAt: moment('check_in_round_at'),
    checkInStep: integer('check_in_step').notNull().default(0),
    /** The salt of the link of the latest round, and a keyed digest of its token. */
    checkInSalt: varchar('check_in_salt', { length: 100 }),
    checkInToken: varchar('check_in_token', { length: 100 }).unique(),
    /** When executors were asked because a round ended without an answer. Null once the owner has shown up. */
    checkInSilentAt: moment('check_in_silent_at'),
    /** When the yearly email to the owner is due; executors are asked once a year as long as it is set. Null: off. */
    yearlyAt: moment('yearly_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('users_check_in').on(table.checkInNextAt).where(sql`check_in_months is not null`),
    index('users_yearly').on(table.yearlyAt).where(sql`yearly_at is not null`),
  ],
);

/** The account that a row belongs to and is deleted with. */
export const ofUser = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    sid: text('sid').notNull().unique(),
    sess: jsonb('sess'),
    expire: moment('expire').notNull(),
    userId: ofUser(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The owner's name for a read-only token; null for a session of a browser. */
    tokenName: varchar('token_name', { length: 100 }),
    /** When the owner last gave the password or a passkey in it, after signing in. */
    provenAt: moment('proven_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('sessions_expire').on(table.expire), index('sessions_user').on(table.userId)],
);

/** Slow hashes. An owner who signs in only through the OpenID provider has none. */
export const passwords = pgTable('passwords', {
  userId: ofUser().primaryKey(),
  hash: text('hash').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** An owner's identity at the OpenID provider: its issuer and its own id for them. */
export const openIdIdentities = pgTable(
  'openid_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: ofUser(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index('openid_identities_user').on(table.userId)],
);

/** The links in an account's letters and the tokens of unfinished sign-ins, each by a keyed digest. */
export const accountLinks = pgTable(
  'account_links',
  {
    /** A LinkPurpose. */
    purpose: varchar('purpose', { length: 50 }).notNull(),
    tokenDigest: varchar('token_digest', { length: 100 }).notNull(),
    /** The account's id; the executor's for links about a code; for a sign-in by passkey, whose account is unknown at first, an unused id. */
    accountId: uuid('account_id').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /**
     * For a sign-in that waits for a code from the mailbox: the browser that waits, as the letter names it, and its own code, as a keyed
     * digest with its expiry and tries. It has none until one could be mailed.
     */
    waitsFrom: jsonb('waits_from').$type<{ device: string; network: string; at: string }>(),
    codeDigest: varchar('code_digest', { length: 100 }),
    codeExpiresAt: moment('code_expires_at'),
    codeTries: integer('code_tries').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.purpose, table.tokenDigest] }),
    index('account_links_account').on(table.accountId),
    index('account_links_expires').on(table.expiresAt),
  ],
);

export const knownDevices = pgTable(
  'known_devices',
  {
    userId: ofUser(),
    digest: varchar('digest', { length: 100 }).notNull(),
    /** Names it on the account page. */
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    /** Of its last sign-in. Null before the first. */
    userAgent: text('user_agent'),
    /** When this browser proved access to the owner's mailbox: by a letter's link or through the OpenID provider. */
    provedAt: moment('proved_at'),
    /** Until when this browser needs no code from the authenticator app. */
    trustedUntil: moment('trusted_until'),
    lastSeenAt: moment('last_seen_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.digest] })],
);

export const twoFactors = pgTable('two_factors', {
  userId: ofUser().primaryKey(),
  sealedSecret: text('sealed_secret').notNull(),
  confirmedAt: moment('confirmed_at'),
  /** Since when it is known to be the owner's: turned on or used in a browser that proved the mailbox. */
  provedAt: moment('proved_at'),
  /** The time step (half a minute) of the last used code. No code is accepted twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
});

export const twoFactorResets = pgTable('two_factor_resets', {
  userId: ofUser().primaryKey(),
  endsAt: moment('ends_at').notNull(),
  halfwayAt: moment('halfway_at').notNull(),
  /** When the half-way reminder was sent. */
  remindedAt: moment('reminded_at'),
  createdAt: createdAt(),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    digest: varchar('digest', { length: 100 }).primaryKey(),
    userId: ofUser(),
    createdAt: createdAt(),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
);

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: ofUser(),
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
