// Two processes of one installation with different folders: the second is refused at its start, and nothing is written to its folders.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { markFirstPlace } from '../src/files/storage/mark-first-place.ts';
import { bucketPlace, folderPlace, type MarkedPlace } from '../src/files/storage/marked-place.ts';
import { readInstallation } from '../src/keys/secret/installation-store.ts';
import { type LetterListener, listenForLetters } from '../src/letters/sending/listen-for-letters.ts';
import { installation } from '../src/platform/database/schema.ts';
import { nameOfListener } from '../src/platform/database/served-elsewhere.ts';
import type { Bucket } from '../src/platform/lib/bucket.ts';
import { addFile, paidVault, signedIn } from '../testing/people.ts';
import { openAppIn, openTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTestFolder } from '../testing/test-folder.ts';

const secret = 'the secret of one installation, long enough';
let home: string;
let first: TestApp;
let shared: Record<string, string>;
let listener: LetterListener | undefined;
let elsewhere: string;
beforeAll(async () => {
  home = makeTestFolder();
  first = await openTestApp({ SECRET: secret, JOURNAL_DIR: path.join(home, 'journal') });
  const { database, dataDirectory } = first.services.config;
  const KEYRING_FILE = path.join(dataDirectory, 'keyring.json');
  shared = { SECRET: secret, KEYRING_FILE, DATABASE_URL: database.url ?? '' };
  await paidVault(first, await signedIn(first));
  await first.services.writeJournal();
  await serve();
});
afterAll(async () => {
  await listener?.stop();
  await first.close();
});
beforeEach(() => {
  elsewhere = makeTestFolder();
});
const serve = async () => {
  listener = await listenForLetters(first.services.listenerConnection, first.services.letterSending);
};
const withJournal = () => ({ ...shared, JOURNAL_DIR: path.join(home, 'journal') });

test('SHARED-1: a process with its own journal is refused while another serves, and writes no line', async () => {
  await expect(openAppIn(elsewhere, shared)).rejects.toThrow(
    `Another process serves this installation, and its journal is not in ${elsewhere}/journal; put the right folder there, or set JOURNAL_DIR to it, or use one bucket.`,
  );
  expect(existsSync(path.join(elsewhere, 'journal'))).toBe(false);
});

test('SHARED-1: a process with its own files folder is refused while another serves, and marks no folder', async () => {
  await expect(openAppIn(elsewhere, withJournal())).rejects.toThrow(
    `Another process serves this installation, and its files are not in ${elsewhere}/objects, which lacks the mark `,
  );
  expect(existsSync(path.join(elsewhere, 'objects'))).toBe(false);
});

test('a process with a copy of the files folder is refused while another serves', async () => {
  const { dataDirectory } = first.services.config;
  cpSync(path.join(dataDirectory, 'objects'), path.join(elsewhere, 'objects'), {
    recursive: true,
    preserveTimestamps: true,
  });
  await expect(openAppIn(elsewhere, withJournal())).rejects.toThrow(
    `Another process serves this installation, and its files are not in ${elsewhere}/objects, which may be a copy; put the right folder there, or use one bucket. If the machine of that process is dead, start again in a minute.`,
  );
});

test('a process with the same bucket is not refused, however long its name is', async () => {
  const { database, listenerConnection } = first.services;
  const { filesMarkedAt, secretCheck } = await readInstallation(database);
  const mark = secretCheck.slice(0, 8);
  const named = (name: string) =>
    bucketPlace({ name, read: async () => Buffer.from(mark) } as Partial<Bucket> as Bucket);
  const begin = (place: MarkedPlace) => markFirstPlace({ database, clock: first.clock }, place, mark);
  const name = `the-files-of-remembrance-in-production-in-the-region-eu-${'1'.repeat(7)}`;
  const application_name = nameOfListener(await named(name).identify());
  expect(filesMarkedAt).not.toBeNull();
  await listener?.stop();
  try {
    listener = await listenForLetters({ ...listenerConnection, application_name }, first.services.letterSending);
    await begin(named(name));
    await expect(begin(named(`${name.slice(0, -1)}2`))).rejects.toThrow('which may be a copy');
  } finally {
    await listener?.stop();
    await serve();
  }
});

