// Every wrong command of the table, as a process: the exact lines, the exit code, nothing created, no stack and no secret. Also every
// command's `--help`, which does nothing else.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withoutProgress } from '../testing/about-alone.ts';
import { childEnvironment } from '../testing/child-environment.ts';
import { freePort } from '../testing/free-port.ts';
import { openMailServer } from '../testing/mail-server.ts';
import { makeTestFolder } from '../testing/test-folder.ts';
import { mountSmallDisk, openStrictDatabase } from '../testing/wrong-places.ts';

const sources = path.join(import.meta.dirname, '../src');
const vaultId = '01990000-0000-7000-8000-000000000000';

let home: string;
/** The data folder of an installation that was started once. */
let ours: string;
/** A folder that is empty before and after each command. */
let empty: string;
let database: Awaited<ReturnType<typeof openStrictDatabase>>;

beforeAll(async () => {
  home = makeTestFolder();
  ours = path.join(home, 'ours');
  empty = path.join(home, 'empty');
  mkdirSync(empty);
  database = await openStrictDatabase(path.join(home, 'strict'));
  const PORT = String(await freePort());
  const service = spawn(process.execPath, [path.join(sources, 'main.ts')], {
    env: environment({ DATA_DIR: ours, PORT }),
  });
  for await (const text of service.stdout) if (String(text).includes('is ready')) break;
  service.kill('SIGTERM');
  await once(service, 'exit');
});
afterAll(async () => {
  await database.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 10 });
});

const environment = (settings: Record<string, string>) =>
  childEnvironment({ DATA_DIR: path.join(empty, 'data'), ...settings });
/** Asynchronous, because the command may connect to servers in this process. */
const run = (words: string[], settings: Record<string, string> = {}) => {
  const [file = '', ...others] = words;
  const { promise, resolve } = Promise.withResolvers<{ status: unknown; stdout: string; stderr: string }>();
  const args = [path.join(sources, 'commands', `${file}.ts`), ...others];
  execFile(process.execPath, args, { env: environment(settings), cwd: empty }, (error, stdout, stderr) =>
    resolve({ status: error ? error.code : 0, stdout, stderr: withoutProgress(stderr) }),
  );
  return promise;
};

const place = (folder: string) => `DATA_DIR ${folder}, its own database, settings from the environment`;
const elsewhere =
  'Run this where the service runs, with its settings: DATA_DIR, DATABASE_URL, or .env in the project folder. Nothing was created.';
const nowhere = () => [place(`${empty}/data`), `${empty}/data contains no database. ${elsewhere}`];
const mistyped = 'npm run';

