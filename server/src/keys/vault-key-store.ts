// Queries of the wrapped data keys (the table vault_keys).
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { given } from '../database/prepared.ts';
import { vaultFiles, vaultKeys, vaults } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

export type WrappedKey = typeof vaultKeys.$inferSelect;

/** Null if there is no such vault, or its owner is another. The key is null in a vault from before there were keys. */
export async function findKey(
  database: DatabaseOrTransaction,
  { vaultId, ownerId }: { vaultId: string; ownerId?: string | undefined },
): Promise<{ wrappedKey: string | null } | null> {
  const [found] = await database
    .select({ wrappedKey: vaultKeys.wrappedKey })
    .from(vaults)
    .leftJoin(vaultKeys, eq(vaultKeys.vaultId, vaults.id))
    .where(and(eq(vaults.id, vaultId), ownerId ? eq(vaults.creatorId, ownerId) : undefined));
  return found ?? null;
}

/** Part of the statement that writes a new vault. */
export const insertKeyRow = sql`insert into ${vaultKeys} (vault_id, wrapped_key, master_key, created_at)
  select k."vaultId", k."wrappedKey", k."masterKey", k."createdAt" from json_to_recordset(${given('key')})
    as k("vaultId" uuid, "wrappedKey" text, "masterKey" text, "createdAt" timestamptz)`;

/** Does nothing if the vault has a key already, is gone, or holds what a key encrypted that is missing now: another opens none of it. */
export async function insertWrappedKey(database: DatabaseOrTransaction, key: WrappedKey): Promise<void> {
  const { vaultId, wrappedKey, masterKey, createdAt } = key;
  await database.execute(sql`
    insert into ${vaultKeys} (vault_id, wrapped_key, master_key, created_at)
    select id, ${wrappedKey}, ${masterKey}, ${createdAt.toISOString()}::timestamptz from ${vaults}
    where id = ${vaultId} and not is_sealed
      and not exists (select from ${vaultFiles} where vault_id = ${vaultId} and (is_sealed or encryption_header is not null))
    for key share
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
