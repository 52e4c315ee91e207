// Takes a place on a plan for a vault that is about to be created or paid for.
import type { Transaction } from '../database/transaction.ts';
import { refuse } from '../lib/refusal.ts';
import type { PlanRow } from '../plans/plan-store.ts';
import { type FreePlace, fullSentence } from './place-rules.ts';
import { countVaultOn, placesOf } from './purchase-store.ts';

/**
 * The place of an earlier purchase that a vault can be activated on, or null where it has to be paid for. Hold the owner's lock.
 * @throws {Refusal} 'plan-limit-reached' where the plan has no room for another vault at all.
 */
export async function findFreePlace(tx: Transaction, ownerId: string, plan: PlanRow): Promise<FreePlace | null> {
  const { isFull, freePlace } = await placesOf(tx, ownerId, plan);
  if (isFull) refuse('plan-limit-reached', { detail: fullSentence(plan.name) });
  return freePlace;
}

/** The same, and it is taken: the vault is to be activated in this transaction. */
export async function claimFreePlace(tx: Transaction, ownerId: string, plan: PlanRow): Promise<FreePlace | null> {
  const place = await findFreePlace(tx, ownerId, plan);
  if (place) await countVaultOn(tx, place.subscriptionId);
  return place;
}
