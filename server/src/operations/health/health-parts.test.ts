// The definition of a failure, at each limit, and what a stranger sees of it.

import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { createS3Storage } from '../../files/storage/s3-storage.ts';
import { KeyServiceUnavailable } from '../../keys/master/master-keys.ts';
import { installation, letters } from '../../platform/database/schema.ts';
import { openBucket } from '../../platform/lib/bucket.ts';
import { newMasterSecret } from '../../platform/lib/ids.ts';
import { createJournal } from '../../records/journal/journal.ts';
import { createJournalBucket } from '../../records/journal/journal-bucket.ts';
import { createJournalFolder } from '../../records/journal/journal-folder.ts';
import { makeCheckpoint } from '../transparency/make-checkpoint.ts';
import { type HealthNeeds, healthParts } from './health-parts.ts';
import { createReadHealth } from './read-health.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await signedIn(app, ada);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.update(letters).set({ status: 'sent' });
});

const problemOf = (name: string, different: Partial<HealthNeeds> = {}) => {
  const part = healthParts({ ...app.services, ...different }).find((one) => one.name === name);
  return part?.findProblem();
};
/** A letter that starts waiting now. */
async function letterWaits(more: Partial<typeof letters.$inferInsert> = {}) {
  const now = app.clock.now();
  const waiting = { status: 'queued', attempts: 0, createdAt: now, dueAt: now, dueSetAt: now } as const;
  await app.database.update(letters).set({ ...waiting, ...more });
}

test('if everything works, no part of the service reports a problem', async () => {
  for (const { name, findProblem } of healthParts(app.services)) expect(await findProblem(), name).toBeNull();
  expect(await app.caller().ask(api.readiness)).toEqual({ status: 'ready', left: 0, degraded: [] });
  expect(await app.caller().ask(api.health)).toEqual({ status: 'ok', letters: 'kept' });
});

test('a letter that no mail server has accepted is a problem after an hour, to the second', async () => {
  await letterWaits();
  app.clock.pass({ minutes: 60, seconds: -1 });
  expect(await problemOf('letters')).toBeNull();
  app.clock.pass({ seconds: 1 });
  expect(await problemOf('letters')).toBe('No mail server has accepted an email that has waited for 60 minutes.');
  app.clock.pass({ minutes: 31, seconds: 59 });
  expect(await problemOf('letters')).toContain('91 minutes');
});

test('a letter counts even if it is repeatedly postponed by seconds because the mail server is unavailable', async () => {
  const now = app.clock.now();
  await letterWaits({ dueAt: new Date(now.getTime() + 3_600_000 + 15_000) });
  app.clock.pass({ hours: 1 });
  expect(await problemOf('letters')).toContain('60 minutes');
});

test.each([
  ['a mail server has answered', { attempts: 1 }],
  ['was sent', { status: 'sent' }],
  ['was given up, which has its own letter', { status: 'failed' }],
  ['waits for a later time', { dueAt: new Date('2090-01-01') }],
] as const)('a letter that %s is not reported as a problem of the mail server', async (_, state) => {
  await letterWaits(state);
  app.clock.pass({ hours: 2 });
  expect(await problemOf('letters')).toBeNull();
});

test('a disk with only the reserve left is reported as a problem, with both sizes', async () => {
  const { config } = app.services;
  const onDisk = (diskReserveBytes: number) => ({ config: { ...config, diskReserveBytes } });
  expect(await problemOf('disk', onDisk(1))).toBeNull();
  const reserve = 2 ** 50;
  expect(await problemOf('disk', onDisk(reserve))).toMatch(
    /^\d+ MB are free, less than the reserve of 1073741824 MB\. Uploads are refused\.$/,
  );
});

test('a stranger sees which part fails and when it began to fail, and nothing about the machine', {
  tags: 'long',
}, async () => {
  const { storage } = app.services;
  const { probe } = storage;
  const denied = Object.assign(new Error('EACCES: /srv/keepsake/objects'), { syscall: 'open' });
  storage.probe = () => Promise.reject(denied);
  try {
    app.clock.pass({ seconds: 5 });
    // One check serves all calls within a second, and on a slow machine another part may be late in one.
    const read = async () => (await app.caller().call(api.readiness)).json();
    await until(read).toMatchObject({ code: 'not-ready', failing: [{ part: 'storage' }] });
    const refused = await app.caller().refused(api.readiness);
    expect(refused.failing?.[0]?.problem).toBe('It fails with an error; see the log of the service.');
    expect(JSON.stringify(refused)).not.toMatch(/srv|EACCES/);
    expect((await app.caller().call(api.health)).statusCode).toBe(200);
  } finally {
    storage.probe = probe;
  }
});

