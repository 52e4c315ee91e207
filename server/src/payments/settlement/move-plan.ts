// Moves a monthly purchase and its active vaults to another plan.

import type { PlanRow } from '../../plans/plan-store.ts';
import { setPlan } from '../../plans/purchase-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { PurchaseId } from '../../platform/lib/ids.ts';
import { setPlanTypeOn } from '../../vaults/stores/vault-payment-store.ts';

/** The caller must hold the owner's lock. */
export async function movePlan(tx: Transaction, purchaseId: PurchaseId, plan: PlanRow): Promise<void> {
  await setPlan(tx, purchaseId, plan.id);
  await setPlanTypeOn(tx, purchaseId, plan.name);
}
