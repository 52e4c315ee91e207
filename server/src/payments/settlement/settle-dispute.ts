// Settles a payment that was lost to a dispute: the bank has charged it back, so the purchase ends, and the owner is
// notified. A subscription is also cancelled at Stripe, so that its card is not charged again. Safe to repeat.
import { billingPath } from '@remembrance/contract/billing.ts';
import { greetingName } from '../../people/users/owner-name.ts';
import { findUser } from '../../people/users/user-store.ts';
import { writeToUser } from '../../people/users/write-to-user.ts';
import { findOwnerIdOf } from '../../plans/customer-store.ts';
import { priceOf } from '../../platform/lib/money.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { markReturned } from './payment-store.ts';
import { settlePayment } from './settle-payment.ts';

/** Does nothing while the dispute is open, or if it was won. */
export async function settleDispute(needs: PaymentNeeds, intentId: string): Promise<void> {
  const { database, paymentGateway, publicUrl } = needs;
  const lost = await paymentGateway.readLostDispute(intentId);
  if (!lost) return;
  const purchaseId = lost.stripeSubscriptionId ?? intentId;
  const disputed = await paymentGateway.readPurchase(purchaseId);
  if (!disputed) return;
  if (disputed.kind === 'monthly') await paymentGateway.cancelPurchase(disputed);
  const ended = await paymentGateway.readPurchase(purchaseId);
  if (ended) await settlePayment(needs, ended);
  await database.transaction(async (tx) => {
    const userId = await findOwnerIdOf(tx, lost.customerId);
    const owner = userId && (await findUser(tx, userId));
    if (!owner) return;
    await markReturned(tx, { userId, intentId }, { isDisputed: true });
    const facts = { firstName: greetingName(owner), amount: priceOf(lost.amountCents), link: publicUrl + billingPath };
    const onceKey = `dispute/${intentId}`;
    await writeToUser(needs, tx, owner, { kind: 'payment-disputed', facts, onceKey });
  });
}