test('a new database does not take over files that it would delete, even with the mark of its secret', async () => {
  const { database } = first;
  const { filesMarkedAt, secretCheck } = await readInstallation(database);
  const mark = secretCheck.slice(0, 8);
  const begin = () => markFirstPlace({ database, clock: first.clock }, folderPlace(elsewhere), mark);
  await database.update(installation).set({ filesMarkedAt: null });
  await listener?.stop();
  try {
    mkdirSync(path.join(elsewhere, 'lost+found'));
    writeFileSync(path.join(elsewhere, 'lost+found/#12'), 'what fsck found');
    writeFileSync(path.join(elsewhere, 'aquota.user'), 'what the file system counts');
    writeFileSync(path.join(elsewhere, '.installation'), `${mark}\n`);
    mkdirSync(path.join(elsewhere, 'ab'));
    writeFileSync(path.join(elsewhere, 'ab', 'file'), 'a letter');
    await expect(begin()).rejects.toThrow(`This database is new, but ${elsewhere} contains files already.`);
    rmSync(path.join(elsewhere, '.installation'));
    await expect(begin()).rejects.toThrow('restore a backup');
    expect(existsSync(path.join(elsewhere, '.installation'))).toBe(false);
    rmSync(path.join(elsewhere, 'ab'), { recursive: true });
    await begin();
    expect(readFileSync(path.join(elsewhere, '.installation'), 'utf8')).toBe(`${mark}\n`);
  } finally {
    await database.update(installation).set({ filesMarkedAt });
    await serve();
  }
});

test('a folder without the mark accepts no file after the first start, even if the installation has no file yet', {
  tags: 'long',
}, async () => {
  await listener?.stop();
  try {
    const second = await openAppIn(elsewhere, { ...withJournal(), LOG_LEVEL: 'silent' });
    const owner = await signedIn(second, another(ada, 1));
    const vault = await paidVault(second, owner);
    const lake = { name: 'lake.txt', type: 'text/plain', bytes: Buffer.from('the lake') };
    await expect(addFile(owner, vault.id, lake)).rejects.toThrow('503');
    expect(readdirSync(path.join(elsewhere, 'objects'))).toEqual([]);
    await second.close();
  } finally {
    await serve();
  }
});

test('the secret and the key file of another installation are each refused in one line, and nothing is created', {
  tags: 'long',
}, async () => {
  const foreign = { ...withJournal(), SECRET: 'the secret of another installation, as long' };
  await expect(openAppIn(elsewhere, foreign)).rejects.toThrow(/^[^\n]*secret[^\n]*$/i);
  const other = await openTestApp({ SECRET: 'any other secret that is long enough' });
  await paidVault(other, await signedIn(other));
  const KEYRING_FILE = path.join(other.services.config.dataDirectory, 'keyring.json');
  const before = readFileSync(KEYRING_FILE);
  const wrong = openAppIn(path.join(elsewhere, 'data'), { ...withJournal(), KEYRING_FILE });
  await expect(wrong).rejects.toThrow(/^[^\n]*keyring\.json[^\n]*$/);
  expect(readFileSync(KEYRING_FILE)).toEqual(before);
  await other.close();
  expect(existsSync(path.join(elsewhere, 'data/objects'))).toBe(false);
});

test('a process with its own key file, or without the key service, is refused even before the first vault', {
  tags: 'long',
}, async () => {
  const transit = { TRANSIT_URL: 'http://127.0.0.1:9/v1/transit', TRANSIT_KEYS: 'vaults', TRANSIT_TOKEN: 'any' };
  const refusals = [
    [{}, `${elsewhere}/keyring.json is missing`],
    [
      transit,
      'The database uses the master key transit:vaults, and without it some vaults cannot be read; add vaults to TRANSIT_KEYS',
    ],
  ] as const;
  for (const [settings, refusal] of refusals) {
    const own = { SECRET: secret, JOURNAL_DIR: path.join(makeTestFolder(), 'journal') };
    const begun = await openTestApp({ ...own, ...settings });
    const DATABASE_URL = begun.services.config.database.url ?? '';
    await expect(openAppIn(elsewhere, { ...own, DATABASE_URL })).rejects.toThrow(refusal);
    expect(existsSync(path.join(elsewhere, 'keyring.json'))).toBe(false);
    await begun.close();
  }
});
