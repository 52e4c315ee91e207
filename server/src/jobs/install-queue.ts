// Makes or changes the tables of the queue, as the role that owns them, and lets the service use them.
import pg from 'pg';
import { type ConstructorOptions, PgBoss } from 'pg-boss';
import { roleOf } from '../database/service-role.ts';

/** Several processes may do this at once: the queue's own lock lets one of them work. */
export async function installQueue(owner: pg.PoolConfig, serviceRole: string): Promise<void> {
  const boss = new PgBoss({
    ...(owner as ConstructorOptions), // handed on to pg as it is; the two only type a left-out field differently
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
    // One statement after another under one lock: two processes granting at once would meet in the catalogue.
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

/** Any number will do that nothing else on the same database takes an advisory lock by. */
const grantLock = 7_231_114_002;
