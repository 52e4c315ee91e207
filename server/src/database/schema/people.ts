// People, the ways they sign in, and their sessions.
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';

export const users = pgTable('users', {
  id: id(),
  email: varchar('email', { length: 255 }).notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  firstName: varchar('first_name', { length: 255 }),
  lastName: varchar('last_name', { length: 255 }),
  profileImageUrl: text('profile_image_url'),
  termsAcceptedAt: moment('terms_accepted_at'),
  /** The Stripe customer, created at the first payment. */
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

/** Slow hashes. An owner who signs in through the OpenID provider alone has none. */
export const passwords = pgTable('passwords', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  hash: text('hash').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Who an owner is at the OpenID provider: its issuer and its own id for them. */
export const openIdIdentities = pgTable(
  'openid_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index('openid_identities_user').on(table.userId)],
);

/** The links in an account's letters and the tokens of a sign-in under way, each by a keyed digest. */
export const accountLinks = pgTable(
  'account_links',
  {
    /** The words of LinkPurpose. */
    purpose: varchar('purpose', { length: 50 }).notNull(),
    tokenDigest: varchar('token_digest', { length: 100 }).notNull(),
    /** The account; before a sign-in by passkey, where it is not known yet, an id of no account. */
    accountId: uuid('account_id').notNull(),
    expiresAt: moment('expires_at').notNull(),
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
