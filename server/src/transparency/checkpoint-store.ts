// Queries of the checkpoints and the heads they cover.
import { asc, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../database/open-database.ts';
import { auditChain, checkpointHeads, checkpoints } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';
import type { Checkpoint, Head } from './checkpoint-rules.ts';

/** Any number that nothing else on the same database uses for an advisory lock. */
const checkpointLock = 7_231_114_005;

/** Until the transaction ends, nobody else makes a checkpoint. */
export async function lockCheckpoints(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${checkpointLock})`);
}

/** @param publicKey leaves out what another key has signed */
export async function findNewest(database: DatabaseOrTransaction, publicKey?: string): Promise<Checkpoint | null> {
  const isOwn = publicKey === undefined ? undefined : eq(checkpoints.publicKey, publicKey);
  const [newest] = await database.select().from(checkpoints).where(isOwn).orderBy(desc(checkpoints.number)).limit(1);
  return newest ?? null;
}

export const insertCheckpoint = (tx: Transaction, checkpoint: Checkpoint) => tx.insert(checkpoints).values(checkpoint);

/** Oldest first. */
export const listAll = (database: Database): Promise<Checkpoint[]> =>
  database.select().from(checkpoints).orderBy(asc(checkpoints.number));

/** Newest first. */
export const listBefore = (database: Database, before: number, max: number): Promise<Checkpoint[]> =>
  database
    .select()
    .from(checkpoints)
    .where(lt(checkpoints.number, before))
    .orderBy(desc(checkpoints.number))
    .limit(max);

/** Names the heads that no earlier checkpoint covers. */
export async function insertMovedHeads(tx: Transaction, checkpoint: number): Promise<void> {
  await tx.execute(sql`
    insert into ${checkpointHeads} (checkpoint, vault_id, number, hash)
    select ${checkpoint}::int, c.vault_id, c.number, c.hash from ${auditChain} c
    where not exists (select from ${auditChain} later where later.vault_id = c.vault_id and later.number = c.number + 1)
      and not exists (select from ${checkpointHeads} h where h.vault_id = c.vault_id and h.number >= c.number)`);
}

/** For each checkpoint, how many vaults it covers that none before it does. */
export async function countNewVaults(database: DatabaseOrTransaction): Promise<Map<number, number>> {
  const { rows } = await database.execute<{ first: number; count: number }>(sql`
    select first, count(*)::int as count
    from (select min(checkpoint) as first from ${checkpointHeads} group by vault_id) vault group by first`);
  return new Map(rows.map(({ first, count }) => [first, count]));
}

/** The heads that this checkpoint added, in the order of their vaults. */
export async function listHeads(
  database: DatabaseOrTransaction,
  { checkpoint, after, max }: { checkpoint: number; after: string | null; max: number },
): Promise<Head[]> {
  const { rows } = await database.execute<Head & Record<string, unknown>>(sql`
    select vault_id as "vaultId", number, hash from ${checkpointHeads}
    where checkpoint = ${checkpoint} ${after ? sql`and vault_id > ${after}` : sql``} order by vault_id limit ${max}`);
  return rows;
}

/** Heads that were covered and are in their chain no longer. */
export async function listLostHeads(database: Database): Promise<(Head & { checkpoint: number })[]> {
  const { rows } = await database.execute<Head & { checkpoint: number } & Record<string, unknown>>(sql`
    select h.checkpoint, h.vault_id as "vaultId", h.number, h.hash from ${checkpointHeads} h
    left join ${auditChain} c on c.vault_id = h.vault_id and c.number = h.number
    where c.hash is distinct from h.hash order by h.vault_id, h.number limit 1000`);
  return rows;
}
