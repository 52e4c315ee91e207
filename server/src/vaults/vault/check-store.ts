// Queries for reading vaults back: all their texts, and when they were last verified. Each file has its own date.
import { eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { securityQuestions, vaultFiles, vaultKeys, vaults } from '../../platform/database/schema.ts';
import type { Database, DatabaseOrTransaction } from '../../platform/database/transaction.ts';

export async function markVaultChecked(
  database: Database,
  vaultId: string,
  check: { isWhole: boolean; checkedAt: Date },
): Promise<void> {
  await database.update(vaults).set(check).where(eq(vaults.id, vaultId));
}

/** Vaults that were last checked before the given time, the longest ago first. */
export async function listUnchecked(database: Database, before: Date, max: number): Promise<string[]> {
  const found = await database
    .select({ id: vaults.id })
    .from(vaults)
    .where(or(isNull(vaults.checkedAt), lt(vaults.checkedAt, before)))
    .orderBy(sql`${vaults.checkedAt} nulls first`)
    .limit(max);
  return found.map(({ id }) => id);
}

export interface StoredTexts extends Record<string, unknown> {
  id: string;
  ownerId: string;
  wrappedKey: string | null;
  message: string;
  questions: { id: string; question: string }[];
  /** Includes pending files. */
  files: { id: string; fileName: string; caption: string; transcript: string }[];
}

const noId = '00000000-0000-0000-0000-000000000000';

interface Page {
  after: string | null;
  max: number;
}

/** Vaults in the order of their ids, after this one. */
export const listTexts = (database: DatabaseOrTransaction, { after, max }: Page): Promise<StoredTexts[]> =>
  selectTexts(database, sql`v.id > ${after ?? noId}`, max);

/** Null if there is no such vault. */
export const findTexts = async (database: DatabaseOrTransaction, vaultId: string): Promise<StoredTexts | null> =>
  (await selectTexts(database, sql`v.id = ${vaultId}`, 1))[0] ?? null;

async function selectTexts(database: DatabaseOrTransaction, which: SQL, max: number): Promise<StoredTexts[]> {
  const { rows } = await database.execute<StoredTexts>(sql`
    select v.id, v.creator_id as "ownerId", k.wrapped_key as "wrappedKey", v.message,
      coalesce((select json_agg(json_build_object('id', id, 'question', question))
        from ${securityQuestions} where vault_id = v.id), '[]') as questions,
      coalesce((select json_agg(json_build_object('id', id, 'fileName', file_name, 'caption', caption, 'transcript', transcript)) from ${vaultFiles} where vault_id = v.id), '[]') as files
    from ${vaults} v left join ${vaultKeys} k on k.vault_id = v.id
    where ${which} order by v.id limit ${max}`);
  return rows;
}
