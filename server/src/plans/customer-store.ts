// Queries of the owners' customers at Stripe.
import { and, desc, eq } from 'drizzle-orm';
import { paymentCustomers } from '../platform/database/schema.ts';
import type { DatabaseOrTransaction } from '../platform/database/transaction.ts';

type Customer = Omit<typeof paymentCustomers.$inferSelect, 'createdAt'>;

/** The newest customer in this mode. */
export async function findCustomerId(
  database: DatabaseOrTransaction,
  { userId, mode }: Omit<Customer, 'id'>,
): Promise<string | null> {
  const [newest] = await database
    .select({ id: paymentCustomers.id })
    .from(paymentCustomers)
    .where(and(eq(paymentCustomers.userId, userId), eq(paymentCustomers.mode, mode)))
    .orderBy(desc(paymentCustomers.createdAt))
    .limit(1);
  return newest?.id ?? null;
}

/** The owner of this customer, in any mode. */
export async function findOwnerIdOf(database: DatabaseOrTransaction, customerId: string): Promise<string | null> {
  const [found] = await database.select().from(paymentCustomers).where(eq(paymentCustomers.id, customerId));
  return found?.userId ?? null;
}

export async function listCustomerIds(database: DatabaseOrTransaction, userId: string): Promise<string[]> {
  const rows = await database.select().from(paymentCustomers).where(eq(paymentCustomers.userId, userId));
  return rows.map(({ id }) => id);
}

/** Does nothing if another tab has stored it. */
export async function insertCustomer(database: DatabaseOrTransaction, customer: Customer, now: Date): Promise<void> {
  await database
    .insert(paymentCustomers)
    .values({ ...customer, createdAt: now })
    .onConflictDoNothing();
}
