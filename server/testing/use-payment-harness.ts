// For tests: the payment harness, opened before each test or once for a file, and closed afterwards. A file has one database, which is
// emptied before each test. An unexpected reported fault fails the test.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { OpenDatabase } from '../src/platform/database/open-database.ts';
import { openPaymentHarness, type PaymentHarness } from './payment-harness.ts';
import { openTestDatabase } from './test-database.ts';

export function usePaymentHarness(scope: 'each test' | 'file' = 'each test'): PaymentHarness {
  const harness = {} as PaymentHarness; // filled before the first test reads it
  const [before, after] = scope === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  let opened: OpenDatabase;
  let tables: Tables;
  beforeAll(async () => {
    opened = await openTestDatabase();
    tables = await findTables(opened);
  });
  before(async () => {
    await tables.empty();
    Object.assign(harness, await openPaymentHarness({ ...opened, close: async () => {} }));
  });
  after(async () => {
    await harness.close();
    expect(harness.faults).toEqual([]);
  });
  afterAll(async () => {
    await tables.close();
    await opened.close();
  });
  return harness;
}

interface Tables {
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** Every table but the one that a migration fills. They are emptied without triggers, because acts cannot be deleted. */
async function findTables({ ownerConnection }: OpenDatabase): Promise<Tables> {
  const client = new pg.Client(ownerConnection);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'journal_head'`,
  );
  const deletions = rows.map(({ name }) => `delete from ${name}`).join('; ');
  return {
    async empty() {
      await client.query(`begin; set local session_replication_role = replica; ${deletions}; commit`);
    },
    close: () => client.end(),
  };
}

export const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });
