// Queries for the export: an account's data other than its vaults.
import { and, desc, eq, lt } from 'drizzle-orm';
import { letters, passkeys, plans, userSubscriptions } from '../platform/database/schema.ts';
import type { DatabaseOrTransaction } from '../platform/database/transaction.ts';

export const listPurchasesOf = (database: DatabaseOrTransaction, userId: string) =>
  database
    .select({
      plan: plans.displayName,
      status: userSubscriptions.status,
      periodEnd: userSubscriptions.currentPeriodEnd,
      begunAt: userSubscriptions.createdAt,
    })
    .from(userSubscriptions)
    .innerJoin(plans, eq(plans.id, userSubscriptions.planId))
    .where(eq(userSubscriptions.userId, userId))
    .orderBy(desc(userSubscriptions.createdAt));

/** Letters written before this moment. */
export const listLettersTo = (database: DatabaseOrTransaction, userId: string, at: Date) =>
  database
    .select({ kind: letters.kind, to: letters.recipient, status: letters.status, writtenAt: letters.createdAt })
    .from(letters)
    .where(and(eq(letters.userId, userId), lt(letters.createdAt, at)))
    .orderBy(desc(letters.createdAt), letters.id);

export const listPasskeyNamesOf = (database: DatabaseOrTransaction, userId: string) =>
  database
    .select({ name: passkeys.name, addedAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
