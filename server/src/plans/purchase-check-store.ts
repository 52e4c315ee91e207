// Queries of the purchases that reconciliation reads again, and of those that end with their owner's account.
import { and, asc, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import { userSubscriptions, users } from '../platform/database/schema.ts';
import type { DatabaseOrTransaction } from '../platform/database/transaction.ts';
import { daysLater, minutesLater } from '../platform/lib/clock.ts';
import type { PurchaseId } from '../platform/lib/ids.ts';
import { type PurchaseRow, running } from './purchase-store.ts';

const watchedDays = 30;

/**
 * Purchases that may have changed without a webhook event: refunds in progress, recently started purchases (on every run for
 * a day, then daily for a month), trials that end within three days (daily, for the letter), paused and unpaid plans (daily), and
 * periods that should have been renewed. The least recently checked comes first.
 */
export function listPurchasesToCheck(database: DatabaseOrTransaction, now: Date, max: number): Promise<PurchaseRow[]> {
  const { status, createdAt, updatedAt, stripeSubscriptionId, currentPeriodEnd } = userSubscriptions;
  const yesterday = daysLater(now, -1);
  const startedLately = and(
    eq(status, 'open'),
    gt(createdAt, daysLater(now, -watchedDays)),
    or(gt(createdAt, yesterday), lt(updatedAt, yesterday)),
  );
  const overdue = and(
    inArray(status, ['trial', 'paid', 'past-due']),
    isNotNull(stripeSubscriptionId),
    lt(currentPeriodEnd, now),
    lt(updatedAt, minutesLater(now, -60)),
  );
  const trialEnding = and(
    eq(status, 'trial'),
    lt(currentPeriodEnd, daysLater(now, 3)),
    gt(currentPeriodEnd, now),
    lt(updatedAt, yesterday),
  );
  const daily = and(inArray(status, ['paused', 'past-due']), lt(updatedAt, yesterday));
  return database
    .select()
    .from(userSubscriptions)
    .where(or(eq(status, 'refunding'), startedLately, overdue, trialEnding, daily))
    .orderBy(asc(updatedAt))
    .limit(max);
}

/**
 * Purchases to cancel because the owner is deleting the account, or to continue because the deletion was undone: for one owner or for all.
 * Skips those Stripe already knows about.
 */
export async function listToEndOrKeep(
  database: DatabaseOrTransaction,
  { ownerId, max }: { ownerId?: string | undefined; max: number },
): Promise<{ purchase: PurchaseRow; isDeleted: boolean }[]> {
  const { status, renewsIfKept, stripeSubscriptionId } = userSubscriptions;
  const runs = and(inArray(status, running), isNotNull(stripeSubscriptionId));
  const found = await database
    .select({ purchase: userSubscriptions, deletedAt: users.deletedAt })
    .from(userSubscriptions)
    .innerJoin(users, eq(users.id, userSubscriptions.userId))
    .where(
      and(
        sql`(${renewsIfKept} is not null) <> (${users.deletedAt} is not null)`,
        ownerId ? eq(users.id, ownerId) : undefined,
        or(eq(status, 'open'), runs),
      ),
    )
    .limit(max);
  return found.map(({ purchase, deletedAt }) => ({ purchase, isDeleted: deletedAt !== null }));
}

export async function setRenewsIfKept(
  database: DatabaseOrTransaction,
  id: PurchaseId,
  renewsIfKept: boolean | null,
): Promise<void> {
  await database.update(userSubscriptions).set({ renewsIfKept }).where(eq(userSubscriptions.id, id));
}

export async function markChecked(database: DatabaseOrTransaction, id: PurchaseId, now: Date): Promise<void> {
  await database.update(userSubscriptions).set({ updatedAt: now }).where(eq(userSubscriptions.id, id));
}
