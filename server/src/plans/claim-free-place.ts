// Takes a place on a plan for a vault that is about to be created or paid for.
import type { Transaction } from '../database/transaction.ts';
import { refuse } from '../lib/refusal.ts';
import { type FreePlace, fullSentence } from './place-rules.ts';
import type { PlanRow } from './plan-store.ts';
import { countVaultOn, placesOf } from './purchase-store.ts';

/**
 * Hold the owner's lock until the transaction ends.
 * @returns the place on an earlier purchase that the vault is to be activated on, or null where it has to be paid for.
 * @throws {Refusal} 'plan-limit-reached' where the plan has no room for another vault at all.
 */
export async function claimFreePlace(tx: Transaction, ownerId: string, plan: PlanRow): Promise<FreePlace | null> {
  const { isFull, freePlace } = await placesOf(tx, ownerId, plan);
  if (isFull) refuse('plan-limit-reached', { detail: fullSentence(plan.name) });
  if (freePlace) await countVaultOn(tx, freePlace.subscriptionId);
  return freePlace;
}
