// The first steps of every payment: check that the vault can be paid for, start the purchase for the owner's customer, and ensure
// that a vault has at most one open purchase, whatever the number of tabs.
import { ownerName } from '../../people/users/owner-name.ts';
import { findUser, type UserRow } from '../../people/users/user-store.ts';
import { findCustomerId, insertCustomer } from '../../plans/customer-store.ts';
import { claimFreePlace } from '../../plans/free-places.ts';
import { findPlanByName, type PlanRow, setPlanPrice } from '../../plans/plan-store.ts';
import { findPurchaseById, type PurchaseRow } from '../../plans/purchase-store.ts';
import { isId, type PurchaseId } from '../../platform/lib/ids.ts';
import { centsOf } from '../../platform/lib/money.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { activateVault } from '../../vaults/create/activate-vault.ts';
import { setPurchaseUnderWay } from '../../vaults/vault/vault-payment-store.ts';
import { lockOwner, lockVaultOf } from '../../vaults/vault/vault-store.ts';
import type { Beginning, Purchase } from '../gateway/payment-gateway.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import { activeStatus, settlePayment } from '../settlement/settle-payment.ts';
import { isPriceOf, kindOf } from '../settlement/settlement-rules.ts';
import { purchaseStripeId, upsertPurchase } from '../settlement/upsert-purchase.ts';

export interface BeginInput {
  ownerId: string;
  vaultId: string;
}

export interface Payable {
  plan: PlanRow;
  owner: UserRow;
  /** The previous purchase for this vault. */
  earlier: PurchaseRow | null;
}

/**
 * Returns the vault's plan and owner if it can be paid for now.
 * If the owner has already paid for a free place, the vault is activated on it and the call refuses with 'already-paid'.
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
    return { plan, owner, earlier: vault.purchaseId ? await findPurchaseById(tx, vault.purchaseId) : null };
  });
  return payable ?? refuse('already-paid');
}

interface Wanted {
  vaultId: string;
  beginning: Beginning;
  trialDays: number;
  /** The ended purchase that this one renews. */
  replacesId?: PurchaseId;
}

/** Starts a purchase at Stripe. */
export async function begin(
  needs: PaymentNeeds,
  { plan, owner, earlier }: Payable,
  { beginning, trialDays, ...wanted }: Wanted,
): Promise<Purchase> {
  const { paymentGateway } = needs;
  const purchase = { ...wanted, userId: owner.id, planId: plan.id, after: earlier && purchaseStripeId(earlier) };
  const priceId = kindOf(plan) === 'monthly' ? await priceIdOf(needs, plan, owner.id) : null;
  const begun = await withCustomer(needs, owner, (customerId) =>
    priceId === null
      ? paymentGateway.beginPayment({ ...purchase, customerId, amountCents: centsOf(plan.price) })
      : paymentGateway.beginSubscription({ ...purchase, customerId, priceId, beginning, trialDays }),
  );
  if (!isPriceOf(begun, plan)) throw new Error(`Stripe has another price for ${plan.name}`);
  return begun;
}

/** Creates the owner's customer if there is none in this mode, or if Stripe no longer knows it. */
async function withCustomer(
  { database, clock, paymentGateway }: PaymentNeeds,
  owner: UserRow,
  beginFor: (customerId: string) => Promise<Purchase | null>,
): Promise<Purchase> {
  const { mode } = paymentGateway;
  const known = await findCustomerId(database, { userId: owner.id, mode });
  const begun = known && (await beginFor(known));
  if (begun) return begun;
  const person = { userId: owner.id, email: owner.email, name: ownerName(owner) };
  const id = await paymentGateway.createCustomer({ ...person, after: known });
  await insertCustomer(database, { id, userId: owner.id, mode }, clock.now());
  return (await beginFor(id)) ?? Promise.reject(new Error('Stripe does not know the customer it has just made'));
}

const reusableHours = 24;

interface ReuseInput {
  beginning: Purchase['beginning'];
  /** The refusal if it was already paid. */
  whenPaid: 'already-paid' | 'plan-runs';
}

/**
 * Returns the previous purchase if it is open and still fits. An open purchase that no longer fits is cancelled, so that it
 * can't be paid as well. A purchase that was paid in the meantime is settled.
 */
export async function reuseOpenPurchase(
  needs: PaymentNeeds,
  { earlier, plan }: Pick<Payable, 'earlier' | 'plan'>,
  { beginning, whenPaid }: ReuseInput,
): Promise<Purchase | null> {
  if (earlier?.status !== 'open') return null;
  const purchase = await needs.paymentGateway.readPurchase(purchaseStripeId(earlier));
  if (!purchase) return null;
  if (purchase.state !== 'open') {
    const isActive = activeStatus(await settlePayment(needs, purchase)) !== null;
    return isActive ? refuse(whenPaid) : null;
  }
  const ageHours = (needs.clock.now().getTime() - earlier.createdAt.getTime()) / 3_600_000;
  const fits = purchase.beginning === beginning && isPriceOf(purchase, plan) && ageHours < reusableHours;
  if (fits) return purchase;
  await needs.paymentGateway.cancelPurchase(purchase);
  return null;
}

/**
 * Links a purchase to its vault before the page can pay it.
 * @returns false if it was settled in the meantime. Refuses and cancels the purchase if the vault no longer needs one.
 */
export async function linkToVault(needs: PaymentNeeds, purchase: Purchase): Promise<boolean> {
  const { userId, vaultId, intentId } = purchase;
  const linked = await needs.database.transaction(async (tx) => {
    await lockOwner(tx, userId);
    const row = await upsertPurchase(tx, purchase, needs.clock.now());
    if (row.status !== 'open') return 'settled';
    return (await setPurchaseUnderWay(tx, { vaultId, purchaseId: row.id, intentId })) ? 'linked' : 'not-needed';
  });
  if (linked === 'not-needed') {
    await needs.paymentGateway.cancelPurchase(purchase);
    refuse('already-paid');
  }
  return linked === 'linked';
}

/** The client secret that the page uses to confirm the purchase. */
export function clientSecretOf({ clientSecret }: Purchase): string {
  if (!clientSecret) throw new Error('an open purchase without a client secret');
  return clientSecret;
}

/**
 * The Stripe price of a plan. We always look it up at Stripe by plan and amount, because an id belongs to one account
 * and mode, and a price may have been archived. The stored id is the last answer.
 */
export async function priceIdOf(
  { database, paymentGateway }: Pick<PaymentNeeds, 'database' | 'paymentGateway'>,
  plan: PlanRow,
  userId?: string,
): Promise<string> {
  const { name, displayName } = plan;
  const wanted = { name, displayName, cents: centsOf(plan.price), kind: kindOf(plan), ...(userId && { userId }) };
  const price = await paymentGateway.ensurePrice(wanted);
  if (price.priceId !== plan.stripePriceId) await setPlanPrice(database, plan, price);
  return price.priceId;
}
