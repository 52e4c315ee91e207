// Recovery after the secret and every copy of it are lost: an operator needs two commands, but no SQL and no mark written by hand.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSecrets } from '../src/keys/secret/installation-store.ts';
import { vaultFiles } from '../src/platform/database/schema.ts';
import { addFile, type PaidVault, paidVault, signedIn } from '../testing/people.ts';
import { machineIn } from '../testing/restore-drill/drill-machine.ts';
import { runCommand } from '../testing/run-admin-command.ts';
import { openAppIn, type TestApp } from '../testing/test-app.ts';
import { makeTestFolder } from '../testing/test-folder.ts';

const milliseconds = 120_000;
let home: string;
let app: TestApp;
let vault: PaidVault;
let mark: string;
const data = () => path.join(home, 'data');
const backup = () => path.join(home, 'backup');
const keys = (...words: string[]) => machineIn(data()).run('keys', 'replace-lost-secret', ...words);
const verify = async () =>
  (await app.caller().call(api.verifyExecutor, { body: { accessCode: vault.code } })).statusCode;

beforeAll(async () => {
  home = makeTestFolder();
  app = await openAppIn(data());
  const owner = await signedIn(app);
  vault = await paidVault(app, owner);
  await addFile(owner, vault.id, { name: 'heron.txt', type: 'text/plain', bytes: Buffer.from('grey') });
  await app.services.writeJournal();
  expect(await verify()).toBe(200);
  mark = readFileSync(path.join(data(), 'objects/.installation'), 'utf8');
  await app.close();
  expect(machineIn(data()).run('backup', backup()).status).toBe(0);
}, milliseconds);
afterAll(async () => {
  await app.close();
  rmSync(home, { recursive: true });
});

test(
  'only a lost secret is replaced, and only with --yes, after a count of what will stop working',
  () => {
    expect(keys('--yes')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('This database lacks no secret'),
    });
    rmSync(path.join(data(), 'secrets.json'));
    const { status, stderr } = keys();
    expect(status).toBe(1);
    expect(stderr).toMatch(/The secret [0-9a-f]{8} is missing\..* executors' codes, recipients' links,/);
    expect(stderr).toContain('To do it, add --yes. Nothing was changed.');
  },
  milliseconds,
);

test(
  'after two commands the service starts on hold with the same files, and the old codes and passwords are void',
  async () => {
    expect(keys('--yes')).toMatchObject({ status: 0, stdout: expect.stringContaining('Replaced: ') });
    const restored = machineIn(data()).run('restore', '--without-journal', 'the secret is lost');
    expect(restored).toMatchObject({ status: 0, stdout: expect.stringContaining('starts on hold') });
    app = await openAppIn(data());
    expect(await app.services.restoreHold.isOn()).toBe(true);
    expect(readFileSync(path.join(data(), 'objects/.installation'), 'utf8')).toBe(mark);
    const secrets = await listSecrets(app.database);
    expect(secrets.map(({ retiredAt }) => retiredAt !== null)).toEqual([true, false]);
    await runCommand(app.services, 'lift-hold', { subject: '', reason: 'the secret is lost' });
    expect(await verify()).toBe(403);
    const signIn = { body: { email: ada.email, password: ada.password } };
    expect((await app.caller().call(api.signIn, signIn)).json()).toMatchObject({ code: 'wrong-credentials' });
    await app.caller().ask(api.requestPasswordReset, { body: { email: ada.email } });
    expect((await app.lastLetter('password-reset', ada.email)).link).toContain('http');
  },
  milliseconds,
);

test(
  'a backup whose secret has no copy is put in place by hand, and then the same two commands suffice',
  async () => {
    const other = path.join(home, 'other');
    mkdirSync(other);
    for (const name of ['postgres', 'objects']) spawnSync('cp', ['-a', path.join(backup(), name), other]);
    cpSync(`${backup()}.keyring.json`, path.join(other, 'keyring.json'));
    const { run } = machineIn(other);
    expect(run('keys', 'replace-lost-secret', '--yes')).toMatchObject({ status: 0 });
    expect(run('restore', '--without-journal', 'the secret is lost')).toMatchObject({ status: 0 });
    const started = await openAppIn(other);
    expect(await started.services.restoreHold.isOn()).toBe(true);
    expect(await started.database.$count(vaultFiles)).toBe(1);
    await started.close();
  },
  milliseconds,
);
