// Brings the table of plans to the catalogue: one statement, run at every start, by any number of processes at once.
import { planCatalogue } from '@remembrance/contract/plan-catalogue.ts';
import type { Database } from '../database/open-database.ts';
import { upsertPlans } from './plan-store.ts';

/** Keeps what the catalogue does not say: whether a plan is on offer, and its names at the card processor. */
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
