// Queries of the purchase that pays for a vault.
import { and, asc, eq, ne } from 'drizzle-orm';
import type { FreePlace } from '../../plans/place-rules.ts';
import { users, vaults } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { PurchaseId } from '../../platform/lib/ids.ts';
import type { VaultRow } from './vault-store.ts';

/** A vault, with the place on the purchase that pays for it. */
export type Activation = FreePlace & { vaultId: string };

/** Activates an unpaid vault, once. Null if it was already active or is gone. */
export async function activateOnce(tx: Transaction, input: Activation, now: Date) {
  const { vaultId, ...values } = input;
  const [vault] = await tx
    .update(vaults)
    .set({ ...values, activatedAt: now, updatedAt: now })
    .where(and(eq(vaults.id, vaultId), eq(vaults.paymentStatus, 'unpaid')))
    .returning();
  if (!vault) return null;
  const [owner] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(eq(users.id, vault.creatorId));
  if (!owner) throw new Error('the vault has no owner');
  return { vault, owner };
}

interface PurchaseUnderWay {
  vaultId: string;
  purchaseId: PurchaseId;
  intentId: string | null;
}

/** Stores the purchase in progress for an unpaid vault. Returns false if the vault is paid for or gone. */
export async function setPurchaseUnderWay(tx: Transaction, input: PurchaseUnderWay): Promise<boolean> {
  const { vaultId, purchaseId, intentId: stripePaymentIntentId } = input;
  const { rowCount } = await tx
    .update(vaults)
    .set({ purchaseId, stripePaymentIntentId })
    .where(and(eq(vaults.id, vaultId), eq(vaults.paymentStatus, 'unpaid')));
  return rowCount !== 0;
}

/** The activated vaults on a purchase, oldest first. */
export async function listVaultsOn(tx: Transaction, purchaseId: PurchaseId): Promise<{ id: string }[]> {
  return tx
    .select({ id: vaults.id })
    .from(vaults)
    .where(isActivatedOn(purchaseId))
    .orderBy(asc(vaults.activatedAt), asc(vaults.id));
}

/** Changes the activated vaults on a purchase: another purchase pays for them, they lapse, or they follow it to another plan. */
export async function changeVaultsOn(
  tx: Transaction,
  purchaseId: PurchaseId,
  to: Partial<Pick<VaultRow, 'purchaseId' | 'paymentStatus' | 'planType'>>,
): Promise<void> {
  await tx.update(vaults).set(to).where(isActivatedOn(purchaseId));
}

// A draft with a payment in progress refers to its purchase too.
const isActivatedOn = (purchaseId: PurchaseId) =>
  and(eq(vaults.purchaseId, purchaseId), ne(vaults.paymentStatus, 'unpaid'));
