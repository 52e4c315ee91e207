// Queries of the codes that unfinished sign-ins wait for. Each is on the row of its sign-in (the table account_links), with its
// number of tries.
import { mailedCode as limits } from '@remembrance/contract/limits.ts';
import { and, desc, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { Digests } from '../../keys/secret/digest-store.ts';
import { accountLinks } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

interface SignInCode {
  digest: string;
  expiresAt: Date;
}

const isOfSignIn = eq(accountLinks.purpose, 'second-step');

/** A sign-in that waits for an authenticator app has no code, so none can be mailed for it. */
const isWaiting = (tokenDigests: Digests, now: Date) =>
  and(
    isOfSignIn,
    inArray(accountLinks.tokenDigest, tokenDigests),
    gt(accountLinks.expiresAt, now),
    isNotNull(accountLinks.codeDigest),
  );

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

/** The code of an account that expires last. */
export async function findNewestSignInCode(tx: Transaction, accountId: string, now: Date): Promise<SignInCode | null> {
  const [code] = await tx
    .select({ digest: accountLinks.codeDigest, expiresAt: accountLinks.codeExpiresAt })
    .from(accountLinks)
    .where(and(isOfSignIn, eq(accountLinks.accountId, accountId), gt(accountLinks.codeExpiresAt, now)))
    .orderBy(desc(accountLinks.codeExpiresAt))
    .limit(1);
  return code?.digest && code.expiresAt ? { digest: code.digest, expiresAt: code.expiresAt } : null;
}

/**
 * Sets a sign-in's code and expiry. Storing the same code again does not reset the tries. Returns the number of tries, or null if the
 * sign-in has expired.
 */
export async function storeSignInCode(
  tx: Transaction,
  tokenDigests: Digests,
  { code, endsAt, now }: { code: SignInCode; endsAt: Date; now: Date },
): Promise<number | null> {
  const [stored] = await tx
    .update(accountLinks)
    .set({
      codeDigest: code.digest,
      codeExpiresAt: code.expiresAt,
      codeTries: sql`case when ${accountLinks.codeDigest} = ${code.digest} then ${accountLinks.codeTries} else 0 end`,
      expiresAt: endsAt,
    })
    .where(and(isOfSignIn, inArray(accountLinks.tokenDigest, tokenDigests), gt(accountLinks.expiresAt, now)))
    .returning({ tries: accountLinks.codeTries });
  return stored?.tries ?? null;
}

/** Counts one try of this sign-in in its own statement. Returns how many there were, or null if none is left or its code has expired. */
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

/** Whether an unexpired code of this account has one of the digests. */
export async function isSignInCodeOf(
  database: DatabaseOrTransaction,
  { accountId, digests }: { accountId: string; digests: Digests },
  now: Date,
): Promise<boolean> {
  const isCode = and(inArray(accountLinks.codeDigest, digests), gt(accountLinks.codeExpiresAt, now));
  return (await database.$count(accountLinks, and(isOfSignIn, eq(accountLinks.accountId, accountId), isCode))) > 0;
}
