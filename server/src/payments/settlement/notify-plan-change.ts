// Writes the letters about changes of a monthly plan: its trial ends soon, its card expires, a payment failed, it is paused, it
// has ended.
// Each is written once per change, however often and in whatever order the webhook events arrive.
import { billingPath } from '@remembrance/contract/billing.ts';
import type { QueuedContent } from '../../letters/templates/queued-content.ts';
import { greetingName } from '../../people/users/owner-name.ts';
import type { UserRow } from '../../people/users/user-store.ts';
import { writeToUser } from '../../people/users/write-to-user.ts';
import type { PlanRow } from '../../plans/plan-store.ts';
import type { PurchaseRow } from '../../plans/purchase-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';
import type { PaymentNeeds } from './payment-needs.ts';

interface PlanChange {
  purchase: Purchase;
  /** The purchase before the change. */
  row: Pick<PurchaseRow, 'status'>;
  plan: PlanRow;
  owner: UserRow;
}

/** How long before the end of a trial the letter is written. */
const trialNoticeDays = 3;

/** The caller must hold the owner's lock. Owners who are deleting their account already know that the plans end. */
export async function notifyPlanChange(needs: PaymentNeeds, tx: Transaction, change: PlanChange): Promise<void> {
  const { purchase, owner } = change;
  const notice = purchase.kind === 'monthly' && !owner.deletedAt && noticeFor(needs, change);
  if (!notice) return;
  const onceKey = `${notice.content.kind}/${purchase.id}/${notice.key}`;
  await writeToUser(needs, tx, owner, { ...notice.content, onceKey });
}

interface Notice {
  content: QueuedContent;
  /** Identifies the change. Another failed month has another invoice, and so another letter. */
  key: string;
}

function noticeFor({ clock, publicUrl }: PaymentNeeds, { purchase, row, plan, owner }: PlanChange): Notice | null {
  const facts = { firstName: greetingName(owner), planName: plan.displayName, link: publicUrl + billingPath };
  const { state, periodStart, periodEnd, endsAt, card, invoiceId } = purchase;
  if (state === 'ended') return { content: { kind: 'plan-ended', facts }, key: '' };
  if (state === 'paused') {
    const key = periodStart?.toISOString() ?? '';
    return row.status === 'paused' ? null : { content: { kind: 'plan-paused', facts }, key };
  }
  if (state === 'past-due') {
    return { content: { kind: 'payment-failed', facts: { ...facts, price: plan.price } }, key: invoiceId ?? '' };
  }
  if (!periodEnd) return null;
  const end = periodEnd.toISOString();
  if (state === 'trial' && periodEnd <= daysLater(clock.now(), trialNoticeDays)) {
    const goesOn = card !== null && !endsAt;
    return { content: { kind: 'trial-ending', facts: { ...facts, price: plan.price, endsAt: end, goesOn } }, key: '' };
  }
  if (endsAt || !card?.expiresAt || card.expiresAt > periodEnd) return null;
  const { lastFour, expiresAt } = card;
  const expiring = { ...facts, price: plan.price, lastFour, expiresAt: expiresAt.toISOString(), chargedAt: end };
  return { content: { kind: 'card-expiring', facts: expiring }, key: `${lastFour}/${expiring.expiresAt}` };
}
