// Runs work in a transaction and always returns the connection to the pool, even if `begin` fails. Drizzle's own function loses
// the connection when `begin` fails, and waits for `rollback` on a dead one.
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { DatabaseUnavailable, isConnectionLost, isTimeout } from '../lib/database-unavailable.ts';
import type { Database, Transaction } from './transaction.ts';

/** A pooled connection may have died unnoticed. Up to this many are tried, because nothing was sent yet. */
const maxTries = 3;

/** `database.transaction` for every caller. */
export function createRunTransaction(pool: pg.Pool): Database['transaction'] {
  const begin = async (triesLeft: number): Promise<{ client: pg.PoolClient; tx: Transaction }> => {
    const client = await pool.connect().catch((cause) => {
      throw new DatabaseUnavailable('no connection for a transaction', { cause });
    });
    const tx = drizzle(client);
    try {
      await tx.execute(sql`begin`);
      return { client, tx };
    } catch (error) {
      client.release(error as Error);
      // A server that does not answer would make the next connection wait just as long.
      if (triesLeft > 1 && isConnectionLost(error) && !isTimeout(error)) return begin(triesLeft - 1);
      throw error;
    }
  };
  return async (work) => {
    const { client, tx } = await begin(maxTries);
    try {
      const result = await work(tx);
      await tx.execute(sql`commit`);
      client.release();
      return result;
    } catch (error) {
      client.release(await rollBack(tx, error));
      throw error;
    }
  };
}

/** @returns the error that makes the connection unusable, if any. */
async function rollBack(tx: Transaction, error: unknown): Promise<Error | undefined> {
  if (isConnectionLost(error)) return error as Error;
  try {
    await tx.execute(sql`rollback`);
    return undefined;
  } catch (failure) {
    return failure as Error;
  }
}
