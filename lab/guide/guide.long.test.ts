// The operator's guide, followed as it is written on a new Debian: as root and as the service's user, with the packages of the lock file.
// It installs the service, creates the database, sends a letter, backs up, loses everything, and restores.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@remembrance/server/testing/free-port.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CreatedVault, createVault, type Person, personBehind, readVault, release } from '../proxies/journey.ts';
import { send } from '../support/http-client.ts';
import { type FaultyMailServer, openFaultyMailServer } from '../support/mail-server.ts';
import { makeRunFolder, type RunFolder } from '../support/run-folder.ts';
import { waitFor } from '../support/wait.ts';
import { openGuide } from './guide-page.ts';
import { type NewMachine, openNewMachine } from './new-machine.ts';

const name = 'vaults.remembrance.org';
const project = '/opt/remembrance';
const data = '/var/lib/remembrance';

/** Why a block is not followed here. */
const notFollowed: Record<string, string> = {
  'install: git clone <address of the repository> /opt/remembrance': 'containers: the part image starts them',
  'install: PUBLIC_URL=https://<name>': 'containers',
  'install: deploy/container/create-secrets.sh': 'containers',
  'install: docker compose up -d': 'containers',
  'install: curl -fsSL https://deb.nodesource.com/setup_24.x -o nodesource.sh && bash nodesource.sh': 'Debian 12',
  "database: alter role remembrance_service set statement_timeout = '10s';": 'a pooler',
  "database: alter system set synchronous_standby_names = '*';": 'the part faults has a standby',
  'mail: npm run admin -- letters --failed': 'no letter fails here',
  'backup: install -d -o remembrance -m 711 /srv/backups': 'a timer of systemd; its first line is followed',
  'backup: archive_mode = on': 'the part point-in-time',
  'backup: install -d -m 700 <folder>': 'containers',
  'restore: mkdir <DATA_DIR>.old': 'the embedded database: the part restore',
  'restore: npm run restore -- <folder>': 'the embedded database',
  'restore: install -D -m 400 <copy of secrets/secret> secrets/secret': 'containers',
  'restore: docker compose up -d --wait database': 'containers',
  "restore: restore_command = 'cp /archive/%f %p'": 'the part point-in-time',
  'restore: aws s3api list-object-versions --bucket <bucket> --prefix <key>': 'a bucket: the part buckets',
  'restore: npm run admin -- lift-hold --reason "<why>" --journal all --database <vault id>,<vault id> --yes':
    'a database that went back: the part restore',
};

let folder: RunFolder;
let mail: FaultyMailServer;
let machine: NewMachine;
let guide: ReturnType<typeof openGuide>;
let port: number;

beforeAll(async () => {
  folder = makeRunFolder('guide');
  mail = await openFaultyMailServer();
  machine = openNewMachine(folder.path, path.resolve(import.meta.dirname, '../..'));
  port = await freePort();
});
afterAll(async () => {
  machine?.close();
  await mail?.close();
  folder?.remove();
});

/** Every line has to succeed. */
async function follow(lines: string, workingDirectory = '/'): Promise<string> {
  const { status, output } = await machine.run(lines, workingDirectory);
  if (status !== 0) throw new Error(`${lines}\nended with ${status}:\n${output.slice(-3000)}`);
  return output;
}
/** As docs/guide/README.md says how to run every `npm run …`. */
const asService = (lines: string): Promise<string> =>
  follow(lines.replaceAll(/^npm run/gm, 'runuser -u remembrance -- npm run'), project);
const asPostgres = (sql: string): Promise<string> =>
  follow(`runuser -u postgres -- psql --set=ON_ERROR_STOP=1 <<'EOF'\n${sql}\nEOF`);

/** The port of Debian's server, which another server on this machine may move. */
const databasePort = async (): Promise<string> => (await follow('pg_lsclusters --no-header')).split(/\s+/)[2] ?? '';
const withPort = async (line: string): Promise<string> =>
  line.replaceAll('@localhost/', `@localhost:${await databasePort()}/`);

const isReady = async () => {
  const answer = await send({ method: 'GET', url: `http://127.0.0.1:${port}/api/health/ready` }).catch(() => null);
  return answer?.text.includes('"status":"ready"') || null;
};
const log = () => readFileSync(path.join(machine.path, 'var/log/remembrance.log'), 'utf8');
const waitUntilReady = async () => {
  if (!(await waitFor(isReady, { what: 'the service', seconds: 120 }))) throw new Error(log().slice(-3000));
};

const person = (): Person => personBehind(`127.0.0.1:${port}`, `https://${name}`);

