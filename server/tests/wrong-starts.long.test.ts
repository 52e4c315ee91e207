// Every wrong start of the tables, as a process: the exact lines, the exit code, nothing created, no stack and no secret. Also a start
// with an unavailable database, which waits.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { childEnvironment } from '../testing/child-environment.ts';
import { freePort } from '../testing/free-port.ts';
import { messagesOf } from '../testing/messages-of.ts';
import { makeTestFolder } from '../testing/test-folder.ts';
import {
  mountSmallDisk,
  openRefusingBucket,
  openRelay,
  openStrictDatabase,
  openTlsDatabase,
} from '../testing/wrong-places.ts';
import { wrongStarts } from '../testing/wrong-starts.ts';

const main = path.join(import.meta.dirname, '../src/main.ts');
let home: string;
let database: Awaited<ReturnType<typeof openStrictDatabase>>;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  home = makeTestFolder();
  database = await openStrictDatabase(path.join(home, 'strict'));
});
afterAll(async () => {
  for (const close of closing) await close();
  await database.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 10 });
});

let folder: string;
let data: string;
let PORT: string;
beforeEach(async () => {
  folder = makeTestFolder();
  data = path.join(folder, 'data');
  PORT = String(await freePort());
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

const environment = (settings: Record<string, string>) => childEnvironment({ DATA_DIR: data, ...settings });
/** What Node.js itself writes when its debugger is open, before anything of ours runs. */
const ofDebugger = /^(Debugger |For help, see).*\n/gm;
/** Asynchronous, because the start may connect to servers in this process. */
const start = (settings: Record<string, string>) => {
  const { promise, resolve } = Promise.withResolvers<{ status: unknown; stdout: string; messages: string[] }>();
  execFile(process.execPath, [main], { env: environment(settings), timeout: 60_000 }, (error, stdout, stderr) =>
    resolve({ status: error ? error.code : 0, stdout, messages: messagesOf(stderr.replace(ofDebugger, '')) }),
  );
  return promise;
};

/** @param lines the exact output */
async function expectRefused(settings: Record<string, string>, lines: string[]): Promise<void> {
  const before = existsSync(data);
  expect(await start({ PORT, ...settings })).toEqual({ status: 1, stdout: '', messages: lines });
  expect(lines.join('\n')).not.toMatch(/hunter2|\n {4}at /);
  if (!before) expect(existsSync(data)).toBe(false);
}

// Warnings of the driver and of Node.js are not ours.
const quiet = { NODE_NO_WARNINGS: '1' };

test.each(wrongStarts)('CFG-5: %s ends the program with its line', async (_, settings, line) => {
  const { status, stdout, messages } = await start({ ...quiet, ...settings });
  expect([status, stdout]).toEqual([1, '']);
  expect(messages).toContain(line);
  expect(messages.join('\n')).not.toMatch(/hunter2|\n {4}at /);
  expect(existsSync(data)).toBe(false);
});

const s3 = (endpoint: string) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: 'vaults',
  S3_ACCESS_KEY_ID: 'us',
  S3_SECRET_ACCESS_KEY: 'hunter2',
});
const bucketOf = async (code: string, status: number) => {
  const { port, close } = await openRefusingBucket(code, status);
  closing.push(close);
  return `http://127.0.0.1:${port}`;
};
const leads = (says: string) => `DATABASE_URL leads to ${database.host}, which ${says}.`;

interface WrongPlace {
  settings: Record<string, string>;
  lines: string[];
}

