// Queries of what a vault is paid by.
import { and, asc, eq, ne } from 'drizzle-orm';
import { users, vaults } from '../database/schema.ts';
import type { Transaction } from '../database/transaction.ts';

interface Activation {
  vaultId: string;
  paymentStatus: 'paid' | 'trial';
  subscriptionId: string;
  stripePaymentIntentId?: string;
}

/** Activates an unpaid vault, once; null when it was active already or is gone. */
export async function activate(tx: Transaction, input: Activation, now: Date) {
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
  if (!owner) throw new Error('a vault without its owner');
  return { vault, owner };
}

interface PurchaseUnderWay {
  vaultId: string;
  purchaseId: string;
  intentId: string | null;
}

/** Remembers what the vault is being paid by, while it is unpaid. False when it is not, or is gone. */
export async function setPurchaseUnderWay(tx: Transaction, input: PurchaseUnderWay): Promise<boolean> {
  const { vaultId, purchaseId: subscriptionId, intentId: stripePaymentIntentId } = input;
  const changed = await tx
    .update(vaults)
    .set({ subscriptionId, stripePaymentIntentId })
    .where(and(eq(vaults.id, vaultId), eq(vaults.paymentStatus, 'unpaid')))
    .returning({ id: vaults.id });
  return changed.length > 0;
}

/** The activated vaults on a purchase, oldest first. */
export async function listVaultsOn(tx: Transaction, purchaseId: string): Promise<{ id: string }[]> {
  return tx
    .select({ id: vaults.id })
    .from(vaults)
    .where(isActivatedOn(purchaseId))
    .orderBy(asc(vaults.activatedAt), asc(vaults.id));
}

interface NewPayer {
  subscriptionId: string;
  paymentStatus: 'paid' | 'trial';
}

/** Puts the activated vaults of one purchase onto another, which pays for them from now on. Their codes stay. */
export async function moveVaults(tx: Transaction, fromPurchaseId: string, to: NewPayer): Promise<void> {
  await tx.update(vaults).set(to).where(isActivatedOn(fromPurchaseId));
}

/** Carries a change of the plan to the activated vaults on it. */
export async function setPaymentStatusOn(
  tx: Transaction,
  purchaseId: string,
  status: 'paid' | 'lapsed',
): Promise<void> {
  await tx.update(vaults).set({ paymentStatus: status }).where(isActivatedOn(purchaseId));
}

/** Carries another plan to the activated vaults on a purchase. */
export async function setPlanTypeOn(tx: Transaction, purchaseId: string, planName: string): Promise<void> {
  await tx.update(vaults).set({ planType: planName }).where(isActivatedOn(purchaseId));
}

// A draft that is being paid for names its purchase too.
const isActivatedOn = (purchaseId: string) =>
  and(eq(vaults.subscriptionId, purchaseId), ne(vaults.paymentStatus, 'unpaid'));
