// Queries of the texts of whole vaults: to seal those from before texts were sealed, and to read all of them back.
import { and, eq, type SQL, sql } from 'drizzle-orm';
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

interface Page {
  after: string | null;
  max: number;
}

/** The next vaults with a text that is not sealed. Each part is read in the order of a partial index, which is empty once all are. */
function unsealedAfter({ after, max }: Page) {
  const next = (id: SQL, table: SQL) =>
    sql`(select distinct ${id} from ${table} where not is_sealed and ${id} > ${after ?? noId} order by ${id} limit ${max})`;
  return sql`(${next(sql`id`, sql`${vaults}`)} union ${next(sql`vault_id`, sql`${securityQuestions}`)}
    union ${next(sql`vault_id`, sql`${vaultFiles}`)})`;
}

/** Vaults in the order of their ids, after this one; only those with a text that is not sealed, where that is asked. */
export function listTexts(
  database: DatabaseOrTransaction,
  { unsealedOnly, ...page }: Page & { unsealedOnly: boolean },
): Promise<StoredTexts[]> {
  return selectTexts(
    database,
    unsealedOnly ? sql`v.id in ${unsealedAfter(page)}` : sql`v.id > ${page.after ?? noId}`,
    page.max,
  );
}

/** Null if there is no such vault. */
export const findTexts = async (database: DatabaseOrTransaction, vaultId: string): Promise<StoredTexts | null> =>
  (await selectTexts(database, sql`v.id = ${vaultId}`, 1))[0] ?? null;

async function selectTexts(database: DatabaseOrTransaction, which: SQL, max: number): Promise<StoredTexts[]> {
  const { rows } = await database.execute<StoredTexts>(sql`
    select v.id, v.creator_id as "ownerId", k.wrapped_key as "wrappedKey", v.message, v.is_sealed as "isSealed",
      coalesce((select json_agg(json_build_object('id', id, 'question', question, 'isSealed', is_sealed))
        from ${securityQuestions} where vault_id = v.id), '[]') as questions,
      coalesce((select json_agg(json_build_object('id', id, 'fileName', file_name, 'caption', caption, 'transcript', transcript,
        'isSealed', is_sealed)) from ${vaultFiles} where vault_id = v.id), '[]') as files
    from ${vaults} v left join ${vaultKeys} k on k.vault_id = v.id
    where ${which} order by v.id limit ${max}`);
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
