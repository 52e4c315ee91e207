// Plans, owners' purchases, and the received webhook events.
import { type AnyPgColumn, boolean, index, integer, numeric, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import type { PurchaseId, StripeSubscriptionId } from '../../lib/ids.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { ofUser } from './people.ts';

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

export const userSubscriptions = pgTable(
  'user_subscriptions',
  {
    id: id().$type<PurchaseId>(),
    userId: ofUser(),
    planId: uuid('plan_id')
      .notNull()
      .references(() => plans.id),
    stripeSubscriptionId: varchar('stripe_subscription_id', { length: 255 }).$type<StripeSubscriptionId>().unique(),
    stripePaymentIntentId: varchar('stripe_payment_intent_id', { length: 255 }).unique(),
    /** A PurchaseStatus. */
    status: varchar('status', { length: 50 }).notNull().default('active'),
    vaultsCreated: integer('vaults_created').notNull().default(0),
    /** The ended purchase that this renewal replaces and whose vaults it takes over. */
    replacesId: uuid('replaces_id')
      .$type<PurchaseId>()
      .references((): AnyPgColumn => userSubscriptions.id, { onDelete: 'set null' }),
    /** Set once it ends with its owner's account: whether it renews if that is undone. */
    renewsIfKept: boolean('renews_if_kept'),
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

/** An owner's identity at Stripe: one customer in each mode, and a new one if Stripe no longer knows the last one. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    id: varchar('id', { length: 255 }).primaryKey(),
    userId: ofUser(),
    /** A GatewayMode. */
    mode: varchar('mode', { length: 20 }).notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('payment_customers_user').on(table.userId, table.mode, table.createdAt)],
);

/** A charge as it was billed at the time. Afterwards only its refunds may change. */
export const payments = pgTable(
  'payments',
  {
    /** Stripe's id of the invoice, or of the one-time payment. */
    id: varchar('id', { length: 255 }).primaryKey(),
    userId: ofUser(),
    /** Its payment intent; null if credit covered everything. */
    intentId: varchar('intent_id', { length: 255 }),
    description: varchar('description', { length: 255 }).notNull(),
    billedName: text('billed_name').notNull(),
    billedEmail: varchar('billed_email', { length: 255 }).notNull(),
    totalCents: integer('total_cents').notNull(),
    /** The total less the owner's credit. */
    paidCents: integer('paid_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** Whether the bank has permanently charged it back. */
    isDisputed: boolean('is_disputed').notNull().default(false),
    at: moment('at').notNull(),
  },
  (table) => [index('payments_user').on(table.userId, table.at), index('payments_intent').on(table.intentId)],
);

export const paymentEvents = pgTable('payment_events', {
  id: varchar('id', { length: 255 }).primaryKey(),
  type: varchar('type', { length: 100 }).notNull(),
  objectId: varchar('object_id', { length: 255 }),
  handledAt: moment('handled_at'),
  receivedAt: moment('received_at').notNull(),
});
