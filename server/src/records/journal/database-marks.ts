// What tells one state of the database from another: its server, its installation, and how far it has written the journal. One small read,
// for every new connection, and before a letter, a release or a code.
import { type SQL, sql } from 'drizzle-orm';
import { installation, journalHead } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import { isDatabaseUnavailable } from '../../platform/lib/database-unavailable.ts';
import type { JournalHead } from './journal-store.ts';

export interface DatabaseMarks {
  /** The cluster, as far as the role may ask, and the database in it. A copy or a restored dump has another. */
  database: string;
  /** When its server was started: another server, or the same one after a restart. */
  startedAt: string;
  /** It rises with every promotion of a standby. Null if the role may not ask. */
  timeline: number | null;
  /** A standby answers with the past. */
  isStandby: boolean;
  /** Whether a commit waits for a standby. Then a promotion loses none. */
  isSynchronous: boolean;
  /** The check value of the first secret, and the key that signs the journal. Neither ever changes. */
  keys: string;
  head: JournalHead;
}

const cluster = sql`(select system_identifier from pg_control_system())`;
// The checkpoint names the new timeline only some time after the promotion.
const timeline = sql`case when pg_is_in_recovery() then null
  else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint::int end`;

type Row = Omit<DatabaseMarks, 'head'> &
  Record<'position', string> &
  Record<'digest' | 'writtenAt' | 'onHoldSince', string | null>;

const marksWith = (ofServer: { cluster: SQL; timeline: SQL }) => sql`
  select (select oid::text from pg_database where datname = current_database()) || '/' || coalesce(${ofServer.cluster}::text, '') as "database",
    extract(epoch from pg_postmaster_start_time())::text as "startedAt", ${ofServer.timeline} as "timeline",
    pg_is_in_recovery() as "isStandby", current_setting('synchronous_standby_names') <> ''
      and current_setting('synchronous_commit') not in ('local', 'off') as "isSynchronous",
    (select secret_check || '/' || coalesce(public_key, '') from ${installation} where id = 1) as "keys",
    position::text as "position", digest as "digest",
    written_at as "writtenAt", on_hold_since as "onHoldSince"
  from ${journalHead}`;

const complete = marksWith({ cluster, timeline });
/** For a managed server that does not tell about itself. */
const withoutServer = marksWith({ cluster: sql`null`, timeline: sql`null::int` });

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

export type ReadMarks = (database: DatabaseOrTransaction) => Promise<DatabaseMarks>;

/** Chooses once what this role may ask, because a refused question would end a transaction. */
export async function createReadMarks(database: DatabaseOrTransaction): Promise<ReadMarks> {
  const tellsAll = await database.execute(complete).then(
    () => true,
    (error) => {
      if (isDatabaseUnavailable(error)) throw error;
      return false;
    },
  );
  const statement = tellsAll ? complete : withoutServer;
  return async (on) => {
    const [row] = (await on.execute(statement)).rows as unknown as Row[]; // the statement selects the columns of Row
    if (!row) throw new Error('the journal has no head');
    const { position, digest, writtenAt, onHoldSince, ...marks } = row;
    const head = { position: Number(position), digest, writtenAt: dateOf(writtenAt), onHoldSince: dateOf(onHoldSince) };
    return { ...marks, head };
  };
}
