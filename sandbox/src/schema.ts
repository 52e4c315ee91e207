// The sandbox's only table. Its migrations are generated from this file, separately from the product's.
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core';

/** The sandbox's objects, stored to survive a restart. Empty if Stripe keys are set. */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: varchar('id', { length: 255 }).primaryKey(),
    kind: varchar('kind', { length: 50 }).notNull(),
    object: jsonb('object').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  },
  (table) => [index('sandbox_objects_kind').on(table.kind, table.createdAt)],
);
