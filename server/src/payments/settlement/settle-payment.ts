// Settles one purchase: the only path by which money activates a vault, for the webhook, the page and the reconciliation job.
// It reads the facts under the owner's lock, decides (settlement-rules.ts), applies (apply-settlement.ts) and notifies in
// one transaction. Safe to repeat.
import type { PaymentStatus } from '@remembrance/contract/vaults.ts';
import { findUser, type UserRow } from '../../people/users/user-store.ts';
import { findOwnerIdOf } from '../../plans/customer-store.ts';
import { findRoom } from '../../plans/free-places.ts';
import { findPlanById } from '../../plans/plan-store.ts';
import { findPurchase, findPurchaseById, placesOf } from '../../plans/purchase-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { isId, type PurchaseId, type StripeSubscriptionId } from '../../platform/lib/ids.ts';
import { listVaultsOn } from '../../vaults/vault/vault-payment-store.ts';
import { lockOwner, lockVaultOf } from '../../vaults/vault/vault-store.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';
import { applySettlement } from './apply-settlement.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { isRecorded } from './payment-store.ts';
import { refundPurchase } from './refund-purchase.ts';
import type { Bill, Settlement, SettlementFacts, SettlementResult } from './settlement-context.ts';
import { decideSettlement, type RenewalFacts } from './settlement-rules.ts';
import { upsertPurchase } from './upsert-purchase.ts';

/** @param read the purchase as just read from the gateway */
export async function settlePayment(needs: PaymentNeeds, read: Purchase): Promise<Settlement> {
  if (read.state === 'open') return { outcome: 'nothing' };
  const { userId, vaultId, planId, replacesId } = read;
  if (![userId, vaultId, planId, replacesId ?? userId].every(isId)) return { outcome: 'unknown' };
  const purchase = await withCard(needs, read);
  const invoices = await newInvoicesOf(needs, purchase);
  const settle = (tx: Transaction) => settleUnderLock(needs, tx, { purchase, invoices });
  const { settlement, toRefund } = await needs.database.transaction(settle);
  if (toRefund) await refundPurchase(needs, toRefund);
  return settlement;
}

/** The vault's payment status if it is active now, whichever purchase activated it. Null otherwise. */
export function activeStatus(settlement: Settlement): PaymentStatus | null {
  return 'paymentStatus' in settlement && settlement.paymentStatus !== 'unpaid' ? settlement.paymentStatus : null;
}

// Stripe documents that it keeps a payment's method for a subscription, but not a setup's. So we set the card of a free month
// on its plan here. See docs/design/decisions/0078.
async function withCard({ database, paymentGateway }: PaymentNeeds, purchase: Purchase): Promise<Purchase> {
  if (purchase.state !== 'trial' || purchase.beginning !== 'trial-with-card' || purchase.card) return purchase;
  const row = await findPurchase(database, purchase.id);
  const { stripeSubscriptionId: id, stripePaymentIntentId: setupIntentId } = row ?? {};
  const isAttached = id && setupIntentId && (await paymentGateway.attachCard(setupIntentId, id));
  return (isAttached ? await paymentGateway.readPurchase(id) : null) ?? purchase;
}

async function newInvoicesOf({ database, paymentGateway }: PaymentNeeds, purchase: Purchase): Promise<Bill[]> {
  const { kind, id, state, invoiceId } = purchase;
  if (kind !== 'monthly' || state === 'trial' || !invoiceId || (await isRecorded(database, invoiceId))) return [];
  const invoices = await paymentGateway.listInvoices(id as StripeSubscriptionId);
  return Promise.all(
    invoices.map(async (invoice) => {
      // A refund's event may have come before its month's event.
      const isNew = invoice.isPaid && !(await isRecorded(database, invoice.id));
      const returned = isNew && invoice.intentId ? await paymentGateway.readReturned(invoice.intentId) : null;
      return { ...invoice, refundedCents: returned?.refundedCents ?? 0, isDisputed: returned?.isLost ?? false };
    }),
  );
}

type Read = Pick<SettlementFacts, 'purchase' | 'invoices'>;

async function settleUnderLock(needs: PaymentNeeds, tx: Transaction, read: Read): Promise<SettlementResult> {
  const facts = await readSettlementFacts(needs, tx, read);
  if (!facts) return { settlement: { outcome: 'unknown' } };
  return applySettlement(needs, tx, facts, decideSettlement(facts));
}

/** Takes the owner's lock. Returns null if the purchase belongs to no owner of this service. */
async function readSettlementFacts(
  needs: PaymentNeeds,
  tx: Transaction,
  { purchase, invoices }: Read,
): Promise<SettlementFacts | null> {
  const { userId, vaultId } = purchase;
  await lockOwner(tx, userId);
  const owner = await findUser(tx, userId);
  const plan = await findPlanById(tx, purchase.planId);
  if (!owner || !plan || (await findOwnerIdOf(tx, purchase.customerId)) !== owner.id) return null;
  const row = await upsertPurchase(tx, purchase, needs.clock.now());
  return {
    purchase,
    row,
    plan,
    owner,
    invoices,
    // An account that is being deleted can't buy anything: its payments are refunded.
    vault: owner.deletedAt ? null : await lockVaultOf(tx, userId, vaultId),
    trialUsed: owner.trialStartedAt !== null,
    places: await placesOf(tx, userId, plan),
    renewal: row.replacesId ? await readRenewal(tx, owner, { endedId: row.replacesId, plan }) : null,
  };
}

async function readRenewal(
  tx: Transaction,
  owner: UserRow,
  { endedId, plan }: { endedId: PurchaseId; plan: SettlementFacts['plan'] },
): Promise<RenewalFacts | null> {
  const ended = await findPurchaseById(tx, endedId);
  if (ended?.userId !== owner.id) return null;
  const vaults = owner.deletedAt ? 0 : (await listVaultsOn(tx, ended.id)).length;
  const room = await findRoom(tx, owner.id, plan, vaults);
  return { id: ended.id, isEnded: ended.status === 'ended', vaults, ...room };
}
