// Finds places that an owner has already paid for: for a new vault, or for all vaults of an ended purchase.
import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import type { Transaction } from '../platform/database/transaction.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { type FreePlace, fullSentence, placeFor } from './place-rules.ts';
import type { PlanRow } from './plan-store.ts';
import { countVaultOn, listLivePurchases, placesOf } from './purchase-store.ts';

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

/**
 * A place the owner has already paid for, or null if the vault needs its own purchase. The caller must
 * hold the owner's lock.
 * @throws {Refusal} 'plan-limit-reached' if the plan has no room for another vault.
 */
export async function findFreePlace(tx: Transaction, ownerId: string, plan: PlanRow): Promise<FreePlace | null> {
  const { isFull, freePlace } = await placesOf(tx, ownerId, plan);
  if (isFull) refuse('plan-limit-reached', { detail: fullSentence(plan.name) });
  return freePlace;
}

/** Like findFreePlace, but also counts the place as used. The caller activates the vault in the same transaction. */
export async function claimFreePlace(tx: Transaction, ownerId: string, plan: PlanRow): Promise<FreePlace | null> {
  const place = await findFreePlace(tx, ownerId, plan);
  if (place) await countVaultOn(tx, place.purchaseId);
  return place;
}
