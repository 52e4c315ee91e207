// Queries of the texts of whole vaults: to seal those from before texts were sealed, and to read all of them back.
import { and, eq, sql } from 'drizzle-orm';
import { securityQuestions, vaultFiles, vaultKeys, vaults } from '../database/schema.ts';
import type { DatabaseOrTransaction } from '../database/transaction.ts';

export interface StoredTexts extends Record<string, unknown> {
  id: string;
  ownerId: string;
  wrappedKey: string | null;
  message: string;
  isSealed: boolean;
  questions: { id: string; question: string; isSealed: boolean }[];
  /** With the pending ones. */
  files: { id: string; fileName: string; caption: string; transcript: string; isSealed: boolean }[];
}

const noId = '00000000-0000-0000-0000-000000000000';
const isUnsealed = sql`(not v.is_sealed
  or exists (select from ${securityQuestions} where vault_id = v.id and not is_sealed)
  or exists (select from ${vaultFiles} where vault_id = v.id and not is_sealed))`;

/** Vaults in the order of their ids, after this one; only those with a text that is not sealed, where that is asked. */
export async function listTexts(
  database: DatabaseOrTransaction,
  { after, max, unsealedOnly }: { after: string | null; max: number; unsealedOnly: boolean },
): Promise<StoredTexts[]> {
  const { rows } = await database.execute<StoredTexts>(sql`
    select v.id, v.creator_id as "ownerId", k.wrapped_key as "wrappedKey", v.message, v.is_sealed as "isSealed",
      coalesce((select json_agg(json_build_object('id', id, 'question', question, 'isSealed', is_sealed))
        from ${securityQuestions} where vault_id = v.id), '[]') as questions,
      coalesce((select json_agg(json_build_object('id', id, 'fileName', file_name, 'caption', caption, 'transcript', transcript,
        'isSealed', is_sealed)) from ${vaultFiles} where vault_id = v.id), '[]') as files
    from ${vaults} v left join ${vaultKeys} k on k.vault_id = v.id
    where v.id > ${after ?? noId} and ${unsealedOnly ? isUnsealed : sql`true`}
    order by v.id limit ${max}`);
  return rows;
}

/** Does nothing where the message was changed or sealed since it was read. */
export async function sealStoredMessage(
  database: DatabaseOrTransaction,
  { id, message }: Pick<StoredTexts, 'id' | 'message'>,
  sealed: string,
): Promise<void> {
  await database
    .update(vaults)
    .set({ message: sealed, isSealed: true })
    .where(and(eq(vaults.id, id), eq(vaults.isSealed, false), eq(vaults.message, message)));
}

const countedTo = 10_000;

/** How many rows and files from before are not encrypted yet, each kind counted to 10,000. */
export async function countUnsealed(database: DatabaseOrTransaction): Promise<number> {
  const capped = (rows: ReturnType<typeof sql>) =>
    sql`(select count(*) from (select ${rows} limit ${countedTo}) counted)`;
  const { rows } = await database.execute<{ amount: number }>(sql`
    select (${capped(sql`from ${vaults} where not is_sealed`)} + ${capped(sql`from ${securityQuestions} where not is_sealed`)}
      + ${capped(sql`from ${vaultFiles} where not is_sealed`)}
      + ${capped(sql`from ${vaultFiles} where encryption_header is null`)})::int as amount`);
  return rows[0]?.amount ?? 0;
}
