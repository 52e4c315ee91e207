// Records each charge once, and writes its receipt to the owner in the same transaction. Also writes the letter about a
// free month, which has no charge.
import { billingPath } from '@remembrance/contract/billing.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import { writeToUser } from '../../people/users/write-to-user.ts';
import { priceOf } from '../../platform/lib/money.ts';
import { insertPayment } from './payment-store.ts';
import type { Bill, Context } from './settlement-context.ts';

/** The effect of the newest charge: it activated a vault, restarted or continued a plan, is being refunded, or was returned. */
export type Occasion = { vault: { id: string; title: string } } | 'restart' | 'continued' | 'refunded' | 'returned';

/** Returns whether anything was charged. */
export async function recordPayments(context: Context, occasion: Occasion): Promise<boolean> {
  const paid = billsOf(context).filter(({ isPaid, totalCents }) => isPaid && totalCents > 0);
  for (const bill of paid) await recordPayment(context, bill, bill === paid.at(-1) ? occasion : 'continued');
  return paid.length > 0;
}

/** Oldest first. */
function billsOf({ needs, facts: { purchase, invoices } }: Context): Bill[] {
  if (purchase.kind === 'monthly') return invoices.toReversed();
  const { id, amountCents, isCharged: isPaid } = purchase;
  const amounts = { totalCents: amountCents, dueCents: amountCents, refundedCents: 0, isDisputed: false };
  return [{ id, at: needs.clock.now(), ...amounts, isPaid, intentId: id }];
}

async function recordPayment({ needs, tx, facts }: Context, bill: Bill, occasion: Occasion): Promise<void> {
  const { plan, owner, purchase } = facts;
  const { id, at, intentId, totalCents, dueCents: paidCents, isDisputed } = bill;
  const description = purchase.kind === 'monthly' ? `${plan.displayName}, monthly` : plan.displayName;
  const refundedCents = occasion === 'refunded' ? paidCents : bill.refundedCents;
  const billed = { userId: owner.id, billedName: ownerName(owner), billedEmail: owner.email, description };
  const isNew = await insertPayment(tx, {
    id,
    ...billed,
    intentId,
    totalCents,
    paidCents,
    refundedCents,
    isDisputed,
    at,
  });
  const isBack = occasion === 'refunded' || occasion === 'returned'; // these have their own letter
  if (!isNew || owner.deletedAt || isBack) return;
  const vault = typeof occasion === 'object' ? occasion.vault : null;
  const receipt = {
    firstName: greetingName(owner),
    planName: plan.displayName,
    price: priceOf(paidCents),
    credit: totalCents > paidCents ? priceOf(totalCents - paidCents) : null,
    vaultTitle: vault?.title ?? null,
    continues: occasion === 'continued',
    at: at.toISOString(),
    link: `${needs.publicUrl}${billingPath}/${id}`,
  };
  await writeToUser(needs, tx, owner, { kind: 'payment-receipt', facts: receipt, vaultId: vault?.id });
}

export async function notifyTrial({ needs, tx, facts }: Context, vault: { id: string; title: string }): Promise<void> {
  const { purchase, plan, owner } = facts;
  const endsAt = (purchase.periodEnd ?? needs.clock.now()).toISOString();
  const goesOn = purchase.card !== null && !purchase.endsAt;
  const trial = { planName: plan.displayName, price: plan.price, vaultTitle: vault.title, endsAt, goesOn };
  await writeToUser(needs, tx, owner, {
    kind: 'trial-started',
    facts: { firstName: greetingName(owner), ...trial },
    vaultId: vault.id,
    onceKey: `payment/${purchase.id}`,
  });
}