test('an operator also reads the cause: the bucket and its code, the key service’s message, or the path', async () => {
  const needs = { clock: app.clock, log: () => {} };
  const causeOf = async (name: string, different: Partial<HealthNeeds>) => {
    const [found] = await createReadHealth(
      healthParts({ ...app.services, ...different }).filter((part) => part.name === name),
      needs,
    )();
    expect(found?.problem).toBe('It fails with an error; see the log of the service.');
    return found?.cause;
  };
  const away = {
    endpoint: 'http://127.0.0.1:1',
    bucket: 'vaults',
    region: 'any',
    accessKeyId: 'a',
    secretAccessKey: 'a',
  };
  const refused = 'The bucket vaults at http://127.0.0.1:1 cannot be used now (ECONNREFUSED).';
  const journalFile = createJournal(createJournalBucket(openBucket(away)), app.services.journalFile.keys);
  expect(await causeOf('storage', { storage: createS3Storage(away) })).toBe(refused);
  expect(await causeOf('journal', { journalFile })).toBe(refused);
  const sealed = new KeyServiceUnavailable('the transit engine cannot be used now: it answered 503 (Vault is sealed)');
  const fails = (error: Error) => ({ probe: () => Promise.reject(error) });
  expect(await causeOf('keys', { masterKeys: { ...app.services.masterKeys, ...fails(sealed) } })).toBe(sealed.message);
  const denied = Object.assign(new Error("EACCES: permission denied, open '/srv/x'"), { syscall: 'open' });
  expect(await causeOf('storage', { storage: { ...app.services.storage, ...fails(denied) } })).toBe(denied.message);
  expect(
    await causeOf('keys', { masterKeys: { ...app.services.masterKeys, ...fails(new Error('a text of Rosa')) } }),
  ).toBeUndefined();
});

test('an unresponsive database is reported for its own part, and not for parts that need no database', async () => {
  const execute = () => Promise.reject(new Error('away'));
  await expect(problemOf('database', { database: { execute } as never })).rejects.toThrow('away');
  expect(await problemOf('storage', { database: { execute } as never })).toBeNull();
});

test('the part “keys” reports a missing or damaged key file, even before anybody needs a key', async () => {
  const { path: file } = app.services.keyFile;
  const content = readFileSync(file, 'utf8');
  try {
    writeFileSync(file, content.slice(0, 20));
    await expect(problemOf('keys')).rejects.toThrow('is damaged');
    rmSync(file);
    await expect(problemOf('keys')).rejects.toThrow('is missing');
  } finally {
    writeFileSync(file, content);
  }
  expect(await problemOf('keys')).toBeNull();
});

test('the part “keys” reports keys that somebody replaces in the database, before a stop makes the next start impossible', async () => {
  const [kept] = await app.database.select().from(installation).where(eq(installation.id, 1));
  const change = (to: object) => app.database.update(installation).set(to).where(eq(installation.id, 1));
  for (const replaced of [{ publicKey: 'x' }, { sealedSeed: null }, { masterKey: 'another' }]) {
    await change(replaced);
    await expect(problemOf('keys')).rejects.toThrow('Do not stop the service');
    await change({ ...kept });
  }
  await change({ secretCheck: 'x' });
  await expect(problemOf('keys')).rejects.toThrow('does not contain the secret of this database');
  await change({ ...kept });
  expect(await problemOf('keys')).toBeNull();
});

test('the part “keys” reports a missing secrets file, or one with another secret', async () => {
  const file = path.join(app.services.config.dataDirectory, 'secrets.json');
  const content = readFileSync(file, 'utf8');
  try {
    writeFileSync(file, JSON.stringify({ secrets: [newMasterSecret()] }));
    await expect(problemOf('keys')).rejects.toThrow(`${file} does not contain the secret of this database`);
    rmSync(file);
    await expect(problemOf('keys')).rejects.toThrow(`${file} is missing`);
  } finally {
    writeFileSync(file, content);
  }
  expect(await problemOf('keys')).toBeNull();
});

