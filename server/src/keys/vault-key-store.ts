// Queries of the wrapped data keys (the table vault_keys).
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { given, prepared } from '../database/prepared.ts';
import { vaultKeys, vaults } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

export type WrappedKey = typeof vaultKeys.$inferSelect;

export async function findWrappedKey(database: DatabaseOrTransaction, vaultId: string): Promise<string | null> {
  const [found] = await database
    .select({ wrappedKey: vaultKeys.wrappedKey })
    .from(vaultKeys)
    .where(eq(vaultKeys.vaultId, vaultId));
  return found?.wrappedKey ?? null;
}

const selectKeyOf = prepared('find_key_of', (database) =>
  database
    .select({ wrappedKey: vaultKeys.wrappedKey })
    .from(vaults)
    .leftJoin(vaultKeys, eq(vaultKeys.vaultId, vaults.id))
    .where(and(eq(vaults.id, given('vaultId')), eq(vaults.creatorId, given('ownerId')))),
);

/** Null if the owner has no such vault. The key is null in a vault from before there were keys. */
export async function findKeyOf(database: DatabaseOrTransaction, vaultId: string, ownerId: string) {
  const [found] = await selectKeyOf(database, { vaultId, ownerId });
  return found ?? null;
}

/** Part of the statement that writes a new vault. */
export const insertKeyRow = sql`insert into ${vaultKeys} (vault_id, wrapped_key, master_key, created_at)
  select k."vaultId", k."wrappedKey", k."masterKey", k."createdAt" from json_to_recordset(${given('key')})
    as k("vaultId" uuid, "wrappedKey" text, "masterKey" text, "createdAt" timestamptz)`;

/** Does nothing if the vault has a key already, or is gone. */
export async function insertWrappedKey(database: DatabaseOrTransaction, key: WrappedKey): Promise<void> {
  const { vaultId, wrappedKey, masterKey, createdAt } = key;
  await database.execute(sql`
    insert into ${vaultKeys} (vault_id, wrapped_key, master_key, created_at)
    select id, ${wrappedKey}, ${masterKey}, ${createdAt.toISOString()}::timestamptz from ${vaults} where id = ${vaultId} for key share
    on conflict do nothing`);
}

/** The names of the master keys that wrapped a key of today, with how many. */
export async function countByMasterKey(database: DatabaseOrTransaction): Promise<Map<string, number>> {
  const names = await database.selectDistinct({ name: vaultKeys.masterKey }).from(vaultKeys);
  const counted = new Map<string, number>();
  for (const { name } of names) counted.set(name, await database.$count(vaultKeys, eq(vaultKeys.masterKey, name)));
  return counted;
}

/** Some that another master key than this one wrapped, locked until the transaction ends. */
export const lockOtherwiseWrapped = (tx: Transaction, masterKey: string, max: number): Promise<WrappedKey[]> =>
  tx
    .select()
    .from(vaultKeys)
    .where(ne(vaultKeys.masterKey, masterKey))
    .orderBy(asc(vaultKeys.vaultId))
    .limit(max)
    .for('update');

export async function replaceWrappedKey(
  tx: Transaction,
  { vaultId, wrappedKey, masterKey }: Omit<WrappedKey, 'createdAt'>,
): Promise<void> {
  await tx.update(vaultKeys).set({ wrappedKey, masterKey }).where(eq(vaultKeys.vaultId, vaultId));
}
