// Writes the plan catalogue into the plans table with one statement. It runs at every start and in any number of processes.
import { planCatalogue } from '@remembrance/contract/plan-catalogue.ts';
import type { Database } from '../platform/database/open-database.ts';
import { upsertPlans } from './plan-store.ts';

/** Does not change columns outside the catalogue: whether a plan is on offer, and its Stripe ids. */
export async function seedPlans(database: Database): Promise<void> {
  const seeded = planCatalogue.map(
    ({ name, displayName, planType, price, vaultLimit, filesPerVault, editsAllowed }) => ({
      name,
      displayName,
      planType,
      price,
      vaultLimit,
      filesPerVault,
      editsAllowed,
    }),
  );
  await upsertPlans(database, seeded);
}
