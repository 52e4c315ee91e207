// The role the running service connects as. It reads and writes rows; it owns nothing, changes no table, and may only
// add to the records of what happened. The owner of the schema migrates, and grants this after every migration.
import pg from 'pg';

/** What it is called in the embedded server; elsewhere its name is the user of DATABASE_URL. */
export const embeddedServiceRole = 'remembrance_service';

/**
 * Rows of these are added and never changed. Triggers hold it against the owner too. With an account go its pseudonym and
 * the reasons about it, by the deletion of its row and in no other way.
 */
export const recordTables = ['audit_lines', 'audit_people', 'audit_reasons', 'letter_events'];

export const roleOf = (connection: pg.ClientConfig): string => new pg.Client(connection).user ?? '';

/** A role that may sign in and nothing else; the embedded server asks nobody for a password. */
export async function ensureEmbeddedRole(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query('select 1 from pg_roles where rolname = $1', [embeddedServiceRole]);
  if (rows.length === 0) await owner.query(`create role ${embeddedServiceRole} login`);
}

/** In one transaction, so that a running service never lacks a right. */
export async function grantToService(owner: pg.Client, role: string): Promise<void> {
  const service = owner.escapeIdentifier(role);
  await owner.query('begin');
  await owner.query(`
    grant usage on schema public, drizzle to ${service};
    grant select, insert, update, delete on all tables in schema public to ${service};
    grant select on all tables in schema drizzle to ${service};
    revoke update, delete on ${recordTables.join(', ')} from ${service};
    revoke insert on audit_people from ${service};
  `);
  await owner.query('commit');
}
