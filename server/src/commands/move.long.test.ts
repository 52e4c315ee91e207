// The operator's command moves a database in use to Debian's PostgreSQL 15 and back; moves are also refused and killed midway.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { sandboxMigrations } from '@remembrance/sandbox/migrations.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { aboutAlone } from '../../testing/about-alone.ts';
import { type DebianCluster, openDebianCluster } from '../../testing/debian-cluster.ts';
import {
  addFile,
  type Owner,
  otherBrowser,
  type PaidVault,
  paidVault,
  recipientOf,
  release,
  signedIn,
} from '../../testing/people.ts';
import { query } from '../../testing/postgres-user.ts';
import { openAppIn } from '../../testing/test-app.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { closeDataDirectory } from '../platform/database/private-folder.ts';

/** Each command starts PostgreSQL, on a machine that may be busy. */
const commandMilliseconds = 300_000;
const commandOf = (name: string) => path.join(import.meta.dirname, `${name}.ts`);

let home: string;
const dataDirectory = () => path.join(home, 'data');
const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  DATA_DIR: dataDirectory(),
  POSTGRES_PROGRAMS: 'embedded',
  LOG_LEVEL: 'error',
  ...more,
});
const run = (name: string, more: Record<string, string> = {}, ...words: string[]) =>
  spawnSync(process.execPath, [commandOf(name), ...words], { env: environment(more), encoding: 'utf8' });

beforeAll(() => {
  home = makeTestFolder();
});
afterAll(() => rmSync(home, { recursive: true, maxRetries: 10 }));

