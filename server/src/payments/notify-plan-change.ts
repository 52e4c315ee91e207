// Writes the letters a monthly plan owes its owner as it goes on: its trial ends soon, a payment failed, it rests, it has ended.
// Each is written once for what it tells of, however often and in whatever order the news of it arrives.
import { billingPath } from '@remembrance/contract/billing.ts';
import type { Transaction } from '../database/transaction.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import type { LetterContent } from '../letters/templates/letter-content.ts';
import { daysLater } from '../lib/clock.ts';
import type { PlanRow } from '../plans/plan-store.ts';
import type { PurchaseRow } from '../purchases/purchase-store.ts';
import { ownerName } from '../users/owner-name.ts';
import type { UserRow } from '../users/user-store.ts';
import type { PaymentNeeds } from './payment-needs.ts';

interface News {
  purchase: Purchase;
  /** As it stood before. */
  row: Pick<PurchaseRow, 'status'>;
  plan: PlanRow;
  owner: UserRow;
}

/** How long before its end a trial is spoken of. */
const trialNoticeDays = 3;

/** Hold the owner's lock. Anyone who is leaving was told with that letter that the plans end. */
export async function notifyPlanChange(needs: PaymentNeeds, tx: Transaction, news: News): Promise<void> {
  const { purchase, owner } = news;
  const told = purchase.kind === 'monthly' && !owner.deletedAt && tellingOf(needs, news);
  if (!told) return;
  await queueLetter(needs, tx, {
    to: { name: ownerName(owner), email: owner.email },
    content: told.content,
    userId: owner.id,
    onceKey: `${told.content.kind}/${purchase.id}/${told.once}`,
  });
}

interface Told {
  content: LetterContent;
  /** What of the purchase it tells: another month that fails has another invoice, and is told again. */
  once: string;
}

function tellingOf({ clock, publicUrl }: PaymentNeeds, { purchase, row, plan, owner }: News): Told | null {
  const facts = { ownerName: ownerName(owner), planName: plan.displayName, link: publicUrl + billingPath };
  const { state, periodStart, periodEnd, endsAtPeriodEnd, card, invoiceId } = purchase;
  if (state === 'ended') return { content: { kind: 'plan-ended', facts }, once: '' };
  if (state === 'paused') {
    const once = periodStart?.toISOString() ?? '';
    return row.status === 'paused' ? null : { content: { kind: 'plan-paused', facts }, once };
  }
  if (state === 'past-due') {
    return { content: { kind: 'payment-failed', facts: { ...facts, price: plan.price } }, once: invoiceId ?? '' };
  }
  if (state !== 'trialing' || !periodEnd || periodEnd > daysLater(clock.now(), trialNoticeDays)) return null;
  const goesOn = card !== null && !endsAtPeriodEnd;
  const endsAt = periodEnd.toISOString();
  return { content: { kind: 'trial-ending', facts: { ...facts, price: plan.price, endsAt, goesOn } }, once: '' };
}