const wrongPlaces: Record<string, () => WrongPlace | Promise<WrongPlace>> = {
  'an interface of another machine': () => ({
    settings: { HOST: '192.0.2.1', ALLOW_KEPT_LETTERS: 'true' },
    lines: ['HOST is 192.0.2.1, which is not an address of this machine; set it to one, such as localhost.'],
  }),
  'a name that is no interface': () => ({
    settings: { HOST: 'not.a.host.invalid', ALLOW_KEPT_LETTERS: 'true' },
    lines: ['HOST is not.a.host.invalid, which is not an address of this machine; set it to one, such as localhost.'],
  }),
  'a data folder where none can be made': () => ({
    settings: { DATA_DIR: '/proc/data' },
    lines: [
      'DATA_DIR is /proc/data, which this user cannot create; set it to a folder of the user who runs the service.',
    ],
  }),
  'a journal folder where none can be made': () => ({
    settings: { JOURNAL_DIR: '/proc/journal' },
    lines: [
      'JOURNAL_DIR is /proc/journal, which this user cannot create; set it to a folder of the user who runs the service.',
    ],
  }),
  'files in the place of both folders': () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    const line = (name: string) => `${name} is "${file}"; it takes the path of a folder.`;
    return { settings: { DATA_DIR: file, JOURNAL_DIR: file }, lines: [line('DATA_DIR'), line('JOURNAL_DIR')] };
  },
  'a damaged file of secrets': () => {
    mkdirSync(data);
    const file = path.join(data, 'secrets.json');
    writeFileSync(file, '{"secrets":["hunter');
    return { settings: {}, lines: [`${file} is damaged and has no complete secret; restore the file from its copy.`] };
  },
  'programs that are none': () => ({
    settings: { POSTGRES_PROGRAMS: '/usr/share' },
    lines: [
      'POSTGRES_PROGRAMS is /usr/share, where initdb and postgres cannot be run; set it to the folder of PostgreSQL 15 or newer, such as /usr/lib/postgresql/18/bin, or to embedded.',
    ],
  }),
  'a wrong password': () => ({
    settings: { DATABASE_URL: database.urlOf('us:hunter2wrong') },
    lines: [leads('does not accept the password of the role us; set the right password')],
  }),
  'a role that is not let in': () => ({
    settings: { DATABASE_URL: database.urlOf('nobody') },
    lines: [leads('does not let the role nobody in; create it, or allow it in pg_hba.conf')],
  }),
  'a role that is none': () => ({
    settings: { DATABASE_URL: database.urlOf('usher') },
    lines: [leads('does not let the role usher in; create it, or allow it in pg_hba.conf')],
  }),
  'a database that is none': () => ({
    settings: { DATABASE_URL: database.urlOf('us:hunter2', 'valuts') },
    lines: [leads('has no database valuts; create it, or set the right name')],
  }),
  'a database without the right to enter': () => ({
    settings: { DATABASE_URL: database.urlOf('stranger') },
    lines: [leads('does not let the role stranger into the database vaults; grant it connect')],
  }),
  'a certificate that nobody trusts': async () => {
    const { port, close } = await openTlsDatabase(folder);
    closing.push(close);
    return {
      settings: { ...quiet, DATABASE_URL: `postgres://us:hunter2@127.0.0.1:${port}/vaults?sslmode=verify-full` },
      lines: [
        `DATABASE_URL leads to 127.0.0.1:${port}, which has a certificate that nobody here trusts (DEPTH_ZERO_SELF_SIGNED_CERT); name its authority in sslrootcert.`,
      ],
    };
  },
  'a server without TLS': async () => {
    const { port, close } = await openTlsDatabase(null);
    closing.push(close);
    return {
      settings: { ...quiet, DATABASE_URL: `postgres://us:hunter2@127.0.0.1:${port}/vaults?sslmode=verify-full` },
      lines: [
        `DATABASE_URL leads to 127.0.0.1:${port}, which offers no TLS; turn it on there, or set another sslmode.`,
      ],
    };
  },
  'a bucket that is none': async () => {
    const endpoint = await bucketOf('NoSuchBucket', 404);
    const line = `S3_BUCKET is vaults, and ${endpoint} has no such bucket; create it, or set the right name.`;
    return { settings: s3(endpoint), lines: [line] };
  },
  'a bucket that may not be used': async () => {
    const endpoint = await bucketOf('AccessDenied', 403);
    const line = `S3_ACCESS_KEY_ID is us, which may not use the bucket vaults of ${endpoint}; allow it to put, get, list and delete objects there, or set another key.`;
    return { settings: s3(endpoint), lines: [line] };
  },
  'a wrong secret of a bucket': async () => {
    const endpoint = await bucketOf('SignatureDoesNotMatch', 403);
    const line = `S3_SECRET_ACCESS_KEY is not the secret of us at ${endpoint}; set the right secret.`;
    return { settings: s3(endpoint), lines: [line] };
  },
  'a wrong region of a bucket': async () => ({
    settings: s3(await bucketOf('AuthorizationHeaderMalformed', 400)),
    lines: ['S3_REGION is us-east-1, but the bucket vaults is in another region; set that region.'],
  }),
  'several at once': async () => {
    const taken = createServer().listen(Number(PORT), 'localhost');
    await once(taken, 'listening');
    closing.push(() => taken.close());
    const endpoint = await bucketOf('NoSuchBucket', 404);
    const roles = {
      DATABASE_URL: database.urlOf('us:wrong'),
      DATABASE_OWNER_URL: database.urlOf('us:hunter2', 'none'),
    };
    return {
      settings: { ...roles, ...s3(endpoint), JOURNAL_DIR: '/proc/journal' },
      lines: [
        'JOURNAL_DIR is /proc/journal, which this user cannot create; set it to a folder of the user who runs the service.',
        leads('does not accept the password of the role us; set the right password'),
        `DATABASE_OWNER_URL leads to ${database.host}, which has no database none; create it, or set the right name.`,
        `S3_BUCKET is vaults, and ${endpoint} has no such bucket; create it, or set the right name.`,
      ],
    };
  },
};

