// Every refused start with its line, every override with the line the start prints, and how the drivers really treat each TLS
// option.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { StartRefused } from './lib/start-refused.ts';
import { overrides } from './start-rules.ts';

// The driver warns of modes whose meaning will change. It would do so once a process, on the output of whichever test comes first.
beforeEach(() => void vi.spyOn(process, 'emitWarning').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

/** Everything a service for others needs. */
const whole = {
  PUBLIC_URL: 'https://vault.example',
  HOST: '0.0.0.0',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'letters@keep.org',
  SUPPORT_EMAIL: 'help@keep.org',
  TRUSTED_PROXIES: '10.0.0.2, 10.1.0.0/16, 2001:db8::/32',
  DATABASE_URL: 'postgres://us:hunter2@db.example/vaults?sslmode=verify-full',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
};
const without = (...names: (keyof typeof whole)[]): Record<string, string> =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.some((left) => left === name)));
const bucket = {
  S3_ENDPOINT: 'https://objects.example',
  S3_BUCKET: 'vaults',
  S3_ACCESS_KEY_ID: 'us',
  S3_SECRET_ACCESS_KEY: 'hunter2',
};
const noStripe = without('STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET');

const orKept = 'set SMTP_URL to the mail server, or set ALLOW_KEPT_LETTERS=true.';
const plainMail =
  'SMTP_URL leads to another machine without verified TLS; begin it with smtps:// or end it with ?requireTLS=true, or set ALLOW_PLAIN_SMTP=true.';
const plainDatabase =
  'DATABASE_URL leads to another machine without verified TLS; end it with ?sslmode=verify-full, or set ALLOW_PLAIN_DATABASE=true.';
const proxiesMissing =
  "TRUSTED_PROXIES is missing, so everybody behind a proxy would share one person's limits; set it to the addresses of the proxy, or to none.";
const sandbox =
  'STRIPE_SECRET_KEY is missing, so nobody would be charged; set it to the secret key of Stripe, or set ALLOW_SANDBOX_PAYMENTS=true.';
const database = (rest: string) => ({ ...whole, DATABASE_URL: `postgres://us:hunter2@db.example/vaults${rest}` });

