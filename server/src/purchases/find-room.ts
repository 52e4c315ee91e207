// Where the vaults of a purchase that ended can go, on the plan they are on.
import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import type { Transaction } from '../database/transaction.ts';
import type { PlanRow } from '../plans/plan-store.ts';
import { type FreePlace, placeFor } from './place-rules.ts';
import { listLivePurchases, placesOf } from './purchase-store.ts';

interface Room {
  /** Whether the plan has room for all vaults of the owner on it, these among them. */
  hasRoom: boolean;
  /** The running purchase with free places for all of these, which then need no other. */
  freePlace: FreePlace | null;
}

/** Hold the owner's lock. */
export async function findRoom(tx: Transaction, ownerId: string, plan: PlanRow, vaults: number): Promise<Room> {
  const { used } = await placesOf(tx, ownerId, plan);
  const hasRoom = plan.vaultLimit === unlimited || used <= plan.vaultLimit;
  return { hasRoom, freePlace: placeFor(plan, await listLivePurchases(tx, ownerId, plan), vaults) };
}
