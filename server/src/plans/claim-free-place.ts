// Finds a free place on a plan for a vault that is about to be created or paid for.
import type { Transaction } from '../platform/database/transaction.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { type FreePlace, fullSentence } from './place-rules.ts';
import type { PlanRow } from './plan-store.ts';
import { countVaultOn, placesOf } from './purchase-store.ts';

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