test(
  'an impossible move is refused with a sentence that explains what to do',
  () => {
    const url = 'postgresql://somebody@localhost:9/vaults';
    const refused = (more: Record<string, string>, ...words: string[]) => {
      const { status, stderr } = run('move', more, ...words);
      return { status, stderr };
    };
    expect(refused({})).toEqual({ status: 1, stderr: expect.stringMatching(/^npm run move -- <DATABASE_URL>/) });
    expect(refused({}, url)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${dataDirectory()} contains no database. `),
    });
    expect(refused({}, 'embedded')).toMatchObject({
      stderr: expect.stringContaining('Set DATABASE_URL to the server'),
    });
    const elsewhere = { DATABASE_URL: 'postgresql://localhost/others' };
    expect(refused(elsewhere, url)).toMatchObject({ stderr: expect.stringContaining('pg_dump and pg_restore') });
  },
  commandMilliseconds,
);

describe('a database moves to PostgreSQL 15', () => {
  let cluster: DebianCluster;
  let owner: Owner;
  let vault: PaidVault;
  let next = 0;
  /** The database of a move that was killed and is repeated. */
  let interrupted: NewDatabase;
  beforeAll(async () => {
    cluster = await openDebianCluster(home);
    const app = await openAppIn(dataDirectory());
    owner = await signedIn(app);
    vault = await paidVault(app, owner, { message: 'Grüße — 📷\n\\ "quoted", {braces}' });
    await addFile(owner, vault.id, { name: 'kept.txt', type: 'text/plain', bytes: Buffer.from('what is kept') });
    await app.services.writeJournal();
    await app.close();
    expect(run('seed').status).toBe(0); // a vault in every state
  }, commandMilliseconds);
  afterAll(() => cluster?.stop());

  /** The settings of a new database with its two roles. */
  async function newDatabase() {
    next += 1;
    const name = `vaults_${next}`;
    await cluster.createDatabase(name);
    const url = cluster.urlOf(name, `service_${name}`);
    return { name, url, DATABASE_OWNER_URL: cluster.urlOf(name, `owner_${name}`) };
  }
  type NewDatabase = Awaited<ReturnType<typeof newDatabase>>;
  const settingsOf = ({ url, DATABASE_OWNER_URL }: NewDatabase) => ({ DATABASE_URL: url, DATABASE_OWNER_URL });
  const move = ({ url, DATABASE_OWNER_URL }: NewDatabase) => run('move', { DATABASE_OWNER_URL }, url);
  const openEmpty = ({ url, DATABASE_OWNER_URL: ownerUrl }: NewDatabase) =>
    openDatabase({
      url,
      ownerUrl,
      dataDirectory: home,
      programs: 'embedded',
      migrate: true,
      otherMigrations: [sandboxMigrations],
      log: console.error,
    });
  async function askEmbedded(statement: string) {
    closeDataDirectory(dataDirectory(), { embedded: true });
    const opened = await openDatabase({
      dataDirectory: dataDirectory(),
      programs: 'embedded',
      migrate: false,
      log: console.error,
    });
    try {
      return await query(opened.ownerConnection ?? opened.connection, statement);
    } finally {
      await opened.close();
    }
  }

  /** The catalogue objects around the rows; roles are named by their purpose. */
  async function shapeOf(name: string) {
    const parts = [
      `select pg_get_triggerdef(oid) as is, tgenabled::text as state from pg_trigger where not tgisinternal`,
      `select conrelid::regclass::text as is, conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace`,
      `select relname as is, relacl::text, pg_get_userbyid(relowner) as owner from pg_class where relnamespace = 'public'::regnamespace`,
    ];
    const found = await Promise.all(parts.map((part) => cluster.ask(name, `${part} order by 1, 2`)));
    return found.map((rows) => JSON.stringify(rows).replaceAll(name, 'vaults'));
  }

  test(
    'a move is refused while somebody is connected, or if the target is not empty',
    async () => {
      const target = await newDatabase();
      const app = await openAppIn(dataDirectory());
      expect(move(target)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(`Somebody else is connected to ${dataDirectory()}`),
      });
      await app.close();
      const foreign = await newDatabase();
      await cluster.ask(foreign.name, 'create table theirs (id int)');
      expect(move(foreign)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('contains tables of another program'),
      });
      const used = await openAppIn(path.join(home, 'another'), settingsOf(target));
      await used.close();
      expect(move(target)).toMatchObject({ status: 1, stderr: expect.stringContaining('already has data') });
      const own = await newDatabase();
      expect(run('move', {}, own.url)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('may not create tables in the database'),
      });
      await (await openAppIn(dataDirectory())).close();
    },
    commandMilliseconds,
  );

  test(
    'a move that is killed while it copies leaves the old database unchanged and the new one empty',
    async () => {
      const target = await newDatabase();
      interrupted = target;
      await (await openEmpty(target)).close();
      await cluster.ask(target.name, 'alter table letters add constraint slow check (pg_sleep(10) is not null)');
      const { url, DATABASE_OWNER_URL } = target;
      const moving = spawn(process.execPath, [commandOf('move'), url], {
        env: environment({ DATABASE_OWNER_URL }),
        stdio: 'inherit',
      });
      const asked = () =>
        cluster.ask('postgres', `select query from pg_stat_activity where datname = '${target.name}'`);
      await vi.waitFor(async () => expect(JSON.stringify(await asked())).toContain('insert into \\"letters\\"'), {
        timeout: 60_000,
        interval: 50,
      });
      moving.kill('SIGKILL');
      await once(moving, 'exit');
      await cluster.ask(
        'postgres',
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${target.name}'`,
      );
      expect(await cluster.ask(target.name, 'select count(*)::int as users from users')).toEqual([{ users: 0 }]);
      await cluster.ask(target.name, 'alter table letters drop constraint slow');
      const app = await openAppIn(dataDirectory());
      const again = { ...owner, ...(await otherBrowser(app, owner)) };
      expect((await again.ask(api.getVault, { params: { id: vault.id } })).title).toBe(vault.title);
      expect(await app.services.restoreHold.isOn()).toBe(false);
      await app.close();
    },
    commandMilliseconds,
  );

  test(
    'a move to a server and back keeps every row and its constraints, and pending work is done there',
    async () => {
      const [first, fresh] = [interrupted, await newDatabase()];
      const noted = 'select * from journal_changes order by id';
      const acts = 'select * from acts order by id';
      const before = [await askEmbedded(acts), await askEmbedded(noted)];
      const moved = move(first);
      expect(moved).toMatchObject({ status: 0, stderr: expect.stringMatching(aboutAlone) });
      expect(moved.stdout).toMatch(
        /^\d+ rows in \d+ tables were moved to 127\.0\.0\.1:\d+\/vaults_\d+, and every table was compared\./,
      );
      await (await openEmpty(fresh)).close();
      expect(await shapeOf(first.name)).toEqual(await shapeOf(fresh.name));
      expect([await cluster.ask(first.name, acts), await cluster.ask(first.name, noted)]).toEqual(before);

      const app = await openAppIn(dataDirectory(), settingsOf(first));
      expect(await app.services.restoreHold.isOn()).toBe(false);
      const again = { ...owner, ...(await otherBrowser(app, owner)) };
      expect((await again.ask(api.getVault, { params: { id: vault.id } })).message).toBe(vault.message);
      const released = await release(app, vault);
      expect(await app.sendLetters()).toBeGreaterThan(0);
      await app.services.writeJournal();
      await app.close();
      const verified = run('verify', settingsOf(first));
      expect(verified).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^(\d+) files \(\d+ MB\) were read; \1 are intact\./m),
      });

      renameSync(path.join(dataDirectory(), 'postgres'), path.join(home, 'old postgres'));
      expect(run('move', settingsOf(first), 'embedded')).toMatchObject({
        status: 0,
        stderr: expect.stringMatching(aboutAlone),
      });
      const back = await openAppIn(dataDirectory());
      expect(await back.services.restoreHold.isOn()).toBe(false);
      expect((await recipientOf(back, released)).content.vault.message).toBe(vault.message);
      expect(await back.sendLetters()).toBe(0);
      await back.close();
      expect(run('verify')).toMatchObject({ status: 0 });
    },
    commandMilliseconds,
  );

  test(
    'MOVE-2: after a move every start and command refuses the old database and names the new one; a repeated move reports that it is done',
    async () => {
      const [target, other] = [await newDatabase(), await newDatabase()];
      expect(move(target).status).toBe(0);
      const says = expect.stringMatching(
        /^This database was moved to 127\.0\.0\.1:\d+\/vaults_\d+ on \d{4}-\d\d-\d\d; start with that one/m,
      );
      await expect(openAppIn(dataDirectory())).rejects.toThrow('This database was moved to');
      await expect(askEmbedded("update vaults set status = 'released'")).rejects.toThrow('was moved away');
      for (const name of ['verify', 'backup']) expect(run(name)).toMatchObject({ status: 1, stderr: says });
      expect(move(other)).toMatchObject({ status: 1, stderr: says });
      expect(move(target)).toMatchObject({ status: 0, stdout: expect.stringContaining('every table was compared') });
      const app = await openAppIn(dataDirectory(), settingsOf(target));
      await otherBrowser(app, owner);
      await app.close();
      expect(move(target)).toMatchObject({ status: 1, stderr: says });
      expect(run('move', settingsOf(target), 'embedded')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('already has data'),
      });
    },
    commandMilliseconds,
  );

  test(
    'a move that is killed between its last two steps never leaves both databases usable, and is finished by running it again',
    async () => {
      const target = await newDatabase();
      await askEmbedded('truncate moved_away');
      // The old database is marked, and the copy was not committed.
      const { host, pathname } = new URL(target.url);
      await askEmbedded(`insert into moved_away values (1, '${host}${pathname}', now())`);
      await expect(openAppIn(dataDirectory())).rejects.toThrow(
        'If the move did not say that it was done, run it again.',
      );
      expect(move(target)).toMatchObject({ status: 0, stderr: expect.stringMatching(aboutAlone) });
      const app = await openAppIn(dataDirectory(), settingsOf(target));
      expect(await app.services.restoreHold.isOn()).toBe(false);
      await app.close();
    },
    commandMilliseconds,
  );
});
