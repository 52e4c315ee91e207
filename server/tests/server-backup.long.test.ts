// `npm run backup` of a PostgreSQL server takes the dump, the files, the journal and the keys together, and the guide's way back restores
// them into another database. With Debian's PostgreSQL 15.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { expect, test } from 'vitest';
import { type DebianCluster, debianPrograms, openDebianCluster } from '../testing/debian-cluster.ts';
import { addFile, paidVault, signedIn } from '../testing/people.ts';
import { openAppIn } from '../testing/test-app.ts';
import { makeTestFolder } from '../testing/test-folder.ts';

const settingsOf = (cluster: DebianCluster, name: string) => ({
  DATABASE_URL: cluster.urlOf(name, 'service_vaults'),
  DATABASE_OWNER_URL: cluster.urlOf(name, 'owner_vaults'),
});

test('one command backs up a server, and its dump, files, journal and keys restore the vaults', async () => {
  const home = makeTestFolder();
  const cluster = await openDebianCluster(home);
  try {
    await cluster.createDatabase('vaults');
    const data = path.join(home, 'data');
    const app = await openAppIn(data, settingsOf(cluster, 'vaults'));
    const owner = await signedIn(app, ada);
    const vault = await paidVault(app, owner);
    await addFile(owner, vault.id, { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a heron') });
    await app.services.writeJournal();

    const run = (name: string, dataDirectory: string, database: string, ...words: string[]) =>
      spawnSync(process.execPath, [path.join(import.meta.dirname, `../src/commands/${name}.ts`), ...words], {
        env: { PATH: process.env.PATH, TZ: process.env.TZ, DATA_DIR: dataDirectory, ...settingsOf(cluster, database) },
        encoding: 'utf8',
      });
    const copy = path.join(home, 'copy');
    const taken = run('backup', data, 'vaults', copy);
    expect([taken.status, taken.stderr.split('\n').slice(1)]).toEqual([0, ['']]);
    expect(taken.stdout).toContain(`${copy} holds the database and the files.`);
    expect(readdirSync(copy).toSorted()).toEqual(['contents.json', 'database.dump', 'journal', 'objects']);
    expect(statSync(path.join(copy, 'database.dump')).mode & 0o077).toBe(0);
    for (const name of ['secrets.json', 'keyring.json']) expect(existsSync(`${copy}.${name}`), name).toBe(true);
    await app.close();
    expect(run('restore', data, 'vaults', copy).stderr).toContain('with pg_restore first (docs/guide/restore.md)');
    expect(run('restore', data, 'vaults', '/etc').stderr).toBe('/etc is not a backup.\n');

    const other = path.join(home, 'other');
    await cluster.ask('postgres', 'create database again owner owner_vaults');
    const words = ['--no-owner', '--dbname', cluster.urlOf('again', 'owner_vaults'), path.join(copy, 'database.dump')];
    expect(spawnSync(path.join(debianPrograms, 'pg_restore'), words, { encoding: 'utf8' })).toMatchObject({
      status: 0,
    });
    for (const name of ['objects', 'journal'])
      cpSync(path.join(copy, name), path.join(other, name), { recursive: true });
    for (const name of ['secrets.json', 'keyring.json']) cpSync(`${copy}.${name}`, path.join(other, name));
    expect(run('restore', other, 'again', '--yes')).toMatchObject({ status: 0 });
    const verified = run('verify', other, 'again', '--json');
    expect(verified.status).toBe(0);
    expect(JSON.parse(verified.stdout)).toMatchObject({ record: { findings: [] }, files: { files: 1, damaged: [] } });
  } finally {
    cluster.stop();
    rmSync(home, { recursive: true, maxRetries: 10 });
  }
});
