// The query of a vault's activity: its audit lines as its owner reads them, newest first.
import { sql } from 'drizzle-orm';
import { given, preparedSql } from '../database/prepared.ts';
import { auditChain, auditLines, auditReasons, executors } from '../database/schema.ts';

export interface ActivityRow {
  /** In the vault's chain. */
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
  sql`select c.number, l.at, l.actor, l.event, coalesce(nullif(e.name, ''), e.email) as executor,
      case l.event when 'vault-edited' then l.detail->>'fields' end as fields,
      case when r.is_for_owner then r.reason end as reason
    from ${auditChain} c
    join ${auditLines} l on l.id = c.line_id
    left join ${executors} e on e.id = coalesce(l.actor_id, (l.detail->>'executorId')::uuid) and e.vault_id = c.vault_id
    left join ${auditReasons} r on r.line_id = l.id
    where c.vault_id = ${given('vaultId')} and c.number < ${given('before')}
    order by c.number desc limit ${given('max')}`,
);
