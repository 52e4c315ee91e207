// The recipe in docs/guide/restore.md for a PostgreSQL server, with Debian's PostgreSQL 15: a base backup, an archived log, a disaster,
// and a recovery to an earlier moment, which the journal completes.
import { spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { followJournal } from '../src/operations/restore/follow-journal.ts';
import { vaults } from '../src/platform/database/schema.ts';
import { aboutAlone } from '../testing/about-alone.ts';
import { type DebianCluster, openDebianCluster } from '../testing/debian-cluster.ts';
import {
  addFile,
  type Owner,
  type PaidVault,
  paidVault,
  type ReleasedVault,
  recipientOf,
  release,
  saveFiles,
  signedIn,
} from '../testing/people.ts';
import { runCommand } from '../testing/run-admin-command.ts';
import { openAppIn, type TestApp } from '../testing/test-app.ts';
import { makeTestFolder } from '../testing/test-folder.ts';

/** Each command starts a process, on a machine that may be busy. */
const commandMilliseconds = 300_000;

describe('with PostgreSQL 15', () => {
  const home = makeTestFolder();
  const dataDirectory = path.join(home, 'data');
  const archive = path.join(home, 'archive');
  let cluster: DebianCluster;
  let app: TestApp;
  let settings: Record<string, string>;
  let owner: Owner;
  let moment = '';
  const made: Record<'early' | 'before' | 'after' | 'kept', PaidVault | ReleasedVault> = {} as never;
  let goneFileId = '';

  const command = (name: string, ...words: string[]) =>
    spawnSync(process.execPath, [path.join(import.meta.dirname, `../src/commands/${name}.ts`), ...words], {
      env: { PATH: process.env.PATH, TZ: process.env.TZ, DATA_DIR: dataDirectory, LOG_LEVEL: 'error', ...settings },
      encoding: 'utf8',
    });
  const statusOf = async (id: string) => (await app.database.select().from(vaults).where(eq(vaults.id, id)))[0]?.status;
  const newVault = async (number: number) => {
    const recipientEmail = `recipient-${number}@example.com`;
    const changes = { title: `Vault ${number}`, recipientEmail, executorEmail: `executor-${number}@example.com` };
    owner = await signedIn(app, another(ada, number));
    return paidVault(app, owner, { ...changes, planType: 'basic_subscription' });
  };
  /** Once it resolves, everything written so far is in the archive. */
  const archived = async () => {
    const [last] = await cluster.ask('postgres', 'checkpoint', 'select pg_walfile_name(pg_switch_wal()) as name');
    await vi.waitFor(
      async () => {
        const [row] = await cluster.ask('postgres', 'select last_archived_wal as name from pg_stat_archiver');
        expect(String(row?.name) >= String(last?.name)).toBe(true);
      },
      { timeout: 60_000, interval: 100 },
    );
  };

  beforeAll(async () => {
    mkdirSync(archive, { mode: 0o777 });
    cluster = await openDebianCluster(home, {
      archive_mode: 'on',
      archive_timeout: '60',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    });
    const { uid, gid } = statSync(cluster.folder);
    chownSync(archive, uid, gid);
    await cluster.createDatabase('vaults');
    settings = {
      DATABASE_URL: cluster.urlOf('vaults', 'service_vaults'),
      DATABASE_OWNER_URL: cluster.urlOf('vaults', 'owner_vaults'),
    };
    app = await openAppIn(dataDirectory, settings);
    made.early = await release(app, await newVault(1));
    made.kept = await newVault(2);
    const text = (name: string) => ({ name, type: 'text/plain', bytes: Buffer.from(`what ${name} says`) });
    goneFileId = (await addFile(owner, made.kept.id, text('gone.txt'))).id;
    const keptFileId = (await addFile(owner, made.kept.id, text('kept.txt'))).id;
    await app.sendLetters();
    cluster.run('pg_basebackup', '-D', path.join(home, 'debian', 'base'), '-c', 'fast');

    const keeper = owner;
    made.before = await newVault(3);
    made.after = await newVault(4);
    made.before = await release(app, made.before as PaidVault);
    const [row] = await cluster.ask('postgres', 'select now()::text as moment');
    moment = String(row?.moment);
    made.after = await release(app, made.after as PaidVault);
    await saveFiles(keeper, made.kept, { files: [{ id: keptFileId }], removedFiles: [goneFileId] });
    await app.sendLetters();
    await app.services.writeJournal();
    await archived();
    await app.close();
  }, commandMilliseconds);
  afterAll(async () => {
    await app?.close();
    cluster?.stop();
    rmSync(home, { recursive: true, maxRetries: 10 });
  });

  test(
    'a server is recovered to a given moment from a base backup and its archive, and the hold starts',
    async () => {
      cluster.stop();
      renameSync(cluster.folder, `${cluster.folder}.lost`);
      const { uid, gid } = statSync(`${cluster.folder}.lost`);
      renameSync(path.join(home, 'debian', 'base'), cluster.folder);
      const lines = [
        `restore_command = 'cp ${archive}/%f %p'`,
        `recovery_target_time = '${moment}'`,
        `recovery_target_action = 'promote'`,
      ];
      appendFileSync(path.join(cluster.folder, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
      writeFileSync(path.join(cluster.folder, 'recovery.signal'), '');
      chownSync(path.join(cluster.folder, 'recovery.signal'), uid, gid);
      cluster.start();
      await vi.waitFor(
        async () => {
          const [row] = await cluster.ask('postgres', 'select pg_is_in_recovery() as waits');
          expect(row?.waits).toBe(false);
        },
        { timeout: 60_000, interval: 100 },
      );
      // A file removed after that moment still exists, because it is kept for seven days.
      const restored = command('restore');
      expect(restored).toMatchObject({ status: 0, stderr: expect.stringMatching(aboutAlone) });
      expect(restored.stdout).toContain('npm run admin -- lift-hold');
      app = await openAppIn(dataDirectory, settings);
      expect(await app.services.restoreHold.isOn()).toBe(true);
      expect(await statusOf(made.before.id)).toBe('released');
      expect(await statusOf(made.after.id)).toBe('active');
      expect(await app.sendLetters()).toBe(0);
    },
    commandMilliseconds,
  );

  test(
    'the journal repeats releases and removals after that moment, no letter is sent twice, and verify finds everything intact',
    async () => {
      const needs = { ...app.services, database: app.services.jobDatabase };
      expect(await followJournal(needs)).toMatchObject({ missingVaults: [], notReleased: [], findings: [] });
      expect(await statusOf(made.after.id)).toBe('released');
      const { token } = made.after as ReleasedVault;
      expect((await app.caller().call(api.verifyAccess, { query: { token } })).statusCode).toBe(200);
      const says = await runCommand(app.services, 'lift-hold', { subject: '', reason: 'the drill' });
      expect(says).toContain('The hold is lifted.');
      expect(await app.lettersTo(made.after.recipientEmail)).toEqual([]);
      for (const released of [made.early, made.before] as ReleasedVault[])
        expect((await recipientOf(app, released)).content.vault.message).toBe(released.message);
      const verified = command('verify');
      expect(verified).toMatchObject({ status: 0, stderr: expect.stringMatching(aboutAlone) });
      // The removed file is kept for seven days, and is verified too.
      expect(verified.stdout).toContain('2 files (0 MB) were read; 2 are intact.');
    },
    commandMilliseconds,
  );
});
