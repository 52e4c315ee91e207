// Checks where the vaults of an ended purchase can go.
import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import type { Transaction } from '../platform/database/transaction.ts';
import { type FreePlace, placeFor } from './place-rules.ts';
import type { PlanRow } from './plan-store.ts';
import { listLivePurchases, placesOf } from './purchase-store.ts';

interface Room {
  /** Whether the plan has room for all of the owner's vaults on it, including these. */
  hasRoom: boolean;
  /** A running purchase with free places for all of these vaults, so that no new one is needed. */
  freePlace: FreePlace | null;
}

/** The caller must hold the owner's lock. */
export async function findRoom(tx: Transaction, ownerId: string, plan: PlanRow, vaults: number): Promise<Room> {
  const { used } = await placesOf(tx, ownerId, plan);
  const hasRoom = plan.vaultLimit === unlimited || used <= plan.vaultLimit;
  return { hasRoom, freePlace: placeFor(plan, await listLivePurchases(tx, ownerId, plan), vaults) };
}
