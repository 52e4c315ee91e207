// Plans, what an owner has bought, and the webhook events that were received.
import { type AnyPgColumn, boolean, index, integer, numeric, pgTable, uuid, varchar } from 'drizzle-orm/pg-core';
import type { PurchaseId, StripeSubscriptionId } from '../../lib/ids.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { users } from './people.ts';

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
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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

export const paymentEvents = pgTable('payment_events', {
  id: varchar('id', { length: 255 }).primaryKey(),
  type: varchar('type', { length: 100 }).notNull(),
  objectId: varchar('object_id', { length: 255 }),
  handledAt: moment('handled_at'),
  receivedAt: moment('received_at').notNull(),
});
