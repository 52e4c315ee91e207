// Settles a refund: it records the returned amount and notifies the owner. The letter's key is the same whether we or the
// operator refunded, so that an amount is announced once.
import { billingPath } from '@remembrance/contract/billing.ts';
import { greetingName } from '../../people/users/owner-name.ts';
import { findUser, type UserRow } from '../../people/users/user-store.ts';
import { writeToUser } from '../../people/users/write-to-user.ts';
import { findOwnerIdOf } from '../../plans/customer-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { priceOf } from '../../platform/lib/money.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { markReturned } from './payment-store.ts';

interface Refunded {
  owner: UserRow;
  intentId: string;
  /** The total refunded for this payment. */
  amountCents: number;
}

export async function notifyRefund(needs: PaymentNeeds, tx: Transaction, refunded: Refunded): Promise<void> {
  const { owner, intentId, amountCents } = refunded;
  const link = needs.publicUrl + billingPath;
  const facts = { firstName: greetingName(owner), amount: priceOf(amountCents), link };
  const onceKey = `refund/${intentId}/${amountCents}`;
  await writeToUser(needs, tx, owner, { kind: 'payment-returned', facts, onceKey });
}

/** Records the refunds of a payment at Stripe, by us or by the operator. Ignores unknown customers. */
export async function settleRefund(needs: PaymentNeeds, intentId: string): Promise<void> {
  const returned = await needs.paymentGateway.readReturned(intentId);
  if (!returned || returned.refundedCents === 0) return;
  const { customerId, refundedCents } = returned;
  await needs.database.transaction(async (tx) => {
    const userId = await findOwnerIdOf(tx, customerId);
    const owner = userId && (await findUser(tx, userId));
    if (!owner) return;
    await markReturned(tx, { userId, intentId }, { refundedCents });
    await notifyRefund(needs, tx, { owner, intentId, amountCents: refundedCents });
  });
}
