// Moves the vaults of an ended purchase to another one, once. Released vaults and all codes move too.

import type { FreePlace } from '../../plans/place-rules.ts';
import { countVaultOn } from '../../plans/purchase-store.ts';
import { replaceOnce } from '../../plans/renewal-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { PurchaseId } from '../../platform/lib/ids.ts';
import { moveVaults } from '../../vaults/stores/vault-payment-store.ts';

interface Move {
  /** The ended purchase and its number of active vaults. */
  ended: { id: PurchaseId; vaults: number };
  place: FreePlace;
}

/** The caller must hold the owner's lock. Returns false, and changes nothing, if it was renewed before. */
export async function moveVaultsOnce(tx: Transaction, { ended, place }: Move, now: Date): Promise<boolean> {
  if (!(await replaceOnce(tx, ended.id, now))) return false;
  await moveVaults(tx, ended.id, place);
  await countVaultOn(tx, place.purchaseId, ended.vaults);
  return true;
}
