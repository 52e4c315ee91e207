// The query of a vault's activity: its acts as its owner reads them, newest first.
import { sql } from 'drizzle-orm';
import { given, preparedSql } from '../../platform/database/prepared.ts';
import { actReasons, acts, executors } from '../../platform/database/schema.ts';

export interface ActivityRow {
  /** Its place among the acts of the vault, from 1. */
  number: number;
  at: string;
  actor: string;
  event: string;
  /** The executor who acted or is meant, by name or else by address. */
  executor: string | null;
  /** What an edit changed, as names with spaces between. */
  fields: string | null;
  /** The operator's, where it was written to be read by the owner. */
  reason: string | null;
}

/** The lines before this number. */
export const listActivity = preparedSql<ActivityRow>(
  'list_activity',
  sql`select l.number, l.at, l.actor, l.event, coalesce(nullif(e.name, ''), e.email) as executor,
      case l.event when 'vault-edited' then l.detail->>'fields' end as fields,
      r.reason
    from (select ${acts}.*, row_number() over (order by at, id)::int as number from ${acts} where vault_id = ${given('vaultId')}) l
    left join ${executors} e on e.id = coalesce(l.actor_id, (l.detail->>'executorId')::uuid) and e.vault_id = l.vault_id
    left join ${actReasons} r on r.act_id = l.id
    where l.number < ${given('before')}
    order by l.number desc limit ${given('max')}`,
);
