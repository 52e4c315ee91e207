// A backup taken while the service writes can be restored completely, and its secret is separate.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { childEnvironment } from '../../testing/child-environment.ts';
import { query } from '../../testing/postgres-user.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { type OpenDatabase, openDatabase } from '../platform/database/open-database.ts';
import { embeddedServiceRole } from '../platform/database/service-role.ts';
import { lockFolder } from '../platform/lib/lock-folder.ts';

const command = path.join(import.meta.dirname, 'backup.ts');
let folder: string;
let dataDirectory: string;

beforeEach(() => {
  folder = makeTestFolder();
  dataDirectory = path.join(folder, 'data');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

const open = (directory: string) =>
  openDatabase({ dataDirectory: directory, programs: 'embedded', migrate: true, log: console.error });
const environment = (more: Record<string, string> = {}) => childEnvironment({ DATA_DIR: dataDirectory, ...more });

/** Writes pairs of rows, each pair in one transaction, until the other work is done. */
async function writeWhile({ pool }: OpenDatabase, work: Promise<unknown>): Promise<number> {
  let pairs = 0;
  let done = false;
  const ended = work.finally(() => {
    done = true;
  });
  while (!done) {
    await pool.query('with first as (insert into pairs values ($1, 1)) insert into pairs values ($1, 2)', [pairs]);
    pairs += 1;
  }
  await ended;
  return pairs;
}

test('DATA-3: a backup taken during writes restores every earlier row and no partial transaction', async () => {
  const opened = await open(dataDirectory);
  await query(
    opened.ownerConnection ?? {},
    'create table kept as select number, md5(number::text) from generate_series(1, 20000) number',
  );
  await query(
    opened.ownerConnection ?? {},
    `create table pairs (pair int, part int); grant all on pairs, kept to ${embeddedServiceRole}`,
  );
  mkdirSync(path.join(dataDirectory, 'objects/a'), { recursive: true });
  writeFileSync(path.join(dataDirectory, 'objects/a/whole'), 'a photo');
  writeFileSync(path.join(dataDirectory, 'objects/a/half.tmp'), 'half a pho');
  mkdirSync(path.join(dataDirectory, 'objects/lost+found'));
  writeFileSync(path.join(dataDirectory, 'secrets.json'), '{"secrets":["of all"]}', { mode: 0o600 });
  writeFileSync(path.join(dataDirectory, 'keyring.json'), '{"current":"one"}', { mode: 0o600 });
  const destination = path.join(folder, 'copy');
  const backup = spawn(process.execPath, [command, destination], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // The keys of an earlier backup, copied by hand.
  const openCopy = path.join(folder, 'earlier.keyring.json');
  writeFileSync(openCopy, '{"current":"one"}', { mode: 0o644 });
  const printed: string[] = [];
  backup.stdout.setEncoding('utf8').on('data', (text) => printed.push(text));
  const written = await writeWhile(opened, once(backup, 'exit'));
  expect(backup.exitCode).toBe(0);
  expect(printed.join('')).toContain(
    `Everybody on this machine may read or change ${openCopy}, with secrets; run chmod o=`,
  );
  const expected = (await opened.pool.query('select count(*), md5(string_agg(md5, null order by number)) from kept'))
    .rows;
  await opened.close();

  for (const name of ['secrets.json', 'keyring.json']) expect(existsSync(path.join(destination, name))).toBe(false);
  expect(statSync(`${destination}.secrets.json`).mode & 0o777).toBe(0o600);
  expect(readFileSync(`${destination}.secrets.json`, 'utf8')).toBe('{"secrets":["of all"]}');
  expect(statSync(`${destination}.keyring.json`).mode & 0o777).toBe(0o600);
  expect(readFileSync(path.join(destination, 'objects/a/whole'), 'utf8')).toBe('a photo');
  expect(existsSync(path.join(destination, 'objects/a/half.tmp'))).toBe(false);
  expect(existsSync(path.join(destination, 'objects/lost+found'))).toBe(false);

  const restored = await open(destination);
  const found = await restored.pool.query('select count(*), md5(string_agg(md5, null order by number)) from kept');
  expect(found.rows).toEqual(expected);
  const { rows } = await restored.pool.query(
    'select count(*)::int as halves from (select from pairs group by pair having count(*) <> 2) as half',
  );
  expect(rows).toEqual([{ halves: 0 }]);
  const [{ pairs }] = (await restored.pool.query('select count(distinct pair)::int as pairs from pairs')).rows;
  expect(pairs).toBeGreaterThan(0);
  expect(pairs).toBeLessThanOrEqual(written);
  await restored.close();
});

test('a backup without a given folder is in the data directory and named after the time', {
  tags: 'long',
}, async () => {
  await (await open(dataDirectory)).close();
  const backups = path.join(dataDirectory, 'backups');
  // The first was left by a killed backup. The second may still be running, and the last has a name that somebody chose.
  const unfinished = ['2020-01-01T03-00-00', '2999-01-01T03-00-00', 'mine'].map((name) => `${name}.unfinished`);
  for (const name of unfinished) mkdirSync(path.join(backups, name, 'postgres'), { recursive: true });
  const { status, stdout } = spawnSync(process.execPath, [command], { env: environment(), encoding: 'utf8' });
  expect(readdirSync(backups).filter((name) => name.endsWith('.unfinished'))).toEqual(unfinished.slice(1));
  expect(status).toBe(0);
  const destination = stdout.split(' ')[0] ?? '';
  expect(destination).toMatch(new RegExp(`^${dataDirectory}/backups/\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d$`));
  expect(existsSync(path.join(destination, 'postgres/cluster/backup_label'))).toBe(true);
  expect(stdout).toContain('holds the database and the files.\n');
  expect(stdout).toContain('the same disk as the data and would be lost with it. Copy it to another machine.\n');
  const bucket = {
    S3_ENDPOINT: 'http://localhost:9',
    S3_BUCKET: 'vaults',
    S3_ACCESS_KEY_ID: 'us',
    S3_SECRET_ACCESS_KEY: 'hunter2',
    TRANSIT_URL: 'http://localhost:9/v1/transit',
    TRANSIT_KEYS: 'vaults',
    TRANSIT_TOKEN: 'hunter2',
  };
  const copy = path.join(folder, 'without files');
  mkdirSync(`${copy}.unfinished/left`, { recursive: true }); // left by a killed backup
  const words = [command, copy];
  const withBucket = spawnSync(process.execPath, words, { env: environment(bucket), encoding: 'utf8' });
  expect(withBucket.stdout).toContain(
    'holds the database. The files are in the bucket vaults, which must keep earlier versions itself.\n',
  );
  expect(withBucket.stdout).toContain(
    'are in the transit engine http://localhost:9/v1/transit, which needs its own backup.\n',
  );
  expect(withBucket.stdout).not.toContain('hunter2');
  expect([existsSync(`${copy}.unfinished`), existsSync(path.join(copy, 'left'))]).toEqual([false, false]);
});

test('a backup hard-links the files of the previous one, and lists all its contents', { tags: 'long' }, async () => {
  await (await open(dataDirectory)).close();
  mkdirSync(path.join(dataDirectory, 'objects/a'), { recursive: true });
  const copies = ['one', 'two'].map((name) => path.join(folder, 'backups', name));
  for (const [number, copy] of copies.entries()) {
    writeFileSync(path.join(dataDirectory, `objects/a/${number}`), 'a photo');
    expect(spawnSync(process.execPath, [command, copy], { env: environment(), encoding: 'utf8' }).status).toBe(0);
  }
  const inodes = copies.map((copy) => statSync(path.join(copy, 'objects/a/0')).ino);
  expect(inodes[1]).toBe(inodes[0]);
  expect(inodes[0]).not.toBe(statSync(path.join(dataDirectory, 'objects/a/0')).ino);
  const listed = JSON.parse(readFileSync(path.join(copies[1] ?? '', 'contents.json'), 'utf8'));
  expect(listed).toMatchObject({ 'objects/a/0': 7, 'objects/a/1': 7, 'postgres/cluster/PG_VERSION': 3 });
  // Another installation keeps its backups in the same folder.
  const third = path.join(folder, 'backups/three');
  writeFileSync(path.join(copies[1] ?? '', 'objects/.installation'), 'the own\n');
  writeFileSync(path.join(dataDirectory, 'objects/.installation'), 'another\n');
  expect(spawnSync(process.execPath, [command, third], { env: environment(), encoding: 'utf8' }).status).toBe(0);
  expect(readFileSync(path.join(third, 'objects/.installation'), 'utf8')).toBe('another\n');
  rmSync(copies[0] ?? '', { recursive: true });
  expect(readFileSync(path.join(copies[1] ?? '', 'objects/a/0'), 'utf8')).toBe('a photo');
});

test('a second backup into the same folder is refused while one runs, and leaves its files', {
  tags: 'long',
}, async () => {
  await (await open(dataDirectory)).close();
  const destination = path.join(folder, 'copy');
  mkdirSync(`${destination}.unfinished`);
  const release = await lockFolder(`${destination}.unfinished`);
  const take = () => spawnSync(process.execPath, [command, destination], { env: environment(), encoding: 'utf8' });
  expect(take()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`Another backup into ${destination} is running. Wait until it has finished.`),
  });
  expect(existsSync(`${destination}.unfinished`)).toBe(true);
  release?.();
  expect(take().status).toBe(0);
});

test('a backup that cannot be taken is refused with a sentence that explains what to do', { tags: 'long' }, () => {
  const refused = (more: Record<string, string>, ...words: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [command, ...words], {
      env: environment(more),
      encoding: 'utf8',
    });
    return { status, stderr };
  };
  expect(refused({})).toEqual({
    status: 1,
    stderr: expect.stringContaining(`${dataDirectory} contains no database. Run this where the service runs`),
  });
  mkdirSync(path.join(dataDirectory, 'postgres/cluster'), { recursive: true });
  expect(refused({}, folder)).toEqual({
    status: 1,
    stderr: expect.stringContaining(`${folder} already exists; name a folder that does not exist yet.\n`),
  });
  expect(refused({}, '/proc/none/backup')).toEqual({
    status: 1,
    stderr: expect.stringContaining(
      '/proc/none/backup cannot be created (ENOENT); name a folder that this user may create.\n',
    ),
  });
});

test('a backup into a folder that it copies, or below a file, is refused in one sentence', {
  tags: 'long',
}, async () => {
  const opened = await open(dataDirectory);
  await opened.close();
  writeFileSync(path.join(folder, 'file'), '');
  const refused = (target: string) =>
    spawnSync(process.execPath, [command, target], { env: environment(), encoding: 'utf8' }).stderr.trimEnd();
  for (const name of ['objects', 'postgres']) {
    const copied = path.join(dataDirectory, name);
    const sentence = `${copied}/x is in ${copied}, which is copied; name a folder outside it.`;
    expect(refused(`${copied}/x`)).toBe(sentence);
  }
  const below = path.join(folder, 'file/x');
  const sentence = `${below} cannot be created (ENOTDIR); name a folder that this user may create.`;
  expect(refused(below).split('\n').slice(1)).toEqual([sentence]);
});