/** The command line, additional settings, and the lines. A line that starts with “npm run” represents the complete usage. */
const wrongCommands: [string[], Record<string, string>, () => string[]][] = [
  [['verify'], {}, nowhere],
  [['seed'], {}, nowhere],
  [
    ['seed'],
    {
      PUBLIC_URL: 'https://vault.example',
      TRUSTED_PROXIES: 'none',
      MAIL_FROM: 'letters@keep.org',
      SUPPORT_EMAIL: 'help@keep.org',
      ALLOW_KEPT_LETTERS: 'true',
      ALLOW_SANDBOX_PAYMENTS: 'true',
    },
    () => [
      'PUBLIC_URL or HOST lets others in, and everybody knows the password of the seed data. Run this where both settings name this machine.',
    ],
  ],
  [['keys', 'list'], {}, nowhere],
  [['keys', 'merge', '/no/copy'], {}, nowhere],
  [['admin', 'status'], {}, nowhere],
  [['stripe-check'], {}, nowhere],
  [['move', 'postgres://us:hunter2@localhost/vaults'], {}, nowhere],
  [['backup'], {}, nowhere],
  [
    ['passwords', '/etc/passwd'],
    {},
    () => [place(`${empty}/data`), `The folder ${empty}/data does not exist. Nothing was created.`],
  ],
  [['verify', 'all'], {}, () => ['“all” is one argument too many.', mistyped]],
  [['keys'], {}, () => [mistyped]],
  [['keys', 'merge'], {}, () => ['merge needs the other copy of the key file: npm run keys -- merge <copy>']],
  [['keys', 'rotate', 'now'], {}, () => ['“now” is one argument too many.', mistyped]],
  [['keys', 'destroy'], {}, () => ['There is no command “destroy”.', mistyped]],
  [
    ['keys', 'retire-secret'],
    {},
    () => ['retire-secret needs the name of a secret; “npm run keys -- secrets” lists them.'],
  ],
  [
    ['keys', 'retire-secret', 'abc'],
    {},
    () => [
      'Everything created under the secret abc and not renewed since will stop working: executors’ codes, recipients’ links and answers, passwords, recovery codes, links that undo a change, waiting emails with a link or a code, and sessions. This cannot be undone. To do it, add --yes. Nothing was changed.',
    ],
  ],
  [
    ['keys', 'retire'],
    {},
    () => [
      'Every master key that wraps no vault key will be destroyed. Earlier backups cannot be opened without these keys. This cannot be undone. To do it, add --yes. Nothing was changed.',
    ],
  ],
  [['admin'], {}, () => [mistyped]],
  [['admin', 'destroy', 'everything'], {}, () => ['There is no command “destroy”.', mistyped]],
  [['admin', 'toString'], {}, () => ['There is no command “toString”.', mistyped]],
  [['admin', 'suspend'], {}, () => ['suspend needs its address: npm run admin -- suspend <address>']],
  [['admin', 'status', 'now'], {}, () => ['“now” is one argument too many.', mistyped]],
  [['admin', 'suspend', 'ada@example.com'], {}, () => ['Give a reason: --reason "<why>".']],
  [['admin', 'show-vault-state', '123', '--reason', 'x'], {}, () => ['"123" is not a valid vault id.']],
  [['admin', 'remove-vault', vaultId, '--reason', 'x'], {}, nowhere],
  [
    ['admin', 'suspend', 'ada@example.com', '--reason', 'x', '--vault', vaultId],
    {},
    () => ['suspend does not take --vault. Nothing was changed.'],
  ],
  [['admin', 'status', '--failed'], {}, () => ['status does not take --failed. Nothing was changed.']],
  [['admin', 'audit', '--resaon', 'x'], {}, () => ['There is no option --resaon.', mistyped]],
  [['backup', 'one', 'two'], {}, () => ['“two” is one argument too many.', mistyped]],
  [['restore'], {}, nowhere],
  [['restore', '/etc'], { DATABASE_URL: 'postgres://us:hunter2@localhost/vaults' }, () => ['/etc is not a backup.']],
  [['admin', 'doctor', 'now'], {}, () => ['“now” is one argument too many.', mistyped]],
  [['admin', 'doctor', '--failed'], {}, () => ['doctor does not take --failed. Nothing was changed.']],
  [['verify', '--json=1'], {}, () => ['--json takes no value.', mistyped]],
  [['restore', '/no/backup'], {}, () => [place(`${empty}/data`), '/no/backup is not a backup.']],
  [['restore', '/no/backup', '--without-journal', ' '], {}, () => [mistyped]],
  [['move'], {}, () => [mistyped]],
  [['move', 'away'], {}, () => ['There is no command “away”.', mistyped]],
  [['move', 'embedded'], {}, () => ['Set DATABASE_URL to the server to move from.']],
  [['move', 'files-to-bucket'], {}, () => ['Set S3_ENDPOINT, S3_BUCKET and their access keys first.']],
  [['passwords'], {}, () => [mistyped]],
  [['passwords', '/no/list'], {}, () => ['/no/list does not exist.']],
  [['passwords', '/tmp'], {}, () => ['/tmp is a folder; name the file with the list.']],
  [['seed', '--fast'], {}, () => ['There is no option --fast.', mistyped]],
  [
    ['verify'],
    { PORT: 'abc', SECRET: 'hunter2' },
    () => [
      'PORT is "abc"; it takes a whole number from 1 to 65535.',
      'SECRET is not valid; it takes a secret of at least 32 characters.',
    ],
  ],
];

const named = wrongCommands.map(
  ([words, ...rest], index) => [`${index + 1}, ${words.join(' ')}`, words, ...rest] as const,
);

test.each(named)('%s ends with its lines and creates nothing', async (_, words, settings, expected) => {
  const { status, stdout, stderr } = await run(words, settings);
  expect([status, stdout]).toEqual([1, '']);
  const lines = expected();
  const isUsage = lines.at(-1) === mistyped;
  const printed = stderr.trimEnd().split('\n');
  expect(isUsage ? printed.slice(0, lines.length - 1) : printed).toEqual(isUsage ? lines.slice(0, -1) : lines);
  if (isUsage) expect(printed[lines.length - 1]).toMatch(/^npm run /);
  expect(stderr).not.toMatch(/hunter2|\n {4}at /);
  expect(readdirSync(empty)).toEqual([]);
});