const wrongStarts: [string, Record<string, string>, string][] = [
  [
    'for others, and no mail server',
    without('SMTP_URL'),
    `SMTP_URL is missing, and HOST 0.0.0.0 lets other machines in; ${orKept}`,
  ],
  [
    'a public address alone',
    { PUBLIC_URL: 'https://vault.example', TRUSTED_PROXIES: 'none' },
    `SMTP_URL is missing, and PUBLIC_URL https://vault.example is for others; ${orKept}`,
  ],
  [
    'an open interface alone',
    { HOST: '0.0.0.0' },
    `SMTP_URL is missing, and HOST 0.0.0.0 lets other machines in; ${orKept}`,
  ],
  ['an open interface of IPv6', { HOST: '::' }, `SMTP_URL is missing, and HOST :: lets other machines in; ${orKept}`],
  [
    'a proxy in front of the tools',
    { TRUSTED_PROXIES: '127.0.0.1' },
    `SMTP_URL is missing, and TRUSTED_PROXIES says that a proxy lets others in; ${orKept}`,
  ],
  [
    'production alone',
    { NODE_ENV: 'production', TRUSTED_PROXIES: 'none' },
    `SMTP_URL is missing, and NODE_ENV is production; ${orKept}`,
  ],
  [
    'a public address over http',
    { ...whole, PUBLIC_URL: 'http://vault.example' },
    'PUBLIC_URL is http://vault.example, which does not encrypt; set it to an address of https://, or set ALLOW_PLAIN_HTTP=true.',
  ],
  [
    'production without an address',
    { ...without('PUBLIC_URL'), NODE_ENV: 'production' },
    'PUBLIC_URL is http://localhost:3000, which does not encrypt; set it to an address of https://, or set ALLOW_PLAIN_HTTP=true.',
  ],
  ['nothing said of proxies', without('TRUSTED_PROXIES'), proxiesMissing],
  [
    'a proxy that is none',
    { ...whole, TRUSTED_PROXIES: 'nginx' },
    'TRUSTED_PROXIES is "nginx"; it takes IP addresses or networks separated by commas, or none.',
  ],
  [
    'a network that is none',
    { ...whole, TRUSTED_PROXIES: '10.0.0.0/33' },
    'TRUSTED_PROXIES is "10.0.0.0/33"; it takes IP addresses or networks separated by commas, or none.',
  ],
  [
    'a network of every address',
    { ...whole, TRUSTED_PROXIES: '0.0.0.0/0' },
    'TRUSTED_PROXIES is "0.0.0.0/0"; it takes IP addresses or networks separated by commas, or none.',
  ],
  [
    'an OpenID provider without TLS',
    { ...whole, OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'hunter2' },
    'OIDC_ISSUER leads to another machine without TLS; set it to an address of https://, or set ALLOW_PLAIN_OPENID=true.',
  ],
  [
    'a bucket without TLS',
    { ...whole, ...bucket, S3_ENDPOINT: 'http://objects.example' },
    'S3_ENDPOINT leads to another machine without TLS; set it to an address of https://, or set ALLOW_PLAIN_STORAGE=true.',
  ],
  [
    'a virus scanner on another machine',
    { ...whole, CLAMD: 'clamav.example:3310' },
    'CLAMD leads to another machine, and every file would travel there unencrypted; run the scanner on this one, or set ALLOW_PLAIN_SCANNER=true.',
  ],
  ['mail without TLS', { ...whole, SMTP_URL: 'smtp://mail.example' }, plainMail],
  ['mail with TLS if offered', { ...whole, SMTP_URL: 'smtp://mail.example?requireTLS=false' }, plainMail],
  ['mail with anybody', { ...whole, SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' }, plainMail],
  ['a database without TLS', database(''), plainDatabase],
  ['a database with TLS turned off', database('?sslmode=disable'), plainDatabase],
  ['a database with TLS to anybody', database('?sslmode=no-verify'), plainDatabase],
  ['a database with TLS as libpq requires it', database('?uselibpqcompat=true&sslmode=require'), plainDatabase],
  [
    'a second database address without TLS',
    { ...whole, DATABASE_DIRECT_URL: 'postgres://us:hunter2@db.example/vaults' },
    plainDatabase.replace('DATABASE_URL', 'DATABASE_DIRECT_URL'),
  ],
  [
    'a certificate that is not there',
    database('?sslmode=verify-full&sslrootcert=/no/such/file'),
    "DATABASE_URL cannot be used: ENOENT: no such file or directory, open '/no/such/file'",
  ],
  [
    'certificates that Node.js does not check',
    { ...whole, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    'NODE_TLS_REJECT_UNAUTHORIZED is 0, so no certificate would be checked; remove it.',
  ],
  [
    'an open debugger',
    { ...whole, NODE_OPTIONS: '--max-old-space-size=512 --inspect=0.0.0.0:9229' },
    'Node.js is started with --inspect, which lets others read everything; start it without.',
  ],
  [
    'old TLS',
    { ...whole, NODE_OPTIONS: '"--tls-min-v1.0"' },
    'Node.js is started with --tls-min-v1.0, which allows broken encryption; start it without.',
  ],
  [
    'old TLS, as Node.js reads it too',
    { ...whole, NODE_OPTIONS: '--tls_min_v1.1' },
    'Node.js is started with --tls-min-v1.1, which allows broken encryption; start it without.',
  ],
  [
    'the keys of every connection in a file',
    { ...whole, NODE_OPTIONS: '--tls-keylog=/tmp/keys' },
    'Node.js is started with --tls-keylog, which lets others read everything; start it without.',
  ],
  [
    'a mail server with old TLS',
    { ...whole, SMTP_URL: 'smtps://us:hunter2@mail.example?tls.minVersion=TLSv1' },
    plainMail,
  ],
  ['no Stripe keys', noStripe, sandbox],
  ['no Stripe keys in production', { ...noStripe, NODE_ENV: 'production' }, sandbox],
  [
    'a live secret with a test page',
    { ...whole, STRIPE_PUBLISHABLE_KEY: 'pk_test_x' },
    'STRIPE_SECRET_KEY is a live key and STRIPE_PUBLISHABLE_KEY a test key; take both from one mode, or set ALLOW_MIXED_PAYMENT_KEYS=true.',
  ],
  [
    'a test secret with a live page, on one machine',
    {
      STRIPE_SECRET_KEY: 'rk_test_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    },
    'STRIPE_SECRET_KEY is a test key and STRIPE_PUBLISHABLE_KEY a live key; take both from one mode, or set ALLOW_MIXED_PAYMENT_KEYS=true.',
  ],
  [
    'an address that can exist nowhere',
    { ...whole, OPERATOR_EMAIL: 'us@keep.example' },
    'OPERATOR_EMAIL is us@keep.example, which can exist nowhere; set it to an address of yours, or set ALLOW_EXAMPLE_ADDRESSES=true.',
  ],
  [
    'only some of the Stripe keys',
    without('STRIPE_WEBHOOK_SECRET'),
    'STRIPE_WEBHOOK_SECRET is missing; set it to its value from Stripe, together with the others.',
  ],
];

/** The lines that a start is refused with; none where it is not. */
function linesOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartRefused) return error.message.split('\n');
    throw error;
  }
  return [];
}

test.each(wrongStarts)('CFG-5: %s stops the start with one line that says what to set', (_, environment, line) => {
  expect(linesOf(environment)).toContain(line);
  expect(line).not.toMatch(/\n|hunter2/);
});

test('CFG-15: everything that is wrong is reported at once, each in its line, and no other rule repeats it', () => {
  expect(linesOf({ NODE_ENV: 'production' })).toEqual([
    proxiesMissing,
    `SMTP_URL is missing, and NODE_ENV is production; ${orKept}`,
    'PUBLIC_URL is http://localhost:3000, which does not encrypt; set it to an address of https://, or set ALLOW_PLAIN_HTTP=true.',
    sandbox,
    'MAIL_FROM is letters@remembrance.example, which can exist nowhere; set it to an address of yours, or set ALLOW_EXAMPLE_ADDRESSES=true.',
  ]);
  const wrong = { ...whole, PORT: 'abc', SMTP_URL: 'mail.keep.org', SECRET: 'short', DISK_RESERVE_BYTES: '-1' };
  expect(linesOf(wrong).map((line) => line.split(' ')[0])).toEqual([
    'PORT',
    'SECRET',
    'SMTP_URL',
    'DISK_RESERVE_BYTES',
  ]);
});

test('CFG-16: a name that is nearly a setting is reported with the setting that was meant, and no other name', () => {
  const misspelt = (...names: string[]) => readConfig(Object.fromEntries(names.map((name) => [name, 'x']))).misspelt;
  expect(misspelt('SMPT_URL', 'MAILFROM', 'SECRET_FLIE')).toEqual([
    'SMPT_URL is no setting and is not used; did you mean SMTP_URL?',
    'MAILFROM is no setting and is not used; did you mean MAIL_FROM?',
    'SECRET_FLIE is no setting and is not used; did you mean SECRET_FILE?',
  ]);
  expect(misspelt('PATH', 'HOSTNAME', 'HOME', 'PORTS', 'SHELL', 'npm_config_cache', 'AWS_ACCESS_KEY_ID')).toEqual([]);
});

test('CFG-5: a debugger on the command line stops a service for others, and nobody else', () => {
  expect(() => readConfig(whole, ['--inspect-brk'])).toThrow('Node.js is started with --inspect-brk');
  expect(readConfig({}, ['--inspect-brk']).overridesInUse).toEqual([]);
  expect(readConfig({ ...whole, NODE_OPTIONS: '--tls-min-v1.2 --no-warnings' }).overridesInUse).toEqual([]);
});

test('CFG-5: a service for others with every setting it needs starts without any override', () => {
  for (const more of [{}, { NODE_ENV: 'production' }]) {
    const config = readConfig({ ...whole, ...more });
    expect(config).toMatchObject({ devMailbox: false, overridesInUse: [] });
    expect(config.trustedProxies).toEqual(['10.0.0.2', '10.1.0.0/16', '2001:db8::/32']);
  }
});

test.each([
  [{}, true],
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'http://127.0.0.1:8080' }, true],
  [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }, true],
  [{ DATABASE_URL: 'postgres://db.example/vaults' }, true],
  [{ SMTP_URL: 'smtp://mail.example' }, false],
  [{ HOST: '0.0.0.0', ALLOW_KEPT_LETTERS: 'true' }, false],
  [
    {
      NODE_ENV: 'production',
      SMTP_URL: 'smtps://mail.example',
      ALLOW_PLAIN_HTTP: 'true',
      TRUSTED_PROXIES: 'none',
      ALLOW_SANDBOX_PAYMENTS: 'true',
      ALLOW_EXAMPLE_ADDRESSES: 'true',
    },
    false,
  ],
])('DEV-3: with %j the tools for developers exist: %s', (environment, exist) => {
  expect(readConfig(environment).devMailbox).toBe(exist);
});