test.each(Object.keys(wrongPlaces))('%s ends the program with its lines', async (name) => {
  const { settings, lines } = (await wrongPlaces[name]?.()) ?? { settings: {}, lines: [] };
  await expectRefused(settings, lines);
});

test.each([40, 120])('a disk of %i MB ends the program before a database is created', async (megabytes) => {
  const disk = path.join(folder, 'disk');
  const unmount = mountSmallDisk(disk, megabytes);
  if (!unmount) return; // only root may mount one
  closing.push(unmount);
  data = path.join(disk, 'data');
  await expectRefused({}, [
    `DATA_DIR is ${data}, on a disk with ${megabytes} MB free, and a new database needs about 400 MB; make room, or set it to a folder on another disk.`,
  ]);
  unmount();
});

test('a start with an unavailable database reports this once, and is ready within 15 s of its return', async () => {
  const away = await freePort();
  const DATABASE_URL = `postgres://us:hunter2@127.0.0.1:${away}/vaults`;
  const child = spawn(process.execPath, [main], { env: environment({ PORT, DATABASE_URL }) });
  const { promise: ready, resolve } = Promise.withResolvers<number>();
  const { promise: waits, resolve: says } = Promise.withResolvers<void>();
  let errors = '';
  let output = '';
  child.stderr.on('data', (text) => {
    errors += text;
    says();
  });
  child.stdout.on('data', (text) => {
    output += text;
    if (output.includes('is ready')) resolve(performance.now());
  });
  await waits;
  const relay = openRelay(away, database.socket);
  closing.push(relay.close);
  const returned = performance.now();
  expect((await ready) - returned).toBeLessThan(15_000);
  expect(messagesOf(errors)).toEqual([
    `DATABASE_URL leads to 127.0.0.1:${away}, which does not answer (ECONNREFUSED). The start waits for it.`,
  ]);
  expect(messagesOf(output.slice(0, output.lastIndexOf('\n')))).toContain(
    `Remembrance is ready: http://localhost:${PORT}`,
  );
  child.kill('SIGTERM');
  await once(child, 'exit');
});
