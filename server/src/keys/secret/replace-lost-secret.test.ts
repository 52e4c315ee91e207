// Which secrets count as lost, and what replacing them leaves. server/tests/lost-secret.long.test.ts has the operator's steps.
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { resealJournalKeys } from '../../records/journal/journal-keys.ts';
import { listSecrets, readInstallation, readMark } from './installation-store.ts';
import { checkOf, nameOf } from './keyring.ts';
import { openMasterSecrets, secretsFileOf } from './master-secret.ts';
import { listLostSecrets, replaceLostSecret } from './replace-lost-secret.ts';
import { retireSecret, rotateSecret } from './rotate-secret.ts';
import { readSecretsFile, secretOf, writeSecretsFile } from './secrets-file.ts';

let app: TestApp;
let file: string;
beforeEach(async () => {
  app = await openTestApp();
  file = secretsFileOf(app.services.config);
});
afterEach(() => app.close());

const held = () => readSecretsFile(file) ?? [];
const names = () => held().map((secret) => nameOf(checkOf(secretOf(secret))));
const live = async () =>
  (await listSecrets(app.database)).filter(({ retiredAt }) => !retiredAt).map((one) => nameOf(one.secretCheck));
const start = () => openMasterSecrets({ database: app.database, clock: app.clock }, app.services.config);

test('with the file lost, a new secret takes the place of all, and the installation keeps its mark', {
  tags: 'long',
}, async () => {
  const mark = await readMark(app.database);
  const [first = ''] = names();
  expect(await listLostSecrets(app.services)).toEqual([]);
  rmSync(file);
  expect(await listLostSecrets(app.services)).toEqual([first]);
  await expect(start()).rejects.toThrow('is missing');
  await replaceLostSecret(app.services);
  await replaceLostSecret(app.services); // after an interruption
  expect(await live()).toEqual(names());
  expect(names()).not.toContain(first);
  expect(await readMark(app.database)).toBe(mark);
  expect(await readInstallation(app.database)).toMatchObject({ publicKey: null, sealedSeed: null });
  await expect(start()).resolves.toBeDefined();
});

test('with an earlier file, only the newer secret is retired, and the journal keys end if they were sealed under it', {
  tags: 'long',
}, async () => {
  const earlier = held();
  const newer = await rotateSecret(app.services);
  const { publicKey } = await readInstallation(app.database);
  await writeSecretsFile(file, earlier);
  expect(await listLostSecrets(app.services)).toEqual([newer]);
  expect(await replaceLostSecret(app.services)).toEqual({ needsNewJournal: false });
  expect(await live()).toEqual(names());
  expect((await readInstallation(app.database)).publicKey).toBe(publicKey);
  await rotateSecret(app.services);
  await resealJournalKeys(app.services);
  await writeSecretsFile(file, earlier);
  expect(await replaceLostSecret(app.services)).toEqual({ needsNewJournal: true });
  expect((await readInstallation(app.database)).publicKey).toBeNull();
});

test('a retired secret is not accepted as the current one, and nothing is changed', { tags: 'long' }, async () => {
  const earlier = held();
  await rotateSecret(app.services);
  app.clock.pass({ minutes: 61 });
  await retireSecret(app.services, nameOf(checkOf(secretOf(earlier[0] ?? ''))));
  const before = await live();
  await writeSecretsFile(file, earlier);
  await expect(replaceLostSecret(app.services)).rejects.toThrow('The current secret was retired.');
  await expect(listLostSecrets(app.services)).rejects.toThrow('The current secret was retired.');
  expect(await live()).toEqual(before);
});
