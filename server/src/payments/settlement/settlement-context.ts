// The inputs of every settlement outcome: the facts, the transaction, and how a payment is recorded in the audit.
import type { PaymentStatus } from '@remembrance/contract/vaults.ts';
import type { UserRow } from '../../people/users/user-store.ts';
import type { PlanRow } from '../../plans/plan-store.ts';
import type { PurchaseRow } from '../../plans/purchase-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { lockVaultOf, type VaultRow } from '../../vaults/vault/vault-store.ts';
import type { Invoice, Purchase } from '../gateway/payment-gateway.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import type { Facts, RefundReason } from './settlement-rules.ts';

/** `paymentStatus` is the vault's status afterwards, or null if the vault is gone. */
export type Settlement =
  /** Nothing was paid and nothing has changed. */
  | { outcome: 'nothing' }
  /** The purchase is valid. */
  | { outcome: 'settled'; paymentStatus: PaymentStatus | null }
  /** The money is refunded, whether or not another purchase makes the vault active. */
  | { outcome: 'refunded'; reason: RefundReason; planName: string; paymentStatus: PaymentStatus | null }
  /** The purchase belongs to no owner of this service. */
  | { outcome: 'unknown' };

/** A purchase with everything its outcome depends on, read under the owner's lock. */
export interface SettlementFacts extends Facts<VaultRow> {
  purchase: Purchase;
  row: PurchaseRow;
  plan: PlanRow;
  owner: UserRow;
  /** The invoices of a monthly plan, newest first; empty if the latest one was already recorded. */
  invoices: Bill[];
}
/** An invoice with the refunds that preceded its recording. */
export type Bill = Invoice & { refundedCents: number; isDisputed: boolean };
export interface SettlementResult {
  settlement: Settlement;
  /** The purchase to refund after the commit. */
  toRefund?: PurchaseRow;
}

export interface Context {
  needs: PaymentNeeds;
  tx: Transaction;
  facts: SettlementFacts;
}

export async function paymentStatusNow({ tx, facts: { purchase } }: Context): Promise<PaymentStatus | null> {
  const vault = await lockVaultOf(tx, purchase.userId, purchase.vaultId);
  return (vault?.paymentStatus as PaymentStatus | undefined) ?? null; // a check constraint of the table limits it to these values
}

interface PaymentAct {
  event: 'payment-seen' | 'trial-started';
  outcome: 'activated' | 'renewed' | 'refunded';
  reason?: RefundReason;
}

export async function recordPaymentAct({ needs, tx, facts }: Context, { event, ...detail }: PaymentAct): Promise<void> {
  const { purchase, plan } = facts;
  await recordAct(needs, tx, {
    vaultId: purchase.vaultId,
    userId: purchase.userId,
    actor: 'service',
    event,
    detail: { ...detail, plan: plan.name, amountCents: purchase.amountCents, purchase: purchase.id },
  });
}
