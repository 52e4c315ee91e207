// What happens to an owner's monthly plans when the deletion of the account is undone, for the letter about it.
import { and, eq, gte, inArray, isNotNull, or } from 'drizzle-orm';
import type { FactsOf } from '../letters/templates/letter-content.ts';
import type { UserRow } from '../people/users/user-store.ts';
import { plans, userSubscriptions } from '../platform/database/schema.ts';
import type { Transaction } from '../platform/database/transaction.ts';
import { type PurchaseRow, running } from './purchase-store.ts';

type RestoredPlan = FactsOf<'account-kept'>['plans'][number];

/** @param user the row from before the deletion was undone. The caller must hold the user's lock */
export async function listRestoredPlans(
  tx: Transaction,
  { id, deletedAt }: UserRow,
  now: Date,
): Promise<RestoredPlan[]> {
  const { userId, planId, status, updatedAt, stripeSubscriptionId } = userSubscriptions;
  const hasEndedSince = deletedAt ? and(eq(status, 'ended'), gte(updatedAt, deletedAt)) : undefined;
  const found = await tx
    .select({ row: userSubscriptions, plan: plans })
    .from(userSubscriptions)
    .innerJoin(plans, eq(plans.id, planId))
    .where(and(eq(userId, id), isNotNull(stripeSubscriptionId), or(inArray(status, running), hasEndedSince)));
  return found.map(({ row, plan }) => ({
    planName: plan.displayName,
    price: plan.price,
    at: row.currentPeriodEnd?.toISOString() ?? '',
    outcome: outcomeOf(row, now),
  }));
}

function outcomeOf({ status, renewsIfKept, currentPeriodEnd }: PurchaseRow, now: Date): RestoredPlan['outcome'] {
  if (status === 'ended') return 'ended';
  // A paused plan stays paused, and Stripe was never asked to end one without this note.
  if (status === 'paused' || renewsIfKept === null || !currentPeriodEnd) return 'unchanged';
  if (currentPeriodEnd <= now) return 'ended'; // the webhook event has not arrived yet
  return renewsIfKept ? 'renews' : 'ends';
}
