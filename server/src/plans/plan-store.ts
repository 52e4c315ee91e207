// Queries of the plans.
import { planCatalogue } from '@remembrance/contract/plan-catalogue.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { plans } from '../platform/database/schema.ts';
import { type DatabaseOrTransaction, firstRow } from '../platform/database/transaction.ts';

export type PlanRow = typeof plans.$inferSelect;

/** Cheapest first within each kind. */
export const listActivePlans = (database: DatabaseOrTransaction): Promise<PlanRow[]> =>
  database.select().from(plans).where(eq(plans.isActive, true)).orderBy(asc(plans.planType), asc(plans.price));

export const findPlanByName = (database: DatabaseOrTransaction, name: string): Promise<PlanRow | null> =>
  firstRow(database.select().from(plans).where(eq(plans.name, name)));

export const findPlanById = (database: DatabaseOrTransaction, id: string): Promise<PlanRow | null> =>
  firstRow(database.select().from(plans).where(eq(plans.id, id)));

/** Stores the Stripe ids of the plan's price and product, unless the price has changed in the meantime. */
export async function setPlanPrice(
  database: DatabaseOrTransaction,
  { id, price }: PlanRow,
  stripe: { priceId: string; productId: string },
): Promise<void> {
  await database
    .update(plans)
    .set({ stripePriceId: stripe.priceId, stripeProductId: stripe.productId })
    .where(and(eq(plans.id, id), eq(plans.price, price)));
}

/**
 * Writes the plan catalogue into the table with one statement, at every start and in any number of processes. Writes only differences,
 * and no column outside the catalogue: whether a plan is on offer, and its Stripe ids. A changed price clears the stored Stripe price
 * id, because it needs a new one.
 */
export async function seedPlans(database: DatabaseOrTransaction): Promise<void> {
  const excluded = (column: string) => sql`excluded.${sql.identifier(column)}`;
  await database
    .insert(plans)
    .values([...planCatalogue])
    .onConflictDoUpdate({
      target: plans.name,
      set: {
        displayName: excluded('display_name'),
        planType: excluded('plan_type'),
        price: excluded('price'),
        vaultLimit: excluded('vault_limit'),
        filesPerVault: excluded('files_per_vault'),
        editsAllowed: excluded('edits_allowed'),
        stripePriceId: sql`case when ${plans.price} = ${excluded('price')} then ${plans.stripePriceId} end`,
        updatedAt: excluded('updated_at'),
      },
      setWhere: sql`(${plans.displayName}, ${plans.planType}, ${plans.price}, ${plans.vaultLimit}, ${plans.filesPerVault}, ${plans.editsAllowed})
        is distinct from (${excluded('display_name')}, ${excluded('plan_type')}, ${excluded('price')}, ${excluded('vault_limit')}, ${excluded('files_per_vault')}, ${excluded('edits_allowed')})`,
    });
}
