// Which databases a program accepts: those of its own version and older ones, never newer ones.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOn } from '../../../testing/database-server.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { migrateDatabase } from './migrate.ts';
import type { OpenDatabase } from './open-database.ts';

type ServerConnection = Parameters<typeof runOn>[0];

let opened: OpenDatabase;
let owner: ServerConnection;
beforeAll(async () => {
  opened = await openTestDatabase();
  owner = opened.ownerConnection as ServerConnection;
});
afterAll(() => opened.close());

test('a database of this version or an older one is accepted', async () => {
  await expect(migrateDatabase(owner)).resolves.toBe(true);
});

test('a role without the right to create tables is refused with what gives it', async () => {
  const name = `${owner.database}_empty`;
  await runOn(owner, `create database ${name}`);
  const service = { ...(opened.connection as ServerConnection), database: name };
  const refusal = `The role ${service.user} may not create tables in the database ${name}; `;
  try {
    await expect(migrateDatabase(service)).rejects.toThrow(`${refusal}set DATABASE_OWNER_URL`);
    await expect(migrateDatabase(service, { ...service, user: 'another' })).rejects.toThrow(
      `${refusal}as the server's administrator run: alter database ${name} owner to ${service.user} (docs/guide/database.md).`,
    );
  } finally {
    await runOn(owner, `drop database ${name}`);
  }
});

test('data of a version that was never released is refused with one sentence', async () => {
  const earlier = await openTestDatabase();
  const asOwner = earlier.ownerConnection as ServerConnection;
  try {
    await runOn(asOwner, 'update drizzle.__drizzle_migrations set created_at = created_at - 1');
    await expect(migrateDatabase(asOwner)).rejects.toThrow('was written by an unreleased version of the program');
  } finally {
    await earlier.close();
  }
});

test('an older program refuses the data of a newer one with one sentence', async () => {
  await runOn(
    owner,
    "insert into drizzle.__drizzle_migrations (hash, created_at) select 'of the next version', max(created_at) + 1 from drizzle.__drizzle_migrations",
  );
  await expect(migrateDatabase(owner)).rejects.toThrow(
    expect.objectContaining({
      name: 'StartRefused',
      message:
        'This database was written by a newer version of the program; start that version, or restore a backup from before it.',
    }),
  );
});
