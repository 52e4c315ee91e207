// From the previous release to this version on one PostgreSQL server and one data folder: both serve side by side while people use them,
// then the old one stops. Afterwards the data is newer, and the old one refuses it.
import { api } from '@remembrance/contract/api.ts';
import { type DebianCluster, openDebianCluster } from '@remembrance/server/testing/debian-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CreatedVault, createVault, type Person, readVault, release } from '../proxies/journey.ts';
import { createCaller, send } from '../support/http-client.ts';
import { createInstallation, type Installation, type ServerProcess } from '../support/installation.ts';
import { type FaultyMailServer, openFaultyMailServer } from '../support/mail-server.ts';
import { makeRunFolder, type RunFolder } from '../support/run-folder.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { checkOutPrevious } from './previous-release.ts';

const newer =
  "insert into drizzle.__drizzle_migrations (hash, created_at) select 'of a later version', max(created_at) + 1 from drizzle.__drizzle_migrations";

let folder: RunFolder;
let mail: FaultyMailServer;
let cluster: DebianCluster;
let proxy: TcpProxy;
let previous: Installation;
let current: Installation;
/** The address of both, as people know it. */
let url: string;

beforeAll(async () => {
  folder = makeRunFolder('upgrade');
  const { server, name } = checkOutPrevious(folder.path);
  console.log(`upgrade: from ${name}`);
  mail = await openFaultyMailServer();
  cluster = await openDebianCluster(folder.path);
  await cluster.createDatabase('remembrance');
  proxy = await openTcpProxy(1);
  url = `http://localhost:${proxy.port}`;
  const settings = {
    PUBLIC_URL: url,
    SMTP_URL: mail.url,
    DATABASE_URL: cluster.urlOf('remembrance', 'service_remembrance'),
    DATABASE_OWNER_URL: cluster.urlOf('remembrance', 'owner_remembrance'),
  };
  previous = await createInstallation({ folder, settings, sources: server });
  current = await createInstallation({ folder, settings });
}, 600_000);
afterAll(async () => {
  proxy?.close();
  cluster?.stop();
  await mail?.close();
  folder?.remove();
});

const person = (): Person => ({ send, caller: createCaller(url) });
const use = ({ url: address }: Installation) => proxy.switchTo(Number(new URL(address).port));

/** Every byte that the owner stored reaches the recipient. */
async function read(invitation: string, { recipientEmail, file }: CreatedVault): Promise<void> {
  const { whole, everything } = await readVault(person(), invitation, recipientEmail);
  expect([whole.status, whole.body.equals(file)]).toEqual([200, true]);
  expect(everything.body.includes(file)).toBe(true);
}

const titlesOf = async (owner: Person) => (await owner.caller.ask(api.listVaults)).map(({ title }) => title);

test('what people did with the previous release goes on in this version, also while both serve one database', {
  timeout: 600_000,
}, async () => {
  const processes: ServerProcess[] = [];
  const start = async (installation: Installation) => {
    const started = installation.spawn();
    processes.push(started);
    await started.ready();
    return started;
  };
  try {
    const old = await start(previous);
    use(previous);
    const owner = person();
    const waiting = await createVault(owner, mail);
    const released = await createVault(person(), mail);
    const invitation = await release(person().caller, released, mail);

    await start(current);
    const fromOld = await createVault(person(), mail);
    use(current);
    const fromNew = await createVault(person(), mail);
    const releasedByNew = await release(person().caller, fromOld, mail);
    use(previous);
    const releasedByOld = await release(person().caller, fromNew, mail);
    await read(releasedByNew, fromOld);
    use(current);
    await read(releasedByOld, fromNew);

    await old.stop();
    expect(await titlesOf(owner)).toHaveLength(1); // still signed in
    await read(invitation, released);
    await read(await release(person().caller, waiting, mail), waiting);
    const verified = await current.run('verify');
    expect([verified.status, verified.output]).toEqual([0, expect.stringContaining('everything is intact')]);
  } finally {
    for (const each of processes) await each.stop();
  }
});

test('the previous release refuses data of a newer version in one sentence, and changes nothing', async () => {
  await cluster.ask('remembrance', newer);
  const refused = previous.spawn();
  await expect(refused.ready()).rejects.toThrow(
    'This database was written by a newer version of the program; start that version, or restore a backup from before it.',
  );
  expect(refused.hasEnded()).toBe(true);
});
