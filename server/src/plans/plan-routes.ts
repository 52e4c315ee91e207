// The HTTP routes for the plans on offer, and the places an owner has used of each.
import { listPlans, type OwnPlaces } from '@remembrance/contract/plans.ts';
import type { Routes } from '../http/routes.ts';
import { findUser } from '../people/users/user-store.ts';
import type { Database } from '../platform/database/transaction.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { listActivePlans } from './plan-store.ts';
import { placesOf } from './purchase-store.ts';

export function planRoutes(routes: Routes, { database }: { database: Database }): void {
  routes.open(listPlans, () => listActivePlans(database));
}

/**
 * Shows the places an owner has used on each offered plan, by the same rule as creating a vault. It only reads: the
 * decision itself is made under the owner's lock.
 */
export async function showPlaces({ database }: { database: Database }, ownerId: string): Promise<OwnPlaces> {
  const owner = (await findUser(database, ownerId)) ?? refuse('unauthorized');
  const plans: OwnPlaces['plans'] = [];
  for (const plan of await listActivePlans(database)) {
    const { used, freePlace } = await placesOf(database, ownerId, plan);
    plans.push({ name: plan.name, used, limit: plan.vaultLimit, freePlace: freePlace?.paymentStatus ?? null });
  }
  return { trialUsed: owner.trialStartedAt !== null, plans };
}
