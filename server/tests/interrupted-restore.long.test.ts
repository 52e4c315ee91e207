// A restore that stops halfway. The master keys lie in two files: the restore names the missing key, the two files are merged, and the
// restore is run again. A second one beside it is refused.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addMasterKey } from '../src/keys/vault/rotate-keys.ts';
import { vaultKeys } from '../src/platform/database/schema.ts';
import { lockFolder } from '../src/platform/lib/lock-folder.ts';
import { paidVault, signedIn } from '../testing/people.ts';
import { assemble, machineIn } from '../testing/restore-drill/drill-machine.ts';
import { openAppIn } from '../testing/test-app.ts';
import { makeTestFolder } from '../testing/test-folder.ts';

const home = makeTestFolder();
afterAll(() => rmSync(home, { recursive: true }));
const place = (name: string) => path.join(home, name);

/** A key file with one key of the complete one. */
function writePart(name: string, [key, value]: [string, string]): string {
  writeFileSync(place(name), JSON.stringify({ current: key, keys: { [key]: value } }), { mode: 0o600 });
  return place(name);
}

test('a restore that lacks a master key succeeds once another copy of the key file is merged, but not beside another one', {
  timeout: 120_000,
}, async () => {
  const app = await openAppIn(place('data'));
  const owner = await signedIn(app);
  const first = await paidVault(app, owner, { planType: 'premium_one_time' });
  await addMasterKey(app.services);
  const second = await paidVault(app, owner, { planType: 'premium_one_time' });
  await app.services.writeJournal();
  await app.close();
  expect(machineIn(place('data')).run('backup', place('backup')).status).toBe(0);
  const { keys } = JSON.parse(readFileSync(place('backup.keyring.json'), 'utf8'));
  const [early, late] = Object.entries<string>(keys);
  if (!early || !late) throw new Error('the key file does not have two keys');

  const keyring = writePart('early.json', early);
  const machine = assemble(place('other'), { backup: place('backup'), journal: place('data/journal'), keyring });
  const refused = machine.run('restore', place('backup'));
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining(`lacks the master key ${late[0]}`) });
  expect(existsSync(place('other/postgres'))).toBe(false);

  const release = await lockFolder(place('other'));
  const copy = writePart('late.json', late);
  const running = {
    status: 1,
    stderr: expect.stringContaining(`A restore into ${place('other')} is running. Wait until it has finished.`),
  };
  expect(machine.run('restore', place('backup'))).toMatchObject(running);
  expect(machine.run('keys', 'merge', copy)).toMatchObject(running);
  release?.();
  expect(machine.run('verify').stderr).toContain(`A restore into ${place('other')} has not finished.`);

  const merged = machine.run('keys', 'merge', copy);
  expect(merged).toMatchObject({ status: 0, stdout: expect.stringContaining(`Added: ${late[0]}.`) });
  expect(merged.stdout).toContain('holds every master key that the database names');
  expect(machine.run('restore', place('backup'))).toMatchObject({ status: 0 });

  const restored = await openAppIn(place('other'));
  const stored = await restored.database.select().from(vaultKeys);
  expect(stored.map(({ vaultId }) => vaultId).sort()).toEqual([first.id, second.id].sort());
  for (const { wrappedKey, vaultId } of stored) await restored.services.masterKeys.unwrap(wrappedKey, vaultId);
  await restored.close();
});

test('a restore that was killed in its last steps is finished only with its own backup, and leaves nothing in the way of another one', {
  timeout: 120_000,
}, () => {
  const { run } = assemble(place('third'), { backup: place('backup'), journal: place('data/journal') });
  const inPlace = ['postgres', 'objects'].map((name) => place(`third/${name}`));
  const unfinished = place('third/restore.unfinished');
  const checked = path.join(unfinished, 'checked');
  const restore = (folder = place('backup')) => run('restore', folder);
  expect(restore()).toMatchObject({ status: 0 });

  mkdirSync(unfinished);
  writeFileSync(checked, place('backup'));
  for (const folder of inPlace) renameSync(folder, path.join(unfinished, path.basename(folder)));
  const stderr = expect.stringContaining(`The restore of ${place('backup')} into ${place('third')} has not finished.`);
  expect(restore(place('another'))).toMatchObject({ status: 1, stderr });
  expect(restore()).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('The interrupted restore is finished.'),
  });

  mkdirSync(unfinished);
  writeFileSync(checked, place('backup'));
  for (const folder of inPlace) renameSync(folder, `${folder}.old`);
  expect(restore()).toMatchObject({ status: 0, stdout: expect.stringContaining('The service now starts on hold') });
  expect(existsSync(unfinished)).toBe(false);
});
