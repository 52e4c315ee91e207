// What every way of paying begins with: the vault may be paid for, its owner is a customer, and of one vault one purchase
// is open at a time, whichever tab asks.

import type { Purchase } from '../gateway/payment-gateway.ts';
import { isId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { findPlanByName, type PlanRow } from '../plans/plan-store.ts';
import { claimFreePlace } from '../purchases/claim-free-place.ts';
import { findPurchaseById, type PurchaseRow } from '../purchases/purchase-store.ts';
import { ownerName } from '../users/owner-name.ts';
import { findUser, setStripeCustomerId, type UserRow } from '../users/user-store.ts';
import { activateVault } from '../vaults/activate-vault.ts';
import { setPurchaseUnderWay } from '../vaults/vault-payment-store.ts';
import { lockOwner, lockVaultOf } from '../vaults/vault-store.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { isPriceOf, kindOf } from './price-rules.ts';
import { activeStatus, settlePayment } from './settle-payment.ts';
import { stripeIdOf, upsertPurchase } from './upsert-purchase.ts';

export interface BeginInput {
  ownerId: string;
  vaultId: string;
}

export interface Payable {
  plan: PlanRow;
  owner: UserRow;
  /** The purchase that was begun for this vault before. */
  earlier: PurchaseRow | null;
}

/**
 * The vault's plan and owner, where it can be paid for now.
 * A place the owner has paid for before is taken instead of a second payment; the vault is active then, and refused as such.
 */
export async function readPayable(needs: PaymentNeeds, input: BeginInput, kind: Purchase['kind']): Promise<Payable> {
  const { ownerId, vaultId } = input;
  if (!isId(vaultId)) refuse('vault-not-found');
  const payable = await needs.database.transaction(async (tx) => {
    await lockOwner(tx, ownerId);
    const vault = await lockVaultOf(tx, ownerId, vaultId);
    const owner = await findUser(tx, ownerId);
    if (!vault || !owner) refuse('vault-not-found');
    if (vault.paymentStatus === 'lapsed') refuse('plan-lapsed');
    if (vault.paymentStatus !== 'unpaid') refuse('already-paid');
    const plan = await findPlanByName(tx, vault.planType);
    if (!plan?.isActive || kindOf(plan) !== kind) refuse('wrong-plan-kind');
    const place = await claimFreePlace(tx, ownerId, plan);
    if (place) {
      await activateVault(needs, tx, { vaultId, ...place });
      return null;
    }
    return { plan, owner, earlier: vault.subscriptionId ? await findPurchaseById(tx, vault.subscriptionId) : null };
  });
  return payable ?? refuse('already-paid');
}

/** The owner's customer at the card processor, made on first need. */
export async function customerOf({ database, paymentGateway }: PaymentNeeds, owner: UserRow): Promise<string> {
  if (owner.stripeCustomerId) return owner.stripeCustomerId;
  const person = { userId: owner.id, email: owner.email, name: ownerName(owner) };
  const made = await paymentGateway.createCustomer(person);
  return (await setStripeCustomerId(database, owner.id, made)) ?? refuse('vault-not-found');
}

const reusableHours = 24;

interface Reopening {
  beginning: Purchase['beginning'];
  /** What is refused where it was paid. */
  whenPaid: 'already-paid' | 'plan-runs';
}

/**
 * The earlier purchase, where it can still be paid as it is wanted now. Another one that is open is ended, so that it
 * can't be paid as well; one that was paid unnoticed is settled.
 */
export async function reopen(
  needs: PaymentNeeds,
  { earlier, plan }: Pick<Payable, 'earlier' | 'plan'>,
  { beginning, whenPaid }: Reopening,
): Promise<Purchase | null> {
  if (earlier?.status !== 'incomplete') return null;
  const purchase = await needs.paymentGateway.readPurchase(stripeIdOf(earlier));
  if (!purchase) return null;
  if (purchase.state !== 'open') {
    const isActive = activeStatus(await settlePayment(needs, purchase)) !== null;
    return isActive ? refuse(whenPaid) : null;
  }
  const ageHours = (needs.clock.now().getTime() - earlier.createdAt.getTime()) / 3_600_000;
  const fits = purchase.beginning === beginning && isPriceOf(purchase, plan) && ageHours < reusableHours;
  if (fits) return purchase;
  await needs.paymentGateway.abandon(purchase);
  return null;
}

/**
 * Ties a purchase to its vault, before the page can pay it.
 * @returns false where it was settled in the meantime. Refuses, and ends it, where the vault needs none any more.
 */
export async function tieToVault(needs: PaymentNeeds, purchase: Purchase): Promise<boolean> {
  const { userId, vaultId, intentId } = purchase;
  const tied = await needs.database.transaction(async (tx) => {
    await lockOwner(tx, userId);
    const row = await upsertPurchase(tx, purchase, needs.clock.now());
    if (row.status !== 'incomplete') return 'settled';
    return (await setPurchaseUnderWay(tx, { vaultId, purchaseId: row.id, intentId })) ? 'tied' : 'not-needed';
  });
  if (tied === 'not-needed') {
    await needs.paymentGateway.abandon(purchase);
    refuse('already-paid');
  }
  return tied === 'tied';
}

/** What the page confirms the purchase with. */
export function secretOf({ clientSecret }: Purchase): string {
  if (!clientSecret) throw new Error('an open purchase without anything to confirm');
  return clientSecret;
}
