// Writes the letter about a refund. The key is the same whether we or the operator refunded, so that an amount is
// announced once.
import { billingPath } from '@remembrance/contract/billing.ts';
import type { Transaction } from '../database/transaction.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { priceOf } from '../lib/money.ts';
import { ownerName } from '../users/owner-name.ts';
import { findUserByCustomer, type UserRow } from '../users/user-store.ts';
import type { PaymentNeeds } from './payment-needs.ts';

interface Refunded {
  owner: UserRow;
  intentId: string;
  /** The total refunded for this payment. */
  amountCents: number;
}

export async function notifyRefund(needs: PaymentNeeds, tx: Transaction, refunded: Refunded): Promise<void> {
  const { owner, intentId, amountCents } = refunded;
  const name = ownerName(owner);
  const link = needs.publicUrl + billingPath;
  await queueLetter(needs, tx, {
    to: { name, email: owner.email },
    content: { kind: 'payment-returned', facts: { ownerName: name, amount: priceOf(amountCents), link } },
    userId: owner.id,
    onceKey: `refund/${intentId}/${amountCents}`,
  });
}

/** Sends the letter about what Stripe has refunded for a payment, by us or by the operator. Ignores unknown customers. */
export async function notifyRefundOf(needs: PaymentNeeds, intentId: string): Promise<void> {
  const refund = await needs.paymentGateway.readRefund(intentId);
  if (!refund || refund.amountCents === 0) return;
  await needs.database.transaction(async (tx) => {
    const owner = await findUserByCustomer(tx, refund.customerId);
    if (owner) await notifyRefund(needs, tx, { owner, intentId, amountCents: refund.amountCents });
  });
}
