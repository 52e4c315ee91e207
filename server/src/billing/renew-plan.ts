// Starts a plan that ended again, with a payment and all the vaults that are on it. Of one plan that ended one restart is open
// at a time, whichever tab asks, so that it is paid for once.

import type { Purchase } from '../gateway/payment-gateway.ts';
import { isId } from '../lib/ids.ts';
import { centsOf } from '../lib/money.ts';
import { refuse } from '../lib/refusal.ts';
import { customerOf, reopen, secretOf } from '../payments/begin-purchase.ts';
import { settleForPage } from '../payments/complete-payment.ts';
import { priceNameOf } from '../payments/ensure-price.ts';
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
 * Without a secret there is nothing to pay: the vaults took free places of another purchase, or credit of the owner's covered
 * the first month.
 */
export async function renewPlan(needs: PaymentNeeds, input: PlanInput): Promise<{ clientSecret: string | null }> {
  const restartable = await readRestartable(needs, input);
  if (!restartable) return { clientSecret: null };
  const { plan } = restartable;
  const wanted = { beginning: 'payment', whenPaid: 'plan-runs' } as const;
  const purchase = (await reopen(needs, restartable, wanted)) ?? (await begin(needs, restartable));
  if (!isPriceOf(purchase, plan)) throw new Error(`the price of ${plan.name} at the card processor is another`);
  if (purchase.state === 'paid') {
    await settleForPage(needs, purchase);
    return { clientSecret: null };
  }
  await tieToEnded(needs, purchase, input.id);
  return { clientSecret: secretOf(purchase) };
}

interface Restartable extends Pick<OwnedPurchase, 'plan'> {
  owner: UserRow;
  ended: PurchaseRow;
  /** The vault the purchase is named after. */
  vaultId: string;
  /** The restart that was begun before. */
  earlier: PurchaseRow | null;
}

/** The plan, where it has to be paid for to start again; null where its vaults went to free places instead. */
async function readRestartable(
  { database, clock }: PaymentNeeds,
  { ownerId, id }: PlanInput,
): Promise<Restartable | null> {
  if (!isId(id)) refuse('plan-not-found');
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
  const priceId = await priceNameOf(needs, plan);
  return paymentGateway.beginSubscription({ ...purchase, priceId, beginning: 'payment', trialDays: 0 });
}

// Before the page can pay it. Where the plan was started again in the meantime the purchase is ended instead.
async function tieToEnded(needs: PaymentNeeds, purchase: Purchase, endedId: string): Promise<void> {
  const tied = await needs.database.transaction(async (tx) => {
    const isKept = await lockOwner(tx, purchase.userId);
    const row = await upsertPurchase(tx, purchase, needs.clock.now());
    if (row.status !== 'incomplete') return 'settled';
    const ended = await findPurchaseById(tx, endedId);
    return isKept && ended?.status === 'lapsed' ? 'tied' : 'not-needed';
  });
  if (tied === 'not-needed') await needs.paymentGateway.abandon(purchase);
  if (tied !== 'tied') refuse('plan-runs');
}
