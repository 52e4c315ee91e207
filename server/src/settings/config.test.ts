// The defaults, and the line that is printed when a wrong setting stops the start.
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { whole } from '../../testing/wrong-starts.ts';
import { listSettings, readConfig } from './config.ts';

test('without any setting every value works on one machine', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000', devMailbox: true, stripe: undefined });
});

test.each([
  [{ PORT: 'abc' }, 'PORT is "abc"; it takes a whole number from 1 to 65535.'],
  [{ PORT: '70000' }, 'PORT is "70000"; it takes a whole number from 1 to 65535.'],
  [
    { PUBLIC_URL: 'example.org' },
    'PUBLIC_URL is "example.org"; it takes an address that begins with https:// or http://, without a path.',
  ],
  [
    { DATABASE_URL: 'mysql://u:hunter2@h/d' },
    'DATABASE_URL is not valid; it takes an address that begins with postgres:// or postgresql://; in its password, # is written %23, / is %2F, ? is %3F, @ is %40 and % is %25.',
  ],
  [
    { SMTP_URL: 'smtps://letters:pa#ss@mail.example' },
    'SMTP_URL is not valid; it takes an address that begins with smtp:// or smtps://; in its password, # is written %23, / is %2F, ? is %3F, @ is %40 and % is %25.',
  ],
  [
    { PUBLIC_URL: 'https://us:hunter2@vault.example' },
    'PUBLIC_URL is "https://…@vault.example"; it takes an address that begins with https:// or http://, without a path.',
  ],
  [
    { HOST: 'http://localhost' },
    'HOST is "http://localhost"; it takes the name or the IP address of an interface, such as localhost or 0.0.0.0.',
  ],
  [{ METRICS_PORT: '3000' }, 'METRICS_PORT is the same as PORT; set it to another port.'],
  [{ SECRET: 'hunter2' }, 'SECRET is not valid; it takes a secret of at least 32 characters.'],
  [
    { SECRET: 'x'.repeat(32), OTHER_SECRETS: `${'y'.repeat(32)},hunter2` },
    'OTHER_SECRETS is not valid; it takes secrets of at least 32 characters, separated by commas.',
  ],
  [{ OTHER_SECRETS: 'y'.repeat(32) }, 'OTHER_SECRETS goes with SECRET; set that to the newest one.'],
  [
    { STRIPE_SECRET_KEY: 'x', STRIPE_PUBLISHABLE_KEY: 'y' },
    'STRIPE_WEBHOOK_SECRET is missing; set it to its value from Stripe, together with the others.',
  ],
])(
  'CFG-2: %j stops the start with one line that names the variable, its value and the accepted values',
  (environment, line) => {
    expect(() => readConfig(environment)).toThrow(expect.objectContaining({ name: 'StartRefused', message: line }));
  },
);

test('a public URL in capitals gets the same checks, links and cookies as one in lower case', () => {
  const others = { SMTP_URL: 'smtps://mail.example', TRUSTED_PROXIES: 'none', ALLOW_EXAMPLE_ADDRESSES: 'true' };
  const plain = { PUBLIC_URL: 'HTTP://vault.example', ...others };
  expect(() => readConfig(plain)).toThrow('PUBLIC_URL is http://vault.example, which does not encrypt');
  const allowed = { ALLOW_SANDBOX_PAYMENTS: 'true', PUBLIC_URL: 'HTTPS://Vault.Example:443/' };
  expect(readConfig({ ...plain, ...allowed }).publicUrl).toBe('https://vault.example');
});

test('a blank setting counts as unset, and by default the operator is notified at the support address', () => {
  const blank = Object.fromEntries(['PORT', 'HOST', 'PUBLIC_URL', 'SECRET', 'SMTP_URL'].map((name) => [name, ' ']));
  expect(readConfig(blank)).toEqual(readConfig({}));
  expect(readConfig({ SUPPORT_EMAIL: 'help@keep.example' }).operatorEmail).toBe('help@keep.example');
  expect(readConfig({ OPERATOR_EMAIL: 'op@keep.example' }).operatorEmail).toBe('op@keep.example');
});

test('the other secrets are read once each, without SECRET itself', () => {
  const [one, two] = ['x'.repeat(32), 'y'.repeat(32)];
  const read = (others: string) => readConfig({ SECRET: one, OTHER_SECRETS: others });
  expect(read(`${two}, ${one},${two}`)).toMatchObject({ secret: one, otherSecrets: [two] });
  expect(read('')).toMatchObject({ secret: one, otherSecrets: [] });
});

