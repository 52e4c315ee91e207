// Queries of the chains of the audit. Only the database's trigger adds to them.
import { sql } from 'drizzle-orm';
import { auditChain, auditLines } from '../database/schema.ts';
import type { DatabaseOrTransaction } from '../database/transaction.ts';
import type { ChainedLine } from './chain-rules.ts';

export interface Link extends Record<string, unknown> {
  vaultId: string;
  number: number;
  hash: string;
  /** Null where the line is gone. */
  line: ChainedLine | null;
}

export interface LinkPlace {
  vaultId: string;
  number: number;
}

const noId = '00000000-0000-0000-0000-000000000000';

/** The links after this one, in the order of their vaults and numbers; only those of one vault, where that is asked. */
export async function listLinks(
  database: DatabaseOrTransaction,
  { after, vaultId, max }: { after: LinkPlace | null; vaultId: string | undefined; max: number },
): Promise<Link[]> {
  const start = after ?? { vaultId: vaultId ?? noId, number: 0 };
  const { rows } = await database.execute<Link>(sql`
    select c.vault_id as "vaultId", c.number, c.hash, case when l.id is not null then json_build_object('id', l.id,
      'vaultId', l.vault_id, 'personId', l.person_id, 'actor', l.actor, 'actorId', l.actor_id, 'event', l.event,
      'at', to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'detail', l.detail::text) end as line
    from ${auditChain} c left join ${auditLines} l on l.id = c.line_id
    where (c.vault_id, c.number) > (${start.vaultId}, ${start.number}) ${vaultId ? sql`and c.vault_id = ${vaultId}` : sql``}
    order by c.vault_id, c.number limit ${max}`);
  return rows;
}

/** The vaults that have lines which are in no chain. */
export async function listUnchained(database: DatabaseOrTransaction, vaultId: string | undefined): Promise<string[]> {
  const { rows } = await database.execute<{ vaultId: string }>(sql`
    select distinct l.vault_id as "vaultId" from ${auditLines} l
    where l.vault_id is not null and not exists (select from ${auditChain} where line_id = l.id)
      ${vaultId ? sql`and l.vault_id = ${vaultId}` : sql``}`);
  return rows.map((row) => row.vaultId);
}
