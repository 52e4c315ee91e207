// Queries of the wrapped data keys (the table vault_keys).
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import { given, prepared } from '../../platform/database/prepared.ts';
import { vaultKeys, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { listSecrets } from '../secret/installation-store.ts';

export type WrappedKey = typeof vaultKeys.$inferSelect;

const selectKey = prepared('find_key', (database) =>
  database
    .select({ wrappedKey: vaultKeys.wrappedKey })
    .from(vaults)
    .leftJoin(vaultKeys, eq(vaultKeys.vaultId, vaults.id))
    .where(
      and(
        eq(vaults.id, given('vaultId')),
        sql`${vaults.creatorId} = coalesce(${given('ownerId')}, ${vaults.creatorId})`,
      ),
    ),
);

/** Null if the owner has no such vault. The key is null if its row is missing. */
export async function findKey(
  database: DatabaseOrTransaction,
  { vaultId, ownerId = null }: { vaultId: string; ownerId?: string | null | undefined },
): Promise<{ wrappedKey: string | null } | null> {
  const [found] = await selectKey(database, { vaultId, ownerId });
  return found ?? null;
}

export async function insertKey(tx: Transaction, key: WrappedKey): Promise<void> {
  await tx.insert(vaultKeys).values(key);
}

/** The master keys that every process must have: those that wrapped a data key, and the one that wraps the next. */
export async function listMasterKeyNames(database: DatabaseOrTransaction): Promise<string[]> {
  const [names, secrets] = [await listWrapping(database), await listSecrets(database)];
  return [...new Set([...names, ...secrets.flatMap(({ masterKey }) => masterKey ?? [])])];
}

async function listWrapping(database: DatabaseOrTransaction): Promise<string[]> {
  const names = await database.selectDistinct({ name: vaultKeys.masterKey }).from(vaultKeys);
  return names.map(({ name }) => name);
}

/** The master key names, each with its number of data keys. */
export async function countByMasterKey(database: DatabaseOrTransaction): Promise<Map<string, number>> {
  const counted = new Map<string, number>();
  for (const name of await listWrapping(database))
    counted.set(name, await database.$count(vaultKeys, eq(vaultKeys.masterKey, name)));
  return counted;
}

/** A batch of keys that another master key wrapped, in order, after this vault. */
export const listOtherwiseWrapped = (
  database: DatabaseOrTransaction,
  { masterKey, after, max }: { masterKey: string; after: string | null; max: number },
): Promise<WrappedKey[]> =>
  database
    .select()
    .from(vaultKeys)
    .where(and(ne(vaultKeys.masterKey, masterKey), after ? gt(vaultKeys.vaultId, after) : undefined))
    .orderBy(asc(vaultKeys.vaultId))
    .limit(max);

/** Does nothing if the key was rewrapped or the vault deleted in the meantime. @returns whether it was replaced */
export async function replaceWrappedKey(
  database: DatabaseOrTransaction,
  { vaultId, wrappedKey }: WrappedKey,
  again: Pick<WrappedKey, 'wrappedKey' | 'masterKey'>,
): Promise<boolean> {
  const isSame = and(eq(vaultKeys.vaultId, vaultId), eq(vaultKeys.wrappedKey, wrappedKey));
  const { rowCount } = await database.update(vaultKeys).set(again).where(isSame);
  return rowCount !== 0;
}