test.each(Object.keys(overrides))(
  'CFG-6: %s allows a start that would be refused, which then prints the rule it breaks',
  (override) => {
    const stopped = wrongStarts.filter(([, , line]) => line.endsWith(`or set ${override}=true.`));
    expect(stopped.length).toBeGreaterThan(0);
    for (const [, environment, line] of stopped) {
      const others = Object.fromEntries(Object.keys(overrides).map((name) => [name, 'true']));
      const { overridesInUse } = readConfig({ TRUSTED_PROXIES: 'none', ...others, ...environment });
      expect(overridesInUse).toContain(`${override}: ${line.replace(`, or set ${override}=true.`, '.')}`);
    }
  },
);

test('CFG-6: an override that is not needed is not printed, and TRUSTED_PROXIES=none is', () => {
  const allowed = Object.fromEntries(Object.keys(overrides).map((name) => [name, 'true']));
  expect(readConfig({ ...whole, ...allowed }).overridesInUse).toEqual([]);
  expect(readConfig({ ...whole, TRUSTED_PROXIES: 'none' }).overridesInUse).toEqual([
    'TRUSTED_PROXIES is none: everybody behind a proxy, if there is one, shares one limit.',
  ]);
});

test.each([
  'postgres://db.example/vaults?sslmode=require',
  'postgres://db.example/vaults?sslmode=verify-ca',
  'postgres://db.example/vaults?sslmode=prefer',
  'postgres://db.example/vaults?ssl=true',
  'postgres://localhost/vaults',
  'postgres://us@127.0.0.1/vaults',
  'postgres://us@%2Fvar%2Frun%2Fpostgresql/vaults',
  'postgres:///vaults?host=/var/run/postgresql',
])('CFG-5: %s is accepted, because the driver verifies the certificate or stays on this machine', (url) => {
  expect(readConfig({ ...whole, DATABASE_URL: url }).overridesInUse).toEqual([]);
});

test.each(['smtp://mail.example:587?requireTLS=true', 'smtp://localhost:25', 'smtps://us:hunter2@mail.example:465'])(
  'CFG-5: %s is accepted',
  (url) => expect(readConfig({ ...whole, SMTP_URL: url }).overridesInUse).toEqual([]),
);

test('CFG-5: the program exits with that line and nothing else, before it opens or creates anything', {
  timeout: 90_000,
}, () => {
  const some = ['for others, and no mail server', 'an open interface alone', 'a database without TLS'];
  for (const [, environment, line] of wrongStarts.filter(([what]) => some.includes(what))) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
      env: { PATH: process.env.PATH, DATA_DIR: '/no/such/folder', ...environment },
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: `${line}\n` });
  }
});
