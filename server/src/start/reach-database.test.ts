// The explanation of a database URL's failure, for the errors of a real server, of TLS and of the network.
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOn } from '../../testing/database-server.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { explainConnection, reachDatabase } from './reach-database.ts';

let folder: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  folder = makeTestFolder();
  server = await startEmbeddedPostgres({ dataDirectory: folder, settings: { fsync: 'off' } });
  await runOn(
    server.connection as Parameters<typeof runOn>[0],
    `create role us login password 'hunter2'`,
    'create role stranger login',
    'create database vaults',
    'revoke connect on database vaults from public',
    'grant connect on database vaults to us',
  );
  const rules = path.join(folder, 'cluster/pg_hba.conf');
  const others = readFileSync(rules, 'utf8');
  writeFileSync(rules, 'local all us scram-sha-256\nlocal all nobody reject\n');
  appendFileSync(rules, others);
  await runOn(server.connection as Parameters<typeof runOn>[0], 'select pg_reload_conf()');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

const at = (role: string, database = 'vaults') =>
  `postgres://${role}@${encodeURIComponent(server.connection.host ?? '')}/${database}`;

test('a wrong password, role, database or right is named with its setting, and all of them are reported together', async () => {
  await expect(reachDatabase({ url: at('us:hunter2') })).resolves.toBeUndefined();
  const { host } = server.connection;
  const wrong = { url: at('us:hunter3'), directUrl: at('us:hunter2', 'valuts'), ownerUrl: at('nobody') };
  await expect(reachDatabase(wrong)).rejects.toMatchObject({
    name: 'StartRefused',
    message: [
      `DATABASE_URL leads to ${host}, which does not accept the password of the role us; set the right password.`,
      `DATABASE_DIRECT_URL leads to ${host}, which has no database valuts; create it, or set the right name.`,
      `DATABASE_OWNER_URL leads to ${host}, which does not let the role nobody in; create it, or allow it in pg_hba.conf.`,
    ].join('\n'),
  });
  await expect(reachDatabase({ url: at('stranger') })).rejects.toThrow(
    `DATABASE_URL leads to ${host}, which does not let the role stranger into the database vaults; grant it connect.`,
  );
});

test('two addresses of different databases are refused, so that no table is created in a wrong one', {
  tags: 'long',
}, async () => {
  await runOn(server.connection as Parameters<typeof runOn>[0], 'create database other');
  await expect(reachDatabase({ url: at('us:hunter2'), ownerUrl: at('us:hunter2') })).resolves.toBeUndefined();
  await expect(reachDatabase({ url: at('us:hunter2'), ownerUrl: at('us:hunter2', 'other') })).rejects.toMatchObject({
    name: 'StartRefused',
    message: 'DATABASE_OWNER_URL and DATABASE_URL lead to different databases; set both to the same one.',
  });
});

test('an unavailable server is named and waited for, unless another setting is wrong', async () => {
  const away = 'postgres://us:hunter2@127.0.0.1:9/vaults';
  await expect(reachDatabase({ url: away })).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
    message: 'DATABASE_URL leads to 127.0.0.1:9, which does not answer (ECONNREFUSED).',
  });
  await expect(reachDatabase({ url: away, ownerUrl: at('us:wrong') })).rejects.toThrow(/^DATABASE_OWNER_URL[^\n]+$/);
});

test.each([
  ['ENOTFOUND', 'leads to db.example; the name is wrong, or its machine is down.', true],
  ['ETIMEDOUT', 'leads to db.example:5432, which does not answer (ETIMEDOUT).', true],
  ['57P03', 'leads to db.example:5432, which is not ready yet.', true],
  ['53300', 'leads to db.example:5432, which has no connection left; raise max_connections there.', true],
  [
    'CERT_HAS_EXPIRED',
    'leads to db.example:5432, which has a certificate that has expired; renew it, or correct the clock of this machine.',
    true,
  ],
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'leads to db.example:5432, which has a certificate that nobody here trusts (SELF_SIGNED_CERT_IN_CHAIN); name its authority in sslrootcert.',
    false,
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'leads to db.example:5432, which has a certificate for another name; set the name in the certificate.',
    false,
  ],
])('%s at a database is reported as: DATABASE_URL %s', (code, says, isPassing) => {
  const address = 'postgres://us:hunter2@db.example/vaults?sslmode=verify-full';
  const error = Object.assign(new Error('of the driver'), { code });
  expect(explainConnection('DATABASE_URL', address, error)).toEqual({ isPassing, line: `DATABASE_URL ${says}` });
});

test('an @ that is not escaped in a password is named with its escape', () => {
  const address = 'postgres://us:hunt@er2@db.example/vaults';
  for (const code of ['28P01', 'ENOTFOUND'])
    expect(explainConnection('DATABASE_URL', address, Object.assign(new Error('no'), { code })).line, code).toMatch(
      /; an @ in a password is written %40\.$/,
    );
});

test('a server without TLS is distinguished from one that is unavailable', () => {
  const error = new Error('The server does not support SSL connections');
  expect(explainConnection('DATABASE_URL', 'postgres://db.example/vaults', error)).toEqual({
    isPassing: false,
    line: 'DATABASE_URL leads to db.example:5432, which offers no TLS; turn it on there, or set another sslmode.',
  });
});
