// Moves vaults to another purchase, or with their purchase to another plan. Released vaults and all codes move too.
import type { FreePlace } from '../../plans/place-rules.ts';
import type { PlanRow } from '../../plans/plan-store.ts';
import { countVaultOn, replaceOnce, setPlan } from '../../plans/purchase-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { PurchaseId } from '../../platform/lib/ids.ts';
import { changeVaultsOn } from '../../vaults/vault/vault-payment-store.ts';

interface Move {
  /** The ended purchase and its number of active vaults. */
  ended: { id: PurchaseId; vaults: number };
  place: FreePlace;
}

/** The caller must hold the owner's lock. Returns false, and changes nothing, if it was renewed before. */
export async function moveVaultsOnce(tx: Transaction, { ended, place }: Move, now: Date): Promise<boolean> {
  if (!(await replaceOnce(tx, ended.id, now))) return false;
  await changeVaultsOn(tx, ended.id, place);
  await countVaultOn(tx, place.purchaseId, ended.vaults);
  return true;
}

/** Moves a monthly purchase and its active vaults to another plan. The caller must hold the owner's lock. */
export async function movePlan(tx: Transaction, purchaseId: PurchaseId, plan: PlanRow): Promise<void> {
  await setPlan(tx, purchaseId, plan.id);
  await changeVaultsOn(tx, purchaseId, { planType: plan.name });
}
