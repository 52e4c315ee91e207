// Creates or updates the queue's tables as the role that owns them, and grants the service access.
import pg from 'pg';
import { type ConstructorOptions, PgBoss } from 'pg-boss';
import { roleOf } from '../database/service-role.ts';

/** Safe in several processes at once: the queue's own lock lets one of them work. */
export async function installQueue(owner: pg.PoolConfig, serviceRole: string): Promise<void> {
  const boss = new PgBoss({
    ...(owner as ConstructorOptions), // passed to pg unchanged; the types differ only for omitted fields
    max: 1,
    application_name: 'remembrance-jobs-setup',
    supervise: false,
    schedule: false,
  });
  let fault: Error | undefined;
  boss.on('error', (error) => {
    fault ??= error;
  });
  await boss.start();
  await boss.stop({ graceful: false });
  if (fault) throw fault;
  if (serviceRole !== roleOf(owner)) await grantQueue(owner, serviceRole);
}

async function grantQueue(owner: pg.ClientConfig, serviceRole: string): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const service = client.escapeIdentifier(serviceRole);
    // Under a lock, because two processes that grant at once would conflict in the catalogue.
    await client.query(`
      begin;
      select pg_advisory_xact_lock(${grantLock});
      grant usage on schema pgboss to ${service};
      grant select, insert, update, delete on all tables in schema pgboss to ${service};
      grant usage on all sequences in schema pgboss to ${service};
      commit;
    `);
  } finally {
    await client.end();
  }
}

/** Any number that nothing else on the same database uses for an advisory lock. */
const grantLock = 7_231_114_002;