test.each(['verify', 'seed', 'keys', 'admin', 'stripe-check', 'move', 'backup', 'restore', 'passwords'])(
  '%s --help only prints its usage and ends with 0',
  async (file) => {
    for (const help of ['--help', 'help']) {
      const { status, stdout, stderr } = await run([file, help], { PORT: 'abc' });
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^npm run /);
    }
    expect(readdirSync(empty)).toEqual([]);
  },
);

test('every command that opens the database reports a wrong password or an unavailable database', async () => {
  const wrong = { DATABASE_URL: database.urlOf('us:wrong') };
  const first = `DATA_DIR ${empty}/data, the database vaults at ${database.host} of DATABASE_URL, settings from the environment`;
  const away = `postgres://us:hunter2@127.0.0.1:${await freePort()}/vaults`;
  for (const words of [['verify'], ['keys', 'list'], ['admin', 'status'], ['keys', 'merge', '/no/copy']]) {
    const refused = await run(words, wrong);
    expect(refused).toEqual({
      status: 1,
      stdout: '',
      stderr: `${first}\nDATABASE_URL leads to ${database.host}, which does not accept the password of the role us; set the right password.\n`,
    });
    expect((await run(words, { DATABASE_URL: away })).stderr).toMatch(/, which does not answer \(ECONNREFUSED\)\.\n$/);
  }
  expect((await run(['verify'], { DATABASE_URL: database.urlOf('us:hunter2') })).stderr).toContain(
    `The database of DATABASE_URL contains no vaults. ${elsewhere}`,
  );
});

test("the output of every command names its installation, and a test letter shows the mail server's refusal", async () => {
  const refuses = await openMailServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('5.7.1 relaying denied'), { responseCode: 554 })),
  });
  const settings = { DATA_DIR: ours, SMTP_URL: refuses.url.replace('//', '//us:hunter2@') };
  const status = await run(['admin', 'status'], { DATA_DIR: ours });
  expect([status.status, status.stderr]).toEqual([0, `${place(ours)}\n`]);
  expect(status.stdout).toContain('vaults: none; 0 releases overdue');
  const letter = await run(['admin', 'test-letter'], settings);
  expect([letter.status, letter.stdout]).toEqual([1, '']);
  expect(letter.stderr).toMatch(/\nThe email to \S+ was not sent: [^\n]+\n$/);
  expect(letter.stderr).not.toMatch(/hunter2|\n {4}at /);
  await refuses.close();
});

test('the doctor finds nothing wrong in a new installation, and names a missing database', async () => {
  const { status, stdout } = await run(['admin', 'doctor', '--json'], { DATA_DIR: ours });
  const found: { part: string; state: string }[] = JSON.parse(stdout);
  expect([status, found.filter(({ state }) => state === 'WRONG')]).toEqual([0, []]);
  const looks = ['service', 'mail', 'journal', 'backup', 'payments'];
  expect(found.filter(({ state }) => state === 'look').map(({ part }) => part)).toEqual(looks);
  for (const part of ['settings', 'database', 'storage', 'keys', 'journal', 'disk', 'clock', 'proxy'])
    expect(found, part).toContainEqual(expect.objectContaining({ part, state: 'ok' }));
  const nothing = await run(['admin', 'doctor']);
  expect(nothing.status).toBe(1);
  expect(nothing.stdout).toContain(`WRONG  database    ${empty}/data contains no database. ${elsewhere}`);
  expect(readdirSync(empty)).toEqual([]);
});

test('a backup to a full disk ends with one sentence and leaves nothing', async () => {
  const disk = path.join(home, 'disk');
  const unmount = mountSmallDisk(disk, 8);
  if (!unmount) return; // only root may mount one
  const copy = path.join(disk, 'copy');
  const { status, stdout, stderr } = await run(['backup', copy], { DATA_DIR: ours });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    `${place(ours)}\nThere is not enough space for ${copy}. The partial copy was removed. Free some space, or name a folder on another disk.\n`,
  );
  expect(readdirSync(disk)).toEqual([]);
  unmount();
});

test('a restore onto a full disk ends with one sentence and leaves nothing', async () => {
  const copy = path.join(home, 'whole copy');
  expect((await run(['backup', copy], { DATA_DIR: ours })).status).toBe(0);
  const disk = path.join(home, 'small disk');
  const unmount = mountSmallDisk(disk, 8);
  if (!unmount) return; // only root may mount one
  const { status, stdout, stderr } = await run(['restore', copy], { DATA_DIR: disk });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /\nThere is not enough space in \S+ \S+ for the backup, which has \d+ MB\. The partial copy was removed\. Free some space and run this again\.\n$/,
  );
  expect(readdirSync(disk)).toEqual([]);
  unmount();
});
