// What the metrics count in the database. Numbers and times only: nothing about a person or a vault.
import { sql } from 'drizzle-orm';
import { findOldestUnsent } from '../../letters/ledger/letter-report-store.ts';
import {
  installation,
  journalChanges,
  journalHead,
  letters,
  vaultFiles,
  vaults,
} from '../../platform/database/schema.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { countDue, listDue } from '../../vaults/vault/release-store.ts';

export async function countReleases(database: Database, now: Date) {
  const [oldest] = await listDue(database, now, 1);
  const overdue = await countDue(database, now);
  if (!oldest) return { overdue, oldestSeconds: 0 };
  const { rows } = await database.execute<{ seconds: number }>(
    sql`select extract(epoch from ${now} - ${vaults.scheduledReleaseDate})::float8 as seconds from ${vaults} where ${vaults.id} = ${oldest}`,
  );
  return { overdue, oldestSeconds: rows[0]?.seconds ?? 0 };
}

export async function countLetters(database: Database, now: Date) {
  const { rows } = await database.execute<{ waiting: number; failed: number }>(
    sql`select count(*) filter (where ${letters.status} <> 'failed')::int as waiting,
      count(*) filter (where ${letters.status} = 'failed')::int as failed
      from ${letters} where ${letters.status} in ('queued', 'sending', 'failed')`,
  );
  const oldest = await findOldestUnsent(database, now);
  const oldestSeconds = oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0;
  return { waiting: rows[0]?.waiting ?? 0, failed: rows[0]?.failed ?? 0, oldestSeconds };
}

/** The moments are in seconds since 1970; null if there is none. */
interface FoundRecord extends Record<string, unknown> {
  /** When the journal was last written. */
  written: number | null;
  /** Changes that are not in the journal yet. */
  waiting: number;
  /** When the vault or file was read back, or created, that waits longest for it. */
  verified: number | null;
  damaged: number;
  /** When the newest secret was created. */
  secret: number | null;
}

export async function readRecord(database: Database): Promise<FoundRecord> {
  const { rows } = await database.execute<FoundRecord>(sql`select
    (select extract(epoch from ${journalHead.writtenAt})::float8 from ${journalHead}) as written,
    (select count(*)::int from ${journalChanges}) as waiting,
    (select extract(epoch from least(
      (select min(coalesce(${vaults.checkedAt}, ${vaults.createdAt})) from ${vaults}),
      (select min(coalesce(${vaultFiles.verifiedAt}, ${vaultFiles.createdAt})) from ${vaultFiles})))::float8) as verified,
    (select count(*)::int from ${vaultFiles} where ${vaultFiles.damagedAt} is not null) as damaged,
    (select extract(epoch from max(${installation.createdAt}))::float8 from ${installation}) as secret`);
  return rows[0] as FoundRecord;
}
