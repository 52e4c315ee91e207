// The HTTP route that lists the plans on offer.
import { listPlans } from '@remembrance/contract/plans.ts';
import type { Routes } from '../http/routes.ts';
import type { Database } from '../platform/database/open-database.ts';
import { listActivePlans } from './plan-store.ts';

export function planRoutes(routes: Routes, { database }: { database: Database }): void {
  routes.open(listPlans, () => listActivePlans(database));
}
