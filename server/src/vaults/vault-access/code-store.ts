// Queries of the mailbox codes: one row for each browser that requested one, with its number of tries.
import { mailedCode as limits } from '@remembrance/contract/limits.ts';
import { and, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Digests } from '../../keys/secret/digest-store.ts';
import { accessCodes } from '../../platform/database/schema.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

interface CodeRequester {
  vaultId: string;
  browserId: string;
}

const ofBrowser = ({ vaultId, browserId }: CodeRequester) =>
  and(eq(accessCodes.vaultId, vaultId), eq(accessCodes.browserId, browserId));

/** The code of a vault that expires last. */
export async function findNewestCode(database: DatabaseOrTransaction, vaultId: string, now: Date) {
  const [code] = await database
    .select({ digest: accessCodes.digest, expiresAt: accessCodes.expiresAt })
    .from(accessCodes)
    .where(and(eq(accessCodes.vaultId, vaultId), gt(accessCodes.expiresAt, now)))
    .orderBy(desc(accessCodes.expiresAt))
    .limit(1);
  return code ?? null;
}

/** The code this browser requested, while it may still be tried. */
export async function findCodeOf(database: DatabaseOrTransaction, requester: CodeRequester, now: Date) {
  const [code] = await database
    .select({ expiresAt: accessCodes.expiresAt })
    .from(accessCodes)
    .where(and(ofBrowser(requester), gt(accessCodes.expiresAt, now), lt(accessCodes.tries, limits.tries)));
  return code ?? null;
}

/** Stores a code for a browser. Storing the same code again does not reset the tries. Returns the number of tries. */
export async function storeCode(
  tx: Transaction,
  code: CodeRequester & { digest: string; expiresAt: Date },
): Promise<number> {
  const [stored] = await tx
    .insert(accessCodes)
    .values(code)
    .onConflictDoUpdate({
      target: [accessCodes.vaultId, accessCodes.browserId],
      set: {
        digest: code.digest,
        expiresAt: code.expiresAt,
        tries: sql`case when ${accessCodes.digest} = excluded.digest then ${accessCodes.tries} else 0 end`,
      },
    })
    .returning({ tries: accessCodes.tries });
  return stored?.tries ?? 0;
}

/** Counts one try of this browser in its own statement. Returns how many there were, or null if none is left or the code has expired. */
export async function countCodeTry(database: Database, requester: CodeRequester, now: Date): Promise<number | null> {
  const [counted] = await database
    .update(accessCodes)
    .set({ tries: sql`${accessCodes.tries} + 1` })
    .where(and(ofBrowser(requester), gt(accessCodes.expiresAt, now), lt(accessCodes.tries, limits.tries)))
    .returning({ tries: accessCodes.tries });
  return counted?.tries ?? null;
}

/** Whether an unexpired code of this vault has one of the digests. */
export async function isCodeOf(database: Database, vaultId: string, digests: Digests, now: Date): Promise<boolean> {
  const isCode = and(inArray(accessCodes.digest, digests), gt(accessCodes.expiresAt, now));
  return (await database.$count(accessCodes, and(eq(accessCodes.vaultId, vaultId), isCode))) > 0;
}

/** Deletes this browser's code. Returns false if it was used concurrently. */
export async function endCodeOf(tx: Transaction, requester: CodeRequester): Promise<boolean> {
  const { rowCount } = await tx.delete(accessCodes).where(ofBrowser(requester));
  return rowCount !== 0;
}

/** Deletes every code of the vault, for every browser. */
export async function endCodesOf(tx: Transaction, vaultId: string): Promise<void> {
  await tx.delete(accessCodes).where(eq(accessCodes.vaultId, vaultId));
}

export async function forgetEndedCodes(database: DatabaseOrTransaction, now: Date): Promise<void> {
  await database.delete(accessCodes).where(lte(accessCodes.expiresAt, now));
}