test('install, database and mail: a new machine serves after the steps as they are written', {
  timeout: 900_000,
}, async () => {
  guide = openGuide(['install', 'database', 'mail', 'backup', 'restore'], {
    '<address of the repository>': '/mnt/repository',
    '<name>': name,
    '<password>': 'one',
    '<other password>': 'two',
    '<folder>': '/srv/backups/one',
    '<DATA_DIR>': data,
    '<why>': 'the drill',
    '<DATABASE_OWNER_URL>': 'postgres://remembrance_owner:two@localhost/remembrance',
  });
  await follow('apt update');
  await follow(guide.block('install', 'apt install git'));
  await follow(
    guide.block('install', 'git clone <address of the repository> /opt/remembrance\ncd /opt/remembrance\nnpm'),
  );
  await follow(guide.block('install', 'useradd'), project);
  await follow(
    'pg_lsclusters --no-header | grep -q online || pg_ctlcluster 17 main start; until pg_isready -q; do sleep 0.2; done',
  );
  await asPostgres(guide.block('database', 'create role remembrance_owner'));
  await writeSettings();
  await follow(guide.block('install', 'cp deploy/remembrance.service'), project);
  await waitUntilReadyButForLetters();
  expect(await follow(guide.command('install', 'runuser -u remembrance -- npm run admin'), project)).toContain(
    'accepted an email',
  );
  expect(await asService(guide.block('mail', 'npm run admin -- test-letter'))).toContain(
    'The mail server accepted an email',
  );
  await waitUntilReady();
  expect(log()).toContain(`Remembrance is ready: https://${name}`);
  expect(log()).not.toContain('one role owns');
});

/** Of a part that is only ready after its first connection. */
async function waitUntilReadyButForLetters(): Promise<void> {
  const answers = async () =>
    (await send({ method: 'GET', url: `http://127.0.0.1:${port}/api/health` }).catch(() => null))?.status === 200 ||
    null;
  if (!(await waitFor(answers, { what: 'the start', seconds: 120 }))) throw new Error(log().slice(-3000));
}

/** The smallest set without Stripe, with the mail server and ports of this test. */
async function writeSettings(): Promise<void> {
  const addresses = [
    '<address that letters come from>',
    '<address where people can ask for help>',
    '<your own address, for alarms>',
  ];
  const block = guide.block('install', 'NODE_ENV=production', {
    'smtps://<user>:<password>@<mail server>': mail.url,
    ...Object.fromEntries(addresses.map((address) => [address, `somebody@${name}`])),
    ...Object.fromEntries(['<sk_…>', '<pk_…>', '<whsec_…>'].map((key) => [key, ''])),
  });
  const settings = `${await withPort(block.replaceAll(/^STRIPE_.*\n?/gm, '').trim())}\nALLOW_SANDBOX_PAYMENTS=true\nPORT=${port}\n`;
  writeFileSync(path.join(machine.path, project, '.env'), settings);
}

test('backup and restore: what was released after the backup is still released, and its recipient reads it', {
  timeout: 600_000,
}, async () => {
  const owner = person();
  const vault: CreatedVault = await createVault(owner, mail);
  await follow('install -d -o remembrance -m 711 /srv/backups');
  expect(await asService(guide.command('backup', 'npm run backup -- <folder>'))).toContain('/srv/backups/one');
  const invitation = await release(person().caller, vault, mail);
  expect(await asService(guide.block('backup', 'npm run verify'))).toContain('everything is intact');

  await follow(guide.command('restore', 'systemctl disable --now remembrance'));
  await follow(guide.command('restore', 'mv <DATA_DIR>/objects <DATA_DIR>.old'));
  const emptied = [guide.command('restore', 'alter database'), 'create database remembrance owner remembrance_owner;'];
  await asPostgres(emptied.join('\n'));
  await follow(await withPort(guide.command('restore', 'pg_restore --no-owner')));
  await follow(guide.command('restore', 'rsync -a <folder>/objects'));
  expect(await asService(guide.block('restore', 'npm run restore'))).toContain('on hold');
  await follow(guide.command('restore', 'systemctl enable --now remembrance'));
  await waitUntilReadyButForLetters();
  const filled = { '<address of an owner>': vault.recipientEmail.replace('rosa', 'ada'), '<vault id>': vault.id };
  for (const line of guide.block('restore', 'npm run verify\n', filled).split('\n')) await asService(line);
  const lift = guide.block('restore', 'npm run admin -- lift-hold --reason "<why>"\n').split('\n');
  for (const line of lift) await asService(line);
  await waitUntilReady();
  const { whole } = await readVault(person(), invitation, vault.recipientEmail);
  expect([whole.status, whole.body.equals(vault.file)]).toEqual([200, true]);
});

test('every block of these pages is followed, or listed with the reason why not', () => {
  expect(guide.left().toSorted()).toEqual(Object.keys(notFollowed).toSorted());
});
