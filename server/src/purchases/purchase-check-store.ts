// Queries of the purchases that reconciliation reads again, and of those that must not be charged any more.
import { and, asc, eq, gt, inArray, isNotNull, lt, or } from 'drizzle-orm';
import { userSubscriptions, users } from '../database/schema.ts';
import type { DatabaseOrTransaction } from '../database/transaction.ts';
import { daysLater, minutesLater } from '../lib/clock.ts';
import type { PurchaseId } from '../lib/ids.ts';
import { type PurchaseRow, running } from './purchase-store.ts';

const watchedDays = 30;

/**
 * Purchases that may have changed without a webhook event: refunds in progress, recently started purchases (on every run for
 * a day, then daily for a month), trials that end within three days (daily, for the letter), paused plans (daily), and
 * periods that should have been renewed. The one checked longest ago comes first.
 */
export function listPurchasesToCheck(database: DatabaseOrTransaction, now: Date, max: number): Promise<PurchaseRow[]> {
  const { status, createdAt, updatedAt, stripeSubscriptionId, currentPeriodEnd } = userSubscriptions;
  const yesterday = daysLater(now, -1);
  const startedLately = and(
    eq(status, 'incomplete'),
    gt(createdAt, daysLater(now, -watchedDays)),
    or(gt(createdAt, yesterday), lt(updatedAt, yesterday)),
  );
  const overdue = and(
    inArray(status, ['trialing', 'active', 'past_due']),
    isNotNull(stripeSubscriptionId),
    lt(currentPeriodEnd, now),
    lt(updatedAt, minutesLater(now, -60)),
  );
  const trialEnding = and(
    eq(status, 'trialing'),
    lt(currentPeriodEnd, daysLater(now, 3)),
    gt(currentPeriodEnd, now),
    lt(updatedAt, yesterday),
  );
  const paused = and(eq(status, 'paused'), lt(updatedAt, yesterday));
  return database
    .select()
    .from(userSubscriptions)
    .where(or(eq(status, 'refunding'), startedLately, overdue, trialEnding, paused))
    .orderBy(asc(updatedAt))
    .limit(max);
}

/** Purchases that could still be charged, of owners who have requested deletion, or of one such owner. */
export async function listRunningOfDeleted(
  database: DatabaseOrTransaction,
  { ownerId, max }: { ownerId?: string | undefined; max: number },
): Promise<PurchaseRow[]> {
  const { status, stripeSubscriptionId } = userSubscriptions;
  const runs = and(inArray(status, running), isNotNull(stripeSubscriptionId));
  const found = await database
    .select({ purchase: userSubscriptions })
    .from(userSubscriptions)
    .innerJoin(users, eq(users.id, userSubscriptions.userId))
    .where(
      and(isNotNull(users.deletedAt), ownerId ? eq(users.id, ownerId) : undefined, or(eq(status, 'incomplete'), runs)),
    )
    .limit(max);
  return found.map(({ purchase }) => purchase);
}

export async function markChecked(database: DatabaseOrTransaction, id: PurchaseId, now: Date): Promise<void> {
  await database.update(userSubscriptions).set({ updatedAt: now }).where(eq(userSubscriptions.id, id));
}
