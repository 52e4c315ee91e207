// Moves the vaults of a purchase that ended onto another one, once: released ones too, each with its codes.
import type { Transaction } from '../database/transaction.ts';
import type { FreePlace } from '../purchases/place-rules.ts';
import { countVaultOn } from '../purchases/purchase-store.ts';
import { replaceOnce } from '../purchases/renewal-store.ts';
import { moveVaults } from '../vaults/vault-payment-store.ts';

interface Move {
  /** The ended purchase, and how many activated vaults it has. */
  ended: { id: string; vaults: number };
  place: FreePlace;
}

/** Hold the owner's lock. False where it was renewed before; nothing has happened then. */
export async function moveVaultsOnce(tx: Transaction, { ended, place }: Move, now: Date): Promise<boolean> {
  if (!(await replaceOnce(tx, ended.id, now))) return false;
  await moveVaults(tx, ended.id, place);
  await countVaultOn(tx, place.subscriptionId, ended.vaults);
  return true;
}
