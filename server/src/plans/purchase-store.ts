// Queries of the purchases (the table user_subscriptions): one row for each payment or subscription an owner started.
import { and, asc, count, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import { payments, plans, userSubscriptions, vaults } from '../platform/database/schema.ts';
import { type DatabaseOrTransaction, firstRow, type Transaction } from '../platform/database/transaction.ts';
import type { PurchaseId, StripeSubscriptionId } from '../platform/lib/ids.ts';
import { type LivePurchase, type Places, type PurchaseStatus, placesIn } from './place-rules.ts';
import type { PlanRow } from './plan-store.ts';

export type PurchaseRow = typeof userSubscriptions.$inferSelect;

/** The Stripe ids of a purchase. The page confirms the intent, even for a subscription. */
export type StripeIds = Pick<PurchaseRow, 'stripeSubscriptionId' | 'stripePaymentIntentId'>;

/** Finds a purchase by its subscription or by the intent that the page confirms. */
export async function findPurchase(database: DatabaseOrTransaction, stripeId: string): Promise<PurchaseRow | null> {
  const { stripeSubscriptionId, stripePaymentIntentId } = userSubscriptions;
  const [purchase] = await database
    .select()
    .from(userSubscriptions)
    .where(or(eq(stripeSubscriptionId, stripeId as StripeSubscriptionId), eq(stripePaymentIntentId, stripeId)));
  return purchase ?? null;
}

export const findPurchaseById = (database: DatabaseOrTransaction, id: PurchaseId): Promise<PurchaseRow | null> =>
  firstRow(database.select().from(userSubscriptions).where(eq(userSubscriptions.id, id)));

/** A purchase with its plan and its current number of active vaults. */
export interface OwnedPurchase {
  row: PurchaseRow;
  plan: PlanRow;
  vaultsNow: number;
  /** The active vaults, oldest first. */
  vaults: { id: string; title: string }[];
}

const titledVaults = sql<OwnedPurchase['vaults']>`coalesce(
  json_agg(json_build_object('id', ${vaults.id}, 'title', ${vaults.title}) order by ${vaults.createdAt})
    filter (where ${vaults.id} is not null),
  '[]')`;

/** Newest first. */
export function listOwnedPurchases(
  database: DatabaseOrTransaction,
  ownerId: string,
  id?: PurchaseId,
): Promise<OwnedPurchase[]> {
  const isIt = id === undefined ? undefined : eq(userSubscriptions.id, id);
  return database
    .select({ row: userSubscriptions, plan: plans, vaultsNow: count(vaults.id), vaults: titledVaults })
    .from(userSubscriptions)
    .innerJoin(plans, eq(plans.id, userSubscriptions.planId))
    .leftJoin(vaults, and(eq(vaults.purchaseId, userSubscriptions.id), ne(vaults.paymentStatus, 'unpaid')))
    .where(and(eq(userSubscriptions.userId, ownerId), isIt))
    .groupBy(userSubscriptions.id, plans.id)
    .orderBy(desc(userSubscriptions.createdAt));
}

export const findOwnedPurchase = async (
  database: DatabaseOrTransaction,
  ownerId: string,
  id: PurchaseId,
): Promise<OwnedPurchase | null> => (await listOwnedPurchases(database, ownerId, id))[0] ?? null;

interface NewPurchase extends StripeIds {
  id: PurchaseId;
  userId: string;
  planId: string;
  replacesId?: PurchaseId | null;
}

/** The caller must hold the owner's lock. */
export async function insertPurchase(tx: Transaction, purchase: NewPurchase, now: Date): Promise<PurchaseRow> {
  const [row] = await tx
    .insert(userSubscriptions)
    .values({ ...purchase, status: 'open' satisfies PurchaseStatus, createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error('insert returned no row');
  return row;
}

interface PurchaseState {
  status: PurchaseStatus;
  periodStart: Date | null;
  periodEnd: Date | null;
}

/** The statuses in which a subscription exists at Stripe and can continue. */
export const running: PurchaseStatus[] = ['trial', 'paid', 'past-due', 'paused'];

/**
 * The caller must hold the owner's lock. An ended purchase stays ended, and a paid plan never returns to its trial, however
 * late an event arrives.
 */
export async function advancePurchase(
  tx: Transaction,
  id: PurchaseId,
  { status, periodStart, periodEnd }: PurchaseState,
  now: Date,
) {
  const { rowCount } = await tx
    .update(userSubscriptions)
    .set({ status, currentPeriodStart: periodStart, currentPeriodEnd: periodEnd, updatedAt: now })
    .where(
      and(
        eq(userSubscriptions.id, id),
        status === 'trial' ? inArray(userSubscriptions.status, ['open', 'trial']) : undefined,
        inArray(userSubscriptions.status, ['open', ...running]),
      ),
    );
  return rowCount !== 0;
}

/** The caller must hold the owner's lock. The caller also updates the plan of its vaults: see payments/settlement/move-vaults.ts. */
export async function setPlan(tx: Transaction, id: PurchaseId, planId: string): Promise<void> {
  await tx.update(userSubscriptions).set({ planId }).where(eq(userSubscriptions.id, id));
}

export async function setStatus(database: DatabaseOrTransaction, id: PurchaseId, status: PurchaseStatus, now: Date) {
  await database.update(userSubscriptions).set({ status, updatedAt: now }).where(eq(userSubscriptions.id, id));
}

/** Adds vaults to the count of the purchase that pays for them. */
export async function countVaultOn(tx: Transaction, purchaseId: PurchaseId, vaultsMore = 1): Promise<void> {
  await tx
    .update(userSubscriptions)
    .set({ vaultsCreated: sql`${userSubscriptions.vaultsCreated} + ${vaultsMore}` })
    .where(eq(userSubscriptions.id, purchaseId));
}

/** The owner's places on a plan. The caller must hold the owner's lock if a decision depends on the result. */
export async function placesOf(tx: DatabaseOrTransaction, ownerId: string, plan: PlanRow): Promise<Places> {
  const isOnPlan = and(
    eq(vaults.creatorId, ownerId),
    eq(vaults.planType, plan.name),
    ne(vaults.paymentStatus, 'unpaid'),
  );
  return placesIn(plan, await tx.$count(vaults, isOnPlan), await listLivePurchases(tx, ownerId, plan));
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
    .leftJoin(vaults, and(eq(vaults.purchaseId, id), ne(vaults.paymentStatus, 'unpaid')))
    .where(and(eq(userId, ownerId), eq(planId, plan.id), inArray(status, ['trial', 'paid'])))
    .groupBy(id)
    .orderBy(asc(createdAt));
}

/** Whether the owner has ever paid for anything that was not returned or charged back. A free month is no payment, even after its end. */
export async function hasPaid(database: DatabaseOrTransaction, ownerId: string): Promise<boolean> {
  const { userId, paidCents, refundedCents, isDisputed } = payments;
  const isKept = and(eq(userId, ownerId), gt(paidCents, refundedCents), eq(isDisputed, false));
  return (await database.$count(payments, isKept)) > 0;
}

/** The latest renewal of this purchase, whatever its status. */
export async function findNewestRenewal(tx: Transaction, endedId: PurchaseId): Promise<PurchaseRow | null> {
  const [renewal] = await tx
    .select()
    .from(userSubscriptions)
    .where(eq(userSubscriptions.replacesId, endedId))
    .orderBy(desc(userSubscriptions.createdAt), desc(userSubscriptions.id))
    .limit(1);
  return renewal ?? null;
}

/** Marks an ended purchase as replaced, once. Returns false if it has not ended or was replaced before. */
export async function replaceOnce(tx: Transaction, endedId: PurchaseId, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(userSubscriptions)
    .set({ status: 'replaced' satisfies PurchaseStatus, updatedAt: now })
    .where(and(eq(userSubscriptions.id, endedId), eq(userSubscriptions.status, 'ended' satisfies PurchaseStatus)));
  return rowCount !== 0;
}
