// Queries of the purchases (the table user_subscriptions): one row for each payment or subscription an owner began.
import { and, asc, count, desc, eq, gt, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm';
import { plans, userSubscriptions, users, vaults } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';
import { daysLater, minutesLater } from '../lib/clock.ts';
import type { PlanRow } from '../plans/plan-store.ts';
import { type LivePurchase, type Places, type PurchaseStatus, placesIn } from './place-rules.ts';

export type PurchaseRow = typeof userSubscriptions.$inferSelect;

/** What the card processor calls it. The intent is what the page confirms, of a subscription too. */
export interface ProcessorIds {
  stripeSubscriptionId: string | null;
  stripePaymentIntentId: string | null;
}

/** Finds a purchase by its subscription or by the intent that the page confirms. */
export async function findPurchase(database: DatabaseOrTransaction, processorId: string): Promise<PurchaseRow | null> {
  const { stripeSubscriptionId, stripePaymentIntentId } = userSubscriptions;
  const [purchase] = await database
    .select()
    .from(userSubscriptions)
    .where(or(eq(stripeSubscriptionId, processorId), eq(stripePaymentIntentId, processorId)));
  return purchase ?? null;
}

export async function findPurchaseById(database: DatabaseOrTransaction, id: string): Promise<PurchaseRow | null> {
  const [purchase] = await database.select().from(userSubscriptions).where(eq(userSubscriptions.id, id));
  return purchase ?? null;
}

/** A purchase with its plan, and how many activated vaults are on it now. */
export interface OwnedPurchase {
  row: PurchaseRow;
  plan: PlanRow;
  vaultsNow: number;
}

/** Newest first. */
export function listOwnedPurchases(
  database: DatabaseOrTransaction,
  ownerId: string,
  id?: string,
): Promise<OwnedPurchase[]> {
  const isIt = id === undefined ? undefined : eq(userSubscriptions.id, id);
  return database
    .select({ row: userSubscriptions, plan: plans, vaultsNow: count(vaults.id) })
    .from(userSubscriptions)
    .innerJoin(plans, eq(plans.id, userSubscriptions.planId))
    .leftJoin(vaults, and(eq(vaults.subscriptionId, userSubscriptions.id), ne(vaults.paymentStatus, 'unpaid')))
    .where(and(eq(userSubscriptions.userId, ownerId), isIt))
    .groupBy(userSubscriptions.id, plans.id)
    .orderBy(desc(userSubscriptions.createdAt));
}

export const findOwnedPurchase = async (
  database: DatabaseOrTransaction,
  ownerId: string,
  id: string,
): Promise<OwnedPurchase | null> => (await listOwnedPurchases(database, ownerId, id))[0] ?? null;

interface NewPurchase extends ProcessorIds {
  id: string;
  userId: string;
  planId: string;
  replacesId?: string | null;
}

/** Hold the owner's lock. */
export async function insertPurchase(tx: Transaction, purchase: NewPurchase, now: Date): Promise<PurchaseRow> {
  const [row] = await tx
    .insert(userSubscriptions)
    .values({ ...purchase, status: 'incomplete' satisfies PurchaseStatus, createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error('an insert without its row');
  return row;
}

interface PurchaseState {
  status: PurchaseStatus;
  periodStart: Date | null;
  periodEnd: Date | null;
}

/** A monthly plan in these is held by the card processor and can go on. */
const running: PurchaseStatus[] = ['trialing', 'active', 'past_due', 'paused'];

/** Hold the owner's lock. An end is final, and a plan that was paid never goes back to its trial, however late an event arrives. */
export async function advancePurchase(
  tx: Transaction,
  id: string,
  { status, periodStart, periodEnd }: PurchaseState,
  now: Date,
) {
  const moved = await tx
    .update(userSubscriptions)
    .set({ status, currentPeriodStart: periodStart, currentPeriodEnd: periodEnd, updatedAt: now })
    .where(
      and(
        eq(userSubscriptions.id, id),
        status === 'trialing' ? inArray(userSubscriptions.status, ['incomplete', 'trialing']) : undefined,
        inArray(userSubscriptions.status, ['incomplete', ...running]),
      ),
    )
    .returning({ id: userSubscriptions.id });
  return moved.length > 0;
}

/** Hold the owner's lock. Its vaults change their plan with it: see payments/move-plan.ts. */
export async function setPlan(tx: Transaction, id: string, planId: string): Promise<void> {
  await tx.update(userSubscriptions).set({ planId }).where(eq(userSubscriptions.id, id));
}

export async function setStatus(database: DatabaseOrTransaction, id: string, status: PurchaseStatus, now: Date) {
  await database.update(userSubscriptions).set({ status, updatedAt: now }).where(eq(userSubscriptions.id, id));
}

/** Counts vaults on the purchase that pays for them. */
export async function countVaultOn(tx: Transaction, purchaseId: string, vaultsMore = 1): Promise<void> {
  await tx
    .update(userSubscriptions)
    .set({ vaultsCreated: sql`${userSubscriptions.vaultsCreated} + ${vaultsMore}` })
    .where(eq(userSubscriptions.id, purchaseId));
}

/** The places of an owner on a plan. Hold the owner's lock where something is decided by it. */
export async function placesOf(tx: DatabaseOrTransaction, ownerId: string, plan: PlanRow): Promise<Places> {
  const [activated] = await tx
    .select({ n: count() })
    .from(vaults)
    .where(and(eq(vaults.creatorId, ownerId), eq(vaults.planType, plan.name), ne(vaults.paymentStatus, 'unpaid')));
  return placesIn(plan, activated?.n ?? 0, await listLivePurchases(tx, ownerId, plan));
}

/** The purchases of a plan that are paid for or in their free month, oldest first. */
export function listLivePurchases(
  tx: DatabaseOrTransaction,
  ownerId: string,
  plan: Pick<PlanRow, 'id'>,
): Promise<LivePurchase[]> {
  const { id, userId, planId, status, vaultsCreated, createdAt } = userSubscriptions;
  return tx
    .select({ id, status, vaultsCreated, vaultsNow: count(vaults.id) })
    .from(userSubscriptions)
    .leftJoin(vaults, and(eq(vaults.subscriptionId, id), ne(vaults.paymentStatus, 'unpaid')))
    .where(and(eq(userId, ownerId), eq(planId, plan.id), inArray(status, ['trialing', 'active'])))
    .groupBy(id)
    .orderBy(asc(createdAt));
}

const watchedDays = 30;

/**
 * Purchases whose truth may have changed unheard: money on its way back, what was begun lately (for a day at every look,
 * for a month once a day), trials that end within
 * three days (daily, for the letter), paused plans (daily), and months that should have been renewed. Longest unlooked-at first.
 */
export function listPurchasesToCheck(database: DatabaseOrTransaction, now: Date, max: number): Promise<PurchaseRow[]> {
  const { status, createdAt, updatedAt, stripeSubscriptionId, currentPeriodEnd } = userSubscriptions;
  const yesterday = daysLater(now, -1);
  const begun = and(
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
    .where(or(eq(status, 'refunding'), begun, overdue, trialEnding, paused))
    .orderBy(asc(updatedAt))
    .limit(max);
}

/** Purchases that can still cost something, of owners who have asked for their account to be deleted, or of one of them. */
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

export async function markChecked(database: DatabaseOrTransaction, id: string, now: Date): Promise<void> {
  await database.update(userSubscriptions).set({ updatedAt: now }).where(eq(userSubscriptions.id, id));
}
