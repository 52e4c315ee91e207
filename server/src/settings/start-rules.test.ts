// Every refused start with its line, every override with the line the start prints, and how the drivers really treat each TLS
// option.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orKept, proxiesMissing, sandbox, whole, wrongStarts } from '../../testing/wrong-starts.ts';
import { StartRefused } from '../platform/lib/start-refused.ts';
import { readConfig } from './config.ts';
import { overrides } from './start-rules.ts';

// The driver warns once per process of modes whose meaning will change, in the output of whichever test comes first.
beforeEach(() => void vi.spyOn(process, 'emitWarning').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

/** The lines that are printed when a start is refused; empty if it is accepted. */
function linesOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartRefused) return error.message.split('\n');
    throw error;
  }
  return [];
}

test.each(wrongStarts)('CFG-5: %s stops the start with one line that names what to set', (_, environment, line) => {
  expect(linesOf(environment)).toContain(line);
  expect(line).not.toMatch(/\n|hunter2/);
});

test('all errors are reported together, each on its own line, and no other rule repeats them', () => {
  expect(linesOf({ NODE_ENV: 'production' })).toEqual([
    proxiesMissing,
    `SMTP_URL is missing, and NODE_ENV is production; ${orKept}`,
    'PUBLIC_URL is http://localhost:3000, which does not encrypt; set it to an address of https://, or set ALLOW_PLAIN_HTTP=true.',
    sandbox,
    'MAIL_FROM is letters@remembrance.example, which cannot exist; set it to one of your addresses, or set ALLOW_EXAMPLE_ADDRESSES=true.',
    'SUPPORT_EMAIL is support@remembrance.example, which cannot exist; set it to one of your addresses, or set ALLOW_EXAMPLE_ADDRESSES=true.',
  ]);
  const wrong = { ...whole, PORT: 'abc', SMTP_URL: 'mail.keep.org', SECRET: 'short', DISK_RESERVE_BYTES: '-1' };
  expect(linesOf(wrong).map((line) => line.split(' ')[0])).toEqual([
    'PORT',
    'SECRET',
    'SMTP_URL',
    'DISK_RESERVE_BYTES',
  ]);
});

test('a name that resembles a setting is reported with that setting, and no other name is', () => {
  const misspelt = (...names: string[]) => readConfig(Object.fromEntries(names.map((name) => [name, 'x']))).checks;
  expect(misspelt('SMPT_URL', 'MAILFROM', 'SECRET_FLIE')).toEqual([
    'SMPT_URL is not a setting and has no effect; did you mean SMTP_URL?',
    'MAILFROM is not a setting and has no effect; did you mean MAIL_FROM?',
    'SECRET_FLIE is not a setting and has no effect; did you mean SECRET_FILE?',
  ]);
  const others = { TRUSTED_PROXY: 'TRUSTED_PROXIES', OIDC_ISSUER_URL: 'OIDC_ISSUER', JOURNAL_DIRECTORY: 'JOURNAL_DIR' };
  for (const [name, meant] of Object.entries(others))
    expect(misspelt(name)).toEqual([`${name} is not a setting and has no effect; did you mean ${meant}?`]);
  expect(
    misspelt(
      'JOURNAL_STREAM',
      'POSTGRES_USER',
      'NODE_VERSION',
      'PATH',
      'HOSTNAME',
      'HOME',
      'PORTS',
      'SHELL',
      'npm_config_cache',
      'AWS_ACCESS_KEY_ID',
    ),
  ).toEqual([]);
});

test('a refused start also names what looks misspelt, since it may be the setting that is missing', () => {
  expect(linesOf({ NODE_ENV: 'production', SMPT_URL: 'smtps://mail.keep.org' }).at(-1)).toBe(
    'SMPT_URL is not a setting and has no effect; did you mean SMTP_URL?',
  );
});

test('CFG-5: a debugger on the command line stops a service for others, but not a local one', () => {
  expect(() => readConfig(whole, ['--inspect-brk'])).toThrow('Node.js is started with --inspect-brk');
  expect(readConfig({}, ['--inspect-brk']).overridesInUse).toEqual([]);
  expect(readConfig({ ...whole, NODE_OPTIONS: '--tls-min-v1.2 --no-warnings' }).overridesInUse).toEqual([]);
});

test('a service for others with every setting it needs starts without any override', () => {
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
])('DEV-3: with %j the developer tools exist: %s', (environment, exist) => {
  expect(readConfig(environment).devMailbox).toBe(exist);
});

test.each(Object.keys(overrides))(
  '%s allows a start that would be refused, which then prints the rule it breaks',
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

test('an unneeded override is not printed, and TRUSTED_PROXIES=none is', () => {
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
])('%s is accepted, because the driver verifies the certificate or stays on this machine', (url) => {
  const { overridesInUse, database } = readConfig({ ...whole, DATABASE_URL: url });
  expect(overridesInUse).toEqual([]);
  // The driver would print a warning about the other modes.
  expect(database.url).toBe(url.replace(/sslmode=.*/, 'sslmode=verify-full'));
});

test.each(['smtp://mail.example:587?requireTLS=true', 'smtp://localhost:25', 'smtps://us:hunter2@mail.example:465'])(
  '%s is accepted',
  (url) => expect(readConfig({ ...whole, SMTP_URL: url }).overridesInUse).toEqual([]),
);
