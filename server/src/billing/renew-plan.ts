// Renews an ended plan with a payment, together with all vaults on it. An ended plan has at most one open renewal, whatever
// the number of tabs, so that it is paid only once.

import type { Purchase } from '../gateway/payment-gateway.ts';
import type { PurchaseId } from '../lib/ids.ts';
import { centsOf } from '../lib/money.ts';
import { refuse } from '../lib/refusal.ts';
import { clientSecretOf, customerOf, reuseOpenPurchase } from '../payments/begin-purchase.ts';
import { settleForPage } from '../payments/complete-payment.ts';
import { priceIdOf } from '../payments/ensure-price.ts';
import { moveVaultsOnce } from '../payments/move-vaults.ts';
import type { PaymentNeeds } from '../payments/payment-needs.ts';
import { isPriceOf, kindOf } from '../payments/price-rules.ts';
import { stripeIdOf, upsertPurchase } from '../payments/upsert-purchase.ts';
import { findRoom } from '../purchases/find-room.ts';
import {
  findOwnedPurchase,
  findPurchaseById,
  type OwnedPurchase,
  type PurchaseRow,
} from '../purchases/purchase-store.ts';
import { findNewestRenewal } from '../purchases/renewal-store.ts';
import { findUser, type UserRow } from '../users/user-store.ts';
import { listVaultsOn } from '../vaults/vault-payment-store.ts';
import { lockOwner } from '../vaults/vault-store.ts';
import type { PlanInput } from './read-own-plan.ts';

/**
 * Returns a null secret if there is nothing to pay: the vaults took free places of another purchase, or the owner's credit
 * covered the first month.
 */
export async function renewPlan(needs: PaymentNeeds, input: PlanInput): Promise<{ clientSecret: string | null }> {
  const restartable = await readRestartable(needs, input);
  if (!restartable) return { clientSecret: null };
  const { plan } = restartable;
  const wanted = { beginning: 'payment', whenPaid: 'plan-runs' } as const;
  const purchase = (await reuseOpenPurchase(needs, restartable, wanted)) ?? (await begin(needs, restartable));
  if (!isPriceOf(purchase, plan)) throw new Error(`Stripe has another price for ${plan.name}`);
  if (purchase.state === 'paid') {
    await settleForPage(needs, purchase);
    return { clientSecret: null };
  }
  await linkToEnded(needs, purchase, input.id);
  return { clientSecret: clientSecretOf(purchase) };
}

interface Restartable extends Pick<OwnedPurchase, 'plan'> {
  owner: UserRow;
  ended: PurchaseRow;
  /** The vault recorded on the purchase. */
  vaultId: string;
  /** The renewal that was started before. */
  earlier: PurchaseRow | null;
}

/** Returns the plan if renewing it needs a payment, or null if its vaults took free places instead. */
async function readRestartable(
  { database, clock }: PaymentNeeds,
  { ownerId, id }: PlanInput,
): Promise<Restartable | null> {
  return database.transaction(async (tx) => {
    const isKept = await lockOwner(tx, ownerId);
    const owner = isKept ? await findUser(tx, ownerId) : null;
    const owned = await findOwnedPurchase(tx, ownerId, id);
    if (!owner || !owned || ['incomplete', 'refunding', 'refunded'].includes(owned.row.status))
      refuse('plan-not-found');
    const { row: ended, plan, vaultsNow } = owned;
    if (ended.status !== 'lapsed') refuse('plan-runs');
    const [vault] = await listVaultsOn(tx, id);
    if (!vault) refuse('plan-without-vaults');
    if (!plan.isActive) refuse('plan-not-offered');
    const { hasRoom, freePlace: place } = await findRoom(tx, ownerId, plan, vaultsNow);
    if (!hasRoom) refuse('plan-too-small');
    if (place && (await moveVaultsOnce(tx, { ended: { id: ended.id, vaults: vaultsNow }, place }, clock.now())))
      return null;
    return { owner, ended, plan, vaultId: vault.id, earlier: await findNewestRenewal(tx, id) };
  });
}

async function begin(needs: PaymentNeeds, { owner, ended, plan, vaultId, earlier }: Restartable): Promise<Purchase> {
  const purchase = {
    vaultId,
    userId: owner.id,
    planId: plan.id,
    customerId: await customerOf(needs, owner),
    replacesId: ended.id,
    after: earlier && stripeIdOf(earlier),
  };
  const { paymentGateway } = needs;
  if (kindOf(plan) === 'once') return paymentGateway.beginPayment({ ...purchase, amountCents: centsOf(plan.price) });
  const priceId = await priceIdOf(needs, plan);
  return paymentGateway.beginSubscription({ ...purchase, priceId, beginning: 'payment', trialDays: 0 });
}

// Runs before the page can pay. If the plan was renewed in the meantime, the new purchase is cancelled.
async function linkToEnded(needs: PaymentNeeds, purchase: Purchase, endedId: PurchaseId): Promise<void> {
  const tied = await needs.database.transaction(async (tx) => {
    const isKept = await lockOwner(tx, purchase.userId);
    const row = await upsertPurchase(tx, purchase, needs.clock.now());
    if (row.status !== 'incomplete') return 'settled';
    const ended = await findPurchaseById(tx, endedId);
    return isKept && ended?.status === 'lapsed' ? 'tied' : 'not-needed';
  });
  if (tied === 'not-needed') await needs.paymentGateway.cancelPurchase(purchase);
  if (tied !== 'tied') refuse('plan-runs');
}
