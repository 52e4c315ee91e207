// Moves the vaults of an ended purchase to another one, once. Released vaults and all codes move too.
import type { Transaction } from '../database/transaction.ts';
import type { PurchaseId } from '../lib/ids.ts';
import type { FreePlace } from '../purchases/place-rules.ts';
import { countVaultOn } from '../purchases/purchase-store.ts';
import { replaceOnce } from '../purchases/renewal-store.ts';
import { moveVaults } from '../vaults/vault-payment-store.ts';

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
