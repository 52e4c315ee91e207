// A data directory run by the machine's own PostgreSQL programs, with Debian's PostgreSQL 15, the oldest: it has no built-in locale.
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isEmbedded } from '../src/platform/database/embedded/programs.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import { aboutAlone } from '../testing/about-alone.ts';
import { debianPrograms, refuseWithoutDebianPostgres } from '../testing/debian-cluster.ts';
import { addFile, type PaidVault, paidVault, recipientOf, release, signedIn } from '../testing/people.ts';
import { query } from '../testing/postgres-user.ts';
import { openAppIn, type TestApp } from '../testing/test-app.ts';
import { makeTestFolder } from '../testing/test-folder.ts';

const words = [
  'Zebra',
  'ärger',
  'Ärger',
  'arger',
  'ÉTÉ',
  'été',
  'ß',
  'ΩΣ',
  'ы',
  'Ы',
  'İ',
  'ı',
  '日本',
  '🕯',
  'a b',
  'a-b',
  'A_b',
];
const aboutText = `select array_agg(word order by word) as sorted, array_agg(upper(word) order by word) as upper,
  array_agg(lower(word) order by word) as lower, array_agg(word order by word) filter (where word ilike 'é%') as found,
  array_agg(word order by word) filter (where word ~* '^ы$') as matched
  from unnest(array[${words.map((word) => `'${word}'`).join(',')}]) as word`;

describe("with Debian's PostgreSQL 15", () => {
  const home = makeTestFolder();
  const dataDirectory = path.join(home, 'data');
  const backup = path.join(home, 'backup');
  const settings = { POSTGRES_PROGRAMS: debianPrograms };
  let app: TestApp;
  let vault: PaidVault;

  const command = (name: string, environment: Record<string, string>, ...more: string[]) =>
    spawnSync(process.execPath, [path.join(import.meta.dirname, `../src/commands/${name}.ts`), ...more], {
      env: {
        PATH: process.env.PATH,
        TZ: process.env.TZ,
        DATA_DIR: dataDirectory,
        LOG_LEVEL: 'error',
        PASSWORD_HASH_COST: '4',
        ...environment,
      },
      encoding: 'utf8',
    });

  beforeAll(async () => {
    refuseWithoutDebianPostgres();
    app = await openAppIn(dataDirectory, settings);
    vault = await paidVault(app, await signedIn(app));
  });
  afterAll(async () => {
    await app.close();
    rmSync(home, { recursive: true, maxRetries: 10 });
  });

  test('text sorts, changes case and is searched in a data directory of PostgreSQL 15 the same as on the embedded server', async () => {
    const answers = [];
    for (const programs of [debianPrograms, 'embedded']) {
      const server = await startEmbeddedPostgres({ dataDirectory: path.join(home, path.basename(programs)), programs });
      expect(isEmbedded(server.programs)).toBe(programs === 'embedded');
      answers.push(await query(server.connection, aboutText));
      await server.stop();
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject([{ found: ['ÉTÉ', 'été'], matched: ['Ы', 'ы'] }]);
  });

  test('everything from sign-up to the opened letter works in a data directory of PostgreSQL 15', async () => {
    expect(readFileSync(path.join(dataDirectory, 'postgres/cluster/PG_VERSION'), 'utf8')).toBe('15\n');
    expect(app.services.postgresPrograms).toBe(debianPrograms);
    const released = await release(app, vault);
    expect(await app.sendLetters()).toBeGreaterThan(0);
    expect((await recipientOf(app, released)).content.vault.message).toBe(released.message);
  });

  test('a backup of a data directory can be restored, verified and opened only by the version that created it', async () => {
    const owner = await signedIn(app, { ...ada, email: 'ada.again@example.com' });
    const kept = await paidVault(app, owner);
    await addFile(owner, kept.id, { name: 'lake.txt', type: 'text/plain', bytes: Buffer.from('the lake') });
    expect(command('backup', {}, backup)).toMatchObject({ status: 0 }); // the programs match the folder's version
    await app.close();
    for (const name of ['postgres', 'objects'])
      renameSync(path.join(dataDirectory, name), path.join(home, `${name}.lost`));

    const restored = command('restore', { POSTGRES_PROGRAMS: 'embedded' }, backup);
    expect(restored).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^POSTGRES_PROGRAMS points to PostgreSQL 18, but \S+ was created by 15; set it/m),
    });
    expect(command('restore', {}, backup)).toMatchObject({ status: 0, stderr: expect.stringMatching(aboutAlone) });
    const verified = command('verify', settings);
    expect(verified.stdout).toContain('1 files (0 MB) were read; 1 are intact.');
    expect(verified.status).toBe(0);
    expect(command('verify', { POSTGRES_PROGRAMS: 'embedded' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('POSTGRES_PROGRAMS points to PostgreSQL 18'),
    });
    app = await openAppIn(dataDirectory, settings);
    expect(await app.services.restoreHold.isOn()).toBe(true);
    expect((await app.caller().call(api.readiness)).statusCode).toBe(503);
  });
});
