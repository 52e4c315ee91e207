// A move of the master keys from one ring to another, killed midway: at any moment each data key can be opened by one of the two.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq, like } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OpenDatabase } from '../src/platform/database/open-database.ts';
import { vaultKeys, vaults } from '../src/platform/database/schema.ts';
import { aboutAlone } from '../testing/about-alone.ts';
import { childEnvironment } from '../testing/child-environment.ts';
import { addressOf } from '../testing/database-address.ts';
import type { KeyServiceServer } from '../testing/key-service.ts';
import { createKmsKey, kmsCredentials, openKmsServer } from '../testing/kms-server.ts';
import { draftVault, signedIn } from '../testing/people.ts';
import { openAppIn, type TestApp } from '../testing/test-app.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { makeTestFolder } from '../testing/test-folder.ts';
import { openTransitServer, type TransitServer } from '../testing/transit-server.ts';

/** A new process is slow to load on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let opened: OpenDatabase;
let transit: TransitServer;
let kms: KeyServiceServer;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  folder = makeTestFolder();
  [opened, transit, kms] = [await openTestDatabase(), await openTransitServer(['vaults']), await openKmsServer()];
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await Promise.all([transit.close(), kms.close()]);
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

type Settings = Record<string, string>;
const transitSettings = (): Settings => ({
  TRANSIT_URL: transit.url,
  TRANSIT_KEYS: 'vaults',
  TRANSIT_TOKEN: transit.token,
});
const kmsSettings = (arn: string): Settings => ({ KMS_KEYS: arn, KMS_ENDPOINT: kms.address });
const common = (): Settings => ({ DATABASE_URL: addressOf(opened.connection), LOG_LEVEL: 'silent' });

/** Opens the service with these settings, until the returned function closes it. */
async function open(settings: Settings = {}): Promise<TestApp> {
  const app = await openAppIn(folder, { ...common(), ...settings });
  closing.push(app.close);
  return app;
}
async function closeAll() {
  for (const close of closing.splice(0)) await close();
}

function run(settings: Settings, ...words: string[]) {
  const command = path.join(import.meta.dirname, '../src/commands/keys.ts');
  const env = childEnvironment({
    DATA_DIR: folder,
    ...common(),
    ...settings,
    AWS_ACCESS_KEY_ID: kmsCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: kmsCredentials.secretAccessKey,
  });
  const child = spawn(process.execPath, [command, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.on('data', (part) => (said.out += part));
  child.stderr.on('data', (part) => (said.err += part));
  return { child, ended: once(child, 'close').then(([code]: unknown[]) => ({ code, ...said })) };
}

const countAs = (pattern: string) => opened.database.$count(vaultKeys, like(vaultKeys.masterKey, pattern));

async function withVaults(count: number, app: TestApp) {
  const owner = await signedIn(app, another(ada, 1));
  const messages = new Map<string, string>();
  for (let index = 0; index < count; index += 1) {
    const message = `message ${index}`;
    const { id } = await draftVault(owner, { message });
    messages.set(id, message);
  }
  return messages;
}

async function expectReadable({ services }: TestApp, messages: Map<string, string>) {
  for (const [id, message] of messages) {
    const [row] = await opened.database
      .select()
      .from(vaults)
      .innerJoin(vaultKeys, eq(vaultKeys.vaultId, vaults.id))
      .where(eq(vaults.id, id));
    const texts = await services.vaultKeys.textsOf(id, row?.vault_keys.wrappedKey ?? null);
    expect(texts.open('message', row?.vaults.message ?? '')).toBe(message);
  }
}

async function killWhen({ child, ended }: ReturnType<typeof run>, isTime: () => Promise<boolean>) {
  await expect.poll(isTime, { timeout: 60_000, interval: 20 }).toBe(true);
  child.kill('SIGKILL');
  await ended;
}

test('ROTATE-7: a move from the key file to a service loses nothing if killed midway, can be continued, and then needs no file', async () => {
  const before = await open();
  const messages = await withVaults(9, before);
  const keyFile = before.services.keyFile.path;
  await closeAll();

  // After the request for the current key and nine wrappings, four of nine are answered; then nobody answers.
  transit.fault = (count) => (count > 1 + 9 + 4 ? 'silence' : null);
  const first = run(transitSettings(), 'rotate');
  await killWhen(first, async () => (await countAs('transit:%')) === 4);
  expect(await countAs('2%')).toBe(5);
  transit.fault = null;
  const between = await open(transitSettings());
  await expectReadable(between, messages);
  await closeAll();

  const second = await run(transitSettings(), 'rotate').ended;
  expect(second).toMatchObject({ code: 0, err: expect.stringMatching(aboutAlone) });
  expect(second.out).toContain('5 keys are wrapped under transit:vaults:v1.');
  expect(second.out).toContain(`No vault needs ${keyFile} any longer.`);
  expect(await countAs('transit:vaults:v1')).toBe(9);
  const retired = await run(transitSettings(), 'retire', '--yes').ended;
  expect(retired).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Nothing was changed.') });
  expect(existsSync(keyFile)).toBe(true);

  rmSync(keyFile);
  const after = await open(transitSettings());
  expect(existsSync(keyFile)).toBe(false);
  await expectReadable(after, messages);
  await closeAll();
  await expect(open()).rejects.toMatchObject({
    name: 'StartRefused',
    message:
      'The database uses the master key transit:vaults:v1, and without it some vaults cannot be read; add vaults to TRANSIT_KEYS, with the settings that go with it (docs/guide/key-service.md).',
  });
  expect(existsSync(keyFile)).toBe(false);
});

test('ROTATE-7: a move works from any ring to any other, by the same command, and back to the file', {
  tags: 'long',
}, async () => {
  const arn = await createKmsKey(kms.address);
  const before = await open();
  const messages = await withVaults(2, before);
  await closeAll();
  const both = { ...kmsSettings(arn), ...transitSettings() };
  const moves: [Settings, string][] = [
    [kmsSettings(arn), 'arn:%'],
    [{ ...both, MASTER_KEYS_IN: 'transit' }, 'transit:%'],
    [{ ...transitSettings(), MASTER_KEYS_IN: 'file' }, '2%'],
  ];
  for (const [settings, pattern] of moves) {
    const { code, out, err } = await run(settings, 'rotate').ended;
    expect([code, err]).toEqual([0, expect.stringMatching(aboutAlone)]);
    expect(out).toMatch(/^2 keys are wrapped under /);
    expect(await countAs(pattern)).toBe(2);
  }
  const list = await run({}, 'list').ended;
  expect(list.out).toMatch(/\n\S+ {2}2 vaults, current\n/);
  await expectReadable(await open(), messages);
});
