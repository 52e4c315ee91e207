// Puts the vaults of a purchase that ended onto another one, once: released ones too, each with the codes it has.
import type { Transaction } from '../database/transaction.ts';
import type { FreePlace } from '../purchases/place-rules.ts';
import { countVaultOn, type PurchaseRow } from '../purchases/purchase-store.ts';
import { followOnce } from '../purchases/renewal-store.ts';
import { moveVaults } from '../vaults/vault-payment-store.ts';

interface TakeOver {
  ended: PurchaseRow;
  /** How many vaults go over. */
  vaults: number;
  place: FreePlace;
}

/** Hold the owner's lock. False where it was followed before; nothing has happened then. */
export async function takeOverVaults(tx: Transaction, { ended, vaults, place }: TakeOver, now: Date): Promise<boolean> {
  if (!(await followOnce(tx, ended.id, now))) return false;
  await moveVaults(tx, ended.id, place);
  await countVaultOn(tx, place.subscriptionId, vaults);
  return true;
}
