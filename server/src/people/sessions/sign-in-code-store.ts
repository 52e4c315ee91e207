// Queries of the sign-ins that wait for a code from the mailbox. Each has its own code on its own row (the table account_links), with its
// number of tries, so that a code signs in only the browser it was mailed for.
import { mailedCode as limits } from '@remembrance/contract/limits.ts';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Digests } from '../../keys/secret/digest-store.ts';
import { accountLinks } from '../../platform/database/schema.ts';
import { type DatabaseOrTransaction, firstRow, type Transaction } from '../../platform/database/transaction.ts';

/** The browser that waits, as the letter names it. */
export interface WaitingBrowser {
  device: string;
  network: string;
  at: string;
}

const isOf = (tokenDigests: Digests, now: Date) =>
  and(
    eq(accountLinks.purpose, 'second-step'),
    inArray(accountLinks.tokenDigest, tokenDigests),
    gt(accountLinks.expiresAt, now),
  );

/** A sign-in that waits for an authenticator app waits from nowhere, so no code can be mailed for it. */
const isWaiting = (tokenDigests: Digests, now: Date) => and(isOf(tokenDigests, now), isNotNull(accountLinks.waitsFrom));

/** The account of a sign-in that waits for a mailed code, or null. */
export async function findWaitingAccount(
  database: DatabaseOrTransaction,
  tokenDigests: Digests,
  now: Date,
): Promise<string | null> {
  const [waiting] = await database
    .select({ accountId: accountLinks.accountId })
    .from(accountLinks)
    .where(isWaiting(tokenDigests, now));
  return waiting?.accountId ?? null;
}

/** A sign-in with its code and tries, if it has been mailed one. Null if it has ended. */
export const findSignIn = (tx: Transaction, tokenDigests: Digests, now: Date) =>
  firstRow(
    tx
      .select({
        tokenDigest: accountLinks.tokenDigest,
        waitsFrom: accountLinks.waitsFrom,
        codeExpiresAt: accountLinks.codeExpiresAt,
        tries: accountLinks.codeTries,
      })
      .from(accountLinks)
      .where(isOf(tokenDigests, now)),
  );

/** Whether any waiting sign-in of the account has an unexpired code. */
export async function hasValidCode(tx: Transaction, accountId: string, now: Date): Promise<boolean> {
  const isOfAccount = and(eq(accountLinks.purpose, 'second-step'), eq(accountLinks.accountId, accountId));
  return (await tx.$count(accountLinks, and(isOfAccount, gt(accountLinks.codeExpiresAt, now)))) > 0;
}

/** Records that this sign-in waits, and until when. */
export async function extendWait(
  tx: Transaction,
  tokenDigest: string,
  { browser, until }: { browser: WaitingBrowser; until: Date },
): Promise<void> {
  await tx
    .update(accountLinks)
    .set({ waitsFrom: browser, expiresAt: until })
    .where(and(eq(accountLinks.purpose, 'second-step'), eq(accountLinks.tokenDigest, tokenDigest)));
}

/** The waiting sign-ins of an account that have no valid code, the longest waiting first. */
export const listWithoutCode = (tx: Transaction, accountId: string, max: number, now: Date) =>
  tx
    .select({ tokenDigest: accountLinks.tokenDigest, waitsFrom: accountLinks.waitsFrom })
    .from(accountLinks)
    .where(
      and(
        eq(accountLinks.purpose, 'second-step'),
        eq(accountLinks.accountId, accountId),
        gt(accountLinks.expiresAt, now),
        isNotNull(accountLinks.waitsFrom),
        or(isNull(accountLinks.codeExpiresAt), lte(accountLinks.codeExpiresAt, now)),
      ),
    )
    .orderBy(asc(accountLinks.createdAt), asc(accountLinks.tokenDigest))
    .limit(max);

/** Gives a sign-in its code. It waits as long as the code works, or longer. */
export async function storeSignInCode(
  tx: Transaction,
  tokenDigest: string,
  { codeDigest, expiresAt }: { codeDigest: string; expiresAt: Date },
): Promise<void> {
  await tx
    .update(accountLinks)
    .set({
      codeDigest,
      codeExpiresAt: expiresAt,
      codeTries: 0,
      expiresAt: sql`greatest(${accountLinks.expiresAt}, ${expiresAt.toISOString()}::timestamptz)`,
    })
    .where(and(eq(accountLinks.purpose, 'second-step'), eq(accountLinks.tokenDigest, tokenDigest)));
}

/** Counts one try of this sign-in in its own statement. Returns how many there were, or null if none is left or it has no valid code. */
export async function countSignInCodeTry(
  database: DatabaseOrTransaction,
  tokenDigests: Digests,
  now: Date,
): Promise<number | null> {
  const mayTry = and(gt(accountLinks.codeExpiresAt, now), lt(accountLinks.codeTries, limits.tries));
  const [counted] = await database
    .update(accountLinks)
    .set({ codeTries: sql`${accountLinks.codeTries} + 1` })
    .where(and(isWaiting(tokenDigests, now), mayTry))
    .returning({ tries: accountLinks.codeTries });
  return counted?.tries ?? null;
}

/** Whether the unexpired code of this sign-in has one of the digests. */
export async function isSignInCodeOf(
  database: DatabaseOrTransaction,
  { tokenDigests, digests }: { tokenDigests: Digests; digests: Digests },
  now: Date,
): Promise<boolean> {
  const isCode = and(inArray(accountLinks.codeDigest, digests), gt(accountLinks.codeExpiresAt, now));
  return (await database.$count(accountLinks, and(isWaiting(tokenDigests, now), isCode))) > 0;
}
