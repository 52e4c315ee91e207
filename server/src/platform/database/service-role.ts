// The role the running service connects as. It reads and writes rows, owns nothing, cannot change a table, and may only insert
// into the record tables. The owner of the schema migrates, and grants these rights after every migration.
import pg from 'pg';

/** Its name in the embedded server; elsewhere it is the user of DATABASE_URL. */
export const embeddedServiceRole = 'remembrance_service';

/**
 * Rows of these tables are added and never changed. Triggers enforce this even for the owner. An account's pseudonym and the
 * reasons about it are deleted only together with the account's row.
 */
export const recordTables = ['acts', 'act_people', 'act_reasons'];

export const roleOf = (connection: pg.ClientConfig): string => new pg.Client(connection).user ?? '';

/** Creates the role with no right except to sign in. The embedded server requires no password. */
export async function ensureEmbeddedRole(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query('select 1 from pg_roles where rolname = $1', [embeddedServiceRole]);
  if (rows.length === 0) await owner.query(`create role ${embeddedServiceRole} login`);
}

/** Runs in one transaction, so that a running service never lacks a right. */
export async function grantToService(owner: pg.Client, role: string): Promise<void> {
  const service = owner.escapeIdentifier(role);
  await owner.query('begin');
  await owner.query(`
    grant usage on schema public, drizzle to ${service};
    grant select, insert, update, delete on all tables in schema public to ${service};
    grant select on all tables in schema drizzle to ${service};
    revoke update, delete on ${recordTables.join(', ')} from ${service};
    revoke insert on act_people from ${service};
  `);
  await owner.query('commit');
}