test('a bucket is used only if all its settings are given', () => {
  const bucket = {
    S3_ENDPOINT: 'https://objects.example',
    S3_BUCKET: 'vaults',
    S3_ACCESS_KEY_ID: 'us',
    S3_SECRET_ACCESS_KEY: 'hunter2',
  };
  expect(readConfig({}).bucket).toBeUndefined();
  expect(readConfig({ ...bucket, S3_REGION: 'eu-west-3' }).bucket).toEqual({
    endpoint: 'https://objects.example',
    bucket: 'vaults',
    region: 'eu-west-3',

    accessKeyId: 'us',
    secretAccessKey: 'hunter2',
  });
  for (const missing of Object.keys(bucket)) {
    const rest = Object.fromEntries(Object.entries(bucket).filter(([name]) => name !== missing));
    expect(() => readConfig(rest)).toThrow(
      `${missing} is missing; set it to its value from the object storage, together with the others.`,
    );
  }
});

test('every secret can be in a file, which is read like the setting and never printed', () => {
  const folder = makeTestFolder();
  const put = (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const secret = 'x'.repeat(32);
  const SECRET_FILE = put('secret', `${secret}\n`);
  const DATABASE_URL_FILE = put('database', 'postgres://u:hunter2@127.0.0.1/d\n');
  expect(readConfig({ SECRET_FILE, DATABASE_URL_FILE, SMTP_URL_FILE: ' ' })).toMatchObject({
    secret,
    database: { url: 'postgres://u:hunter2@127.0.0.1/d' },
    mail: { smtpUrl: undefined },
  });
  const wrong = {
    'SECRET is not valid; it takes a secret of at least 32 characters.': { SECRET_FILE: put('short', 'hunter2') },
    'SECRET and SECRET_FILE are both set; set one of them.': { SECRET: secret, SECRET_FILE },
    [`SMTP_URL_FILE names ${folder}, which cannot be read; name a file that this user may read.`]: {
      SMTP_URL_FILE: folder,
    },
    [`SECRET_FILE names ${put('blank', ' \n')}, which is empty; put the value in it.`]: {
      SECRET_FILE: path.join(folder, 'blank'),
    },
  };
  for (const [line, environment] of Object.entries(wrong)) expect(() => readConfig(environment)).toThrow(line);
  const inFiles = listSettings().filter(({ mayLieInFile }) => mayLieInFile);
  expect(inFiles.map(({ name }) => name)).toEqual([
    ...['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL', 'SECRET', 'OTHER_SECRETS', 'SMTP_URL'],
    ...['BOUNCE_IMAP_URL', 'OIDC_CLIENT_SECRET', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'S3_SECRET_ACCESS_KEY'],
  ]);
});

test('an open file with secrets refuses a service for others, and is named by every other start', () => {
  const folder = makeTestFolder();
  const file = path.join(folder, 'secret');
  writeFileSync(file, 'x'.repeat(32), { mode: 0o644 });
  const line = `Everybody on this machine may read or change ${file}, with secrets; run chmod o= ${file}`;
  const [forOthers, here] = [
    { ...whole, DATA_DIR: folder, SECRET_FILE: file },
    { DATA_DIR: folder, SECRET_FILE: file },
  ];
  expect(() => readConfig(forOthers)).toThrow(`${line}, or set ALLOW_OPEN_FILES=true.`);
  expect(readConfig({ ...forOthers, ALLOW_OPEN_FILES: 'true' }).overridesInUse).toContain(`ALLOW_OPEN_FILES: ${line}.`);
  expect(readConfig(here).checks).toEqual([`${line}.`]);
  chmodSync(file, 0o640);
  expect(readConfig(here).checks).toEqual([]);
  expect(() => readConfig(forOthers)).not.toThrow();
});

test.each(['SETTINGS_FILE', 'KEYRING_FILE', 'TRANSIT_TOKEN_FILE', 'secrets.json', 'keyring.json'])(
  'the rights of %s are looked at',
  (name) => {
    const folder = makeTestFolder();
    const file = path.join(folder, name);
    writeFileSync(file, '', { mode: 0o604 });
    const named = name.endsWith('_FILE') ? { [name]: file } : {};
    const transit = { TRANSIT_URL: 'https://vault.example:8200/v1/transit/', TRANSIT_KEYS: 'vaults' };
    const environment = { DATA_DIR: folder, ...named, ...(name.startsWith('TRANSIT') && transit) };
    expect(readConfig(environment).checks).toEqual([expect.stringContaining(`chmod o= ${file}.`)]);
  },
);