test('while the journal cannot be written, the service is not ready, from the next check on', {
  tags: 'long',
}, async () => {
  const { place: folder } = app.services.journalFile;
  await app.services.writeJournal();
  renameSync(folder, `${folder}.away`);
  writeFileSync(folder, 'not a folder');
  try {
    await until(async () => (await app.caller().call(api.readiness)).json()).toMatchObject({
      code: 'not-ready',
      status: 503,
      failing: [{ part: 'journal', problem: 'It fails with an error; see the log of the service.' }],
    });
  } finally {
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
  }
  await until(async () => (await app.caller().call(api.readiness)).statusCode).toBe(200);
});

test('the part “checkpoint” reports a checkpoint that is missing for a day and a half, or dated in the future', async () => {
  const clockWatch = { ...app.services.clockWatch, findProblem: async () => null };
  const [part] = healthParts({ ...app.services, clockWatch }).filter(({ name }) => name === 'checkpoint');
  app.clock.pass({ hours: 36, seconds: -1 });
  expect(await part?.findProblem()).toBeNull();
  app.clock.pass({ seconds: 1 });
  expect(await part?.findProblem()).toBe('No checkpoint was created for 36 hours. One is due each day.');
  await makeCheckpoint(app.services);
  expect(await part?.findProblem()).toBeNull();
  app.clock.pass({ hours: 37 });
  expect(await part?.findProblem()).toContain('for 37 hours');
  app.clock.pass({ hours: -39 });
  expect(await part?.findProblem()).toBe('The newest checkpoint is dated in the future, so no new one is created.');
});

test('the part “letters” immediately reports a mail server that has not accepted us since the start', async () => {
  const mailer = { probe: () => Promise.reject(new Error('Invalid login: 535 5.7.8 wrong')) };
  await expect(problemOf('letters', { mailer })).rejects.toMatchObject({
    name: 'PartFails',
    message: 'The mail server has not been reached since the start; “npm run admin -- test-letter” reports why.',
    cause: { message: 'Invalid login: 535 5.7.8 wrong' },
  });
  expect(await problemOf('letters', { mailer: { probe: async () => {} } })).toBeNull();
});

test('a full disk is reported only by the part “disk”, even if the database is on it', async () => {
  const onDisk = (embedded: boolean) => ({
    config: { ...app.services.config, dataDirectory: '/proc', diskReserveBytes: 0, database: { embedded } },
  });
  const others = ['storage', 'journal', 'letters', 'checkpoint', 'jobs'];
  await expect(problemOf('disk', onDisk(false))).rejects.toMatchObject({
    message: 'The disk is full: 0 MB are free.',
    explains: others,
  });
  await expect(problemOf('disk', onDisk(true))).rejects.toMatchObject({ explains: [...others, 'database'] });
});

test('the part “journal” reports a journal that was moved away, even while there is nothing to write', async () => {
  const { place } = app.services.journalFile;
  await app.services.writeJournal();
  renameSync(place, `${place}.away`);
  try {
    await expect(problemOf('journal')).rejects.toThrow(`There is no journal in ${place}`);
  } finally {
    rmSync(place, { recursive: true });
    renameSync(`${place}.away`, place);
  }
  expect(await problemOf('journal')).toBeNull();
});

test('the part “journal” reports a journal that cannot be written, because no letter is sent then', async () => {
  const folder = path.join(app.services.journalFile.place, 'elsewhere');
  const journalFile = createJournal(createJournalFolder(folder), app.services.journalFile.keys);
  await expect(problemOf('journal', { journalFile })).rejects.toThrow(`There is no journal in ${folder}`);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'not a folder');
  await expect(problemOf('journal', { journalFile })).rejects.toThrow('EEXIST');
  rmSync(folder);
  const away = { writeJournal: () => Promise.reject(new Error('the journal ends at line 3, before line 9')) };
  await expect(problemOf('journal', away)).rejects.toThrow('before line 9');
});
