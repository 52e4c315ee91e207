// Adding and retiring secrets: an interruption, concurrent runs or a changed file lose nothing; a retirement invalidates exactly what it
// announces.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countStatements } from '../../../testing/count-statements.ts';
import { atQuestions, type Owner, paidVault, recipientOf, releasedVault, signedIn } from '../../../testing/people.ts';
import { addPasskey, assertWith, place } from '../../../testing/soft-authenticator.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { waitForLocks } from '../../../testing/wait-for-locks.ts';
import { showRetirement, showRotation, showSecrets } from '../../commands/keys/secret-commands.ts';
import { codeAt } from '../../people/two-factor/totp.ts';
import { hasTwoFactor } from '../../people/two-factor/two-factor-store.ts';
import { installation } from '../../platform/database/schema.ts';
import { createJournal, type Journal } from '../../records/journal/journal.ts';
import { type JournalLine, personContext } from '../../records/journal/journal-chain.ts';
import { createJournalFolder } from '../../records/journal/journal-folder.ts';
import { openJournalKeys } from '../../records/journal/journal-keys.ts';
import { openRestoreHold } from '../../records/journal/restore-hold.ts';
import { startSchedule } from '../../schedule.ts';
import { insertSecret, lockInstallation, markRetired } from './installation-store.ts';
import { checkOf, createKeyring, nameOf } from './keyring.ts';
import { openMasterSecrets, secretsFileOf } from './master-secret.ts';
import { retireSecret, rotateSecret } from './rotate-secret.ts';
import { readSecretsFile, secretOf, writeSecretsFile } from './secrets-file.ts';

let app: TestApp;
let file: string;
beforeEach(async () => {
  app = await openTestApp();
  file = secretsFileOf(app.services.config);
});
afterEach(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const held = (): string[] => readSecretsFile(file) ?? [];
const names = () => held().map((secret) => nameOf(checkOf(secretOf(secret))));
const retire = (name = '') => showRetirement(app.services, name);
const start = async (given = app.services.config) =>
  (await openMasterSecrets({ database: app.database, clock: app.clock }, given))();
const verify = async (accessCode: string) =>
  (await app.caller().call(api.verifyExecutor, { body: { accessCode } })).statusCode;
const refusedStart = (message: RegExp) =>
  expect(start()).rejects.toThrow(
    expect.objectContaining({ name: 'StartRefused', message: expect.stringMatching(message) }),
  );

test('retiring a secret invalidates what was created with it and not renewed since, and nothing else', {
  tags: 'long',
}, async () => {
  const [used, unused] = [await paidVault(app, await newOwner()), await paidVault(app, await newOwner())];
  const released = await releasedVault(app, await newOwner());
  const recipient = await recipientOf(app, released);
  await app.sendLetters();
  const [first = ''] = names();
  await showRotation(app.services);
  await verify(used.code);
  app.clock.pass({ minutes: 61 });
  expect(await retire(first)).toMatch(/is retired/);
  expect(names()).not.toContain(first);
  // The running service notices it immediately, and so does the next start.
  expect([await verify(used.code), await verify(unused.code)]).toEqual([200, 403]);
  const { token } = released;
  expect(await recipient.refused(api.verifyAccess, { query: { token } })).toMatchObject({ code: 'link-not-found' });
  expect(await start()).toHaveLength(1);
  expect(await retire(first)).toMatch(/is retired/);
});

test('answers hashed with a retired secret count as wrong, and cause no fault', { tags: 'long' }, async () => {
  const owner = await newOwner();
  const released = await releasedVault(app, owner);
  await app.sendLetters();
  const [first = ''] = names();
  await showRotation(app.services);
  app.clock.pass({ minutes: 61 });
  const caller = await atQuestions(app, released); // moves the link
  await retire(first);
  const again = await atQuestions(app, released);
  const answers = [{ question: 'Where did we see the heron?', answer: 'At the mill pond' }];
  for (const browser of [caller, again]) {
    const answer = await browser.call(api.verifyAccessAnswers, { body: { token: released.token, answers } });
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  }
});

const codeOf = (secret: string) => ({ body: { code: codeAt(secret, app.clock.now()) } });

/** @returns the secret of the app */
async function turnOnTwoFactor(owner: Owner): Promise<string> {
  const { secret } = await owner.ask(api.beginTwoFactor);
  await owner.ask(api.confirmTwoFactor, codeOf(secret));
  app.clock.pass({ seconds: 60 }); // so that the app shows another code
  return secret;
}

test('a code of an authenticator app that a lost secret sealed counts as wrong, and causes no fault', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const secret = await turnOnTwoFactor(owner);
  const [first = ''] = names();
  await rotateSecret(app.services);
  await owner.ask(api.getUser);
  app.clock.pass({ minutes: 61 });
  await retireSecret(app.services, first);
  const password = 'a quiet house by the sea';
  await app.caller().ask(api.requestPasswordReset, { body: { email: owner.email } });
  const { link } = await app.lastLetter('password-reset', owner.email);
  await app.caller().ask(api.resetPassword, { body: { token: new URL(link).hash.slice(1), newPassword: password } });
  const browser = app.caller();
  await browser.refused(api.signIn, { body: { email: owner.email, password } });
  expect(await browser.refused(api.answerTwoFactor, codeOf(secret))).toMatchObject({ code: 'second-step-refused' });
});

test('a second step whose secret was lost can be turned off, and not on again', { tags: 'long' }, async () => {
  const owner = await newOwner();
  const passkey = await addPasskey(owner);
  await turnOnTwoFactor(owner);
  const [first = ''] = names();
  await rotateSecret(app.services);
  await owner.ask(api.getUser);
  app.clock.pass({ minutes: 61 });
  await retireSecret(app.services, first);
  const browser = app.caller();
  const { challenge } = await browser.ask(api.beginPasskeySignIn);
  await browser.ask(api.signInWithPasskey, { body: { answer: assertWith(passkey, { ...place, challenge }) as never } });
  await browser.ask(api.endTwoFactor);
  const { link } = await app.lastLetter('owner-change', owner.email);
  const body = { token: new URL(link).hash.slice(1), putBack: true };
  expect(await app.caller().refused(api.undoOwnerChange, { body })).toMatchObject({ code: 'change-link-expired' });
});

test('a second step that was turned off after a rotation is turned on again after the retirement', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  await turnOnTwoFactor(owner);
  const [first = ''] = names();
  await rotateSecret(app.services);
  await owner.ask(api.endTwoFactor);
  const { link } = await app.lastLetter('owner-change', owner.email);
  app.clock.pass({ minutes: 61 });
  await retireSecret(app.services, first);
  const body = { token: new URL(link).hash.slice(1), putBack: true };
  expect(await app.caller().ask(api.undoOwnerChange, { body })).toEqual({ isPutBack: true });
  expect(await hasTwoFactor(app.database, owner.id)).toBe(true);
});

test('a service that nobody uses also notices a rotation before the previous secret is retired', {
  tags: 'long',
}, async () => {
  const [first = ''] = names();
  const added = await rotateSecret(app.services);
  const schedule = startSchedule(app.services);
  await schedule.runAll();
  await schedule.stop();
  app.clock.pass({ minutes: 61 });
  await retireSecret(app.services, first);
  expect(app.services.keyring.label()).toBe(`${added}.`);
});

test('the current secret, an unknown one and one from the last hour cannot be retired', { tags: 'long' }, async () => {
  const [first = ''] = names();
  await expect(retire(first)).rejects.toThrow('is the current one');
  await expect(retire('00000000')).rejects.toThrow('No secret has this name');
  await showRotation(app.services);
  app.clock.pass({ minutes: 59 });
  await expect(retire(first)).rejects.toThrow('less than an hour ago');
  expect(names()).toHaveLength(2);
  expect(await showSecrets(app.services)).toMatch(new RegExp(`^${first}  since .*\n${names()[0]}  current  since`));
  app.clock.pass({ minutes: 1 });
  expect(await retire(first)).toMatch(/is retired/);
  expect(await showSecrets(app.services)).toMatch(new RegExp(`^${names()[0]}  current  since [-0-9]+$`));
  await expect(retire('00000000')).rejects.toThrow('No secret has this name');
});

test('if the file is missing or contains no secret of this database, nothing is rotated or retired', async () => {
  const [first = ''] = names();
  await rotateSecret(app.services);
  app.clock.pass({ minutes: 61 });
  await writeSecretsFile(file, ['c'.repeat(43)]);
  expect(await retireSecret(app.services, first)).toBe('too-soon');
  rmSync(file);
  await expect(rotateSecret(app.services)).rejects.toThrow(`${file} is missing`);
  expect(await retireSecret(app.services, first)).toBe('too-soon');
  expect(await app.database.select().from(installation)).toHaveLength(2);
});

test('if SECRET is set, the secrets file has no effect', { tags: 'long' }, async () => {
  const secret = 's'.repeat(44);
  const config = { ...app.services.config, secret, otherSecrets: [] };
  await app.database.delete(installation);
  const secrets = await openMasterSecrets({ database: app.database, clock: app.clock }, config);
  await writeSecretsFile(file, ['n'.repeat(43), Buffer.from(secret).toString('base64url')]);
  await nextTurn();
  expect(secrets().map((held) => held.secret.toString())).toEqual([secret]);
});

test('a retirement does not change the file if the setting contains the secrets', async () => {
  const [first = ''] = names();
  const secret = 's'.repeat(44);
  const services = { ...app.services, config: { ...app.services.config, secret } };
  await app.database.transaction((tx) => insertSecret(tx, checkOf(Buffer.from(secret)), app.clock.now()));
  app.clock.pass({ minutes: 61 });
  expect(await retireSecret(services, first)).toBe('retired');
  expect(names()).toEqual([first]);
});

test('with one secret, looking up an unknown value costs one query', { tags: 'long' }, async () => {
  const statements = await countStatements(() => app.caller().call(api.verifyAccess, { query: { token: 'x' } }));
  // The other compares the database with what this process knows (decision 169).
  expect(statements.filter((text) => !text.includes('pg_postmaster_start_time()'))).toHaveLength(1);
});

test('a journal written before a retirement can be read completely after it, and starts no hold', {
  tags: 'long',
}, async () => {
  const [first = ''] = names();
  await releasedVault(app, await newOwner());
  await app.services.writeJournal();
  const { journalFile } = app.services;
  const readAll = async (file: Journal) => {
    const lines: JournalLine[] = [];
    const findings = await file.read((batch) => void lines.push(...batch.lines));
    return { lines, findings };
  };
  const before = await readAll(journalFile);
  await showRotation(app.services);
  app.clock.pass({ minutes: 61 });
  await retire(first);
  const [newest] = await start();
  const keyring = createKeyring(() => (newest ? [newest] : []));
  const alone = createJournal(
    createJournalFolder(journalFile.place),
    await openJournalKeys({ database: app.database, keyring }),
  );
  expect(await readAll(alone)).toEqual({ ...before, findings: [] });
  const sealed = before.lines.filter(({ person }) => person);
  expect(sealed).not.toEqual([]);
  for (const { kind, id, person = '' } of sealed)
    expect(alone.keys.open(personContext(kind, id), person)).toMatch(/^\{/);
  expect(await (await openRestoreHold({ ...app.services, journalFile: alone })).isOn()).toBe(false);
});

test('a rotation that was interrupted at any step is continued by the next one, and no start is refused', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  const [first = ''] = held();
  // Interrupted after the file had the secret, and before the database did.
  await writeSecretsFile(file, [first, 'a'.repeat(43)]);
  expect((await start()).map(({ label }) => label.length)).toEqual([0, 9]);
  expect(await app.database.select().from(installation)).toHaveLength(1);
  await rotateSecret(app.services);
  expect(held().slice(1)).toEqual([first, 'a'.repeat(43)]);
  expect(await start()).toHaveLength(3);
  expect(await verify(vault.code)).toBe(200);
  // Interrupted after the retirement was recorded, and before the file was written.
  app.clock.pass({ minutes: 61 });
  await app.database.transaction((tx) => markRetired(tx, checkOf(secretOf(first)), app.clock.now()));
  expect((await start()).some(({ secret }) => secret.equals(secretOf(first)))).toBe(false);
  expect(await retire(nameOf(checkOf(secretOf(first))))).toMatch(/is retired/);
  expect(held()).not.toContain(first);
});

test("concurrent rotations never lose each other's secret", async () => {
  const [first = ''] = held();
  const added = await Promise.all([1, 2, 3].map(() => rotateSecret(app.services)));
  expect(new Set(names())).toEqual(new Set([...added, nameOf(checkOf(secretOf(first)))]));
  expect(await app.database.select().from(installation)).toHaveLength(4);
  expect(await start()).toHaveLength(4);
});

test('a rotation waits for a start or a rotation that has not finished', { tags: 'long' }, async () => {
  const before = held();
  const { rotation } = await app.database.transaction(async (tx) => {
    await lockInstallation(tx);
    const rotation = rotateSecret(app.services);
    await waitForLocks(app.database, 1);
    expect(held()).toEqual(before);
    return { rotation };
  });
  const added = await rotation;
  expect(names()[0]).toBe(added);
});

test('a start that lacks a secret of this database, or whose first secret is retired, is refused', {
  tags: 'long',
}, async () => {
  const [first = ''] = held();
  await showRotation(app.services);
  const both = readFileSync(file);
  await writeSecretsFile(file, [first]);
  await refusedStart(/lacks the secret [0-9a-f]{8}, and without it .* restore the complete file/);
  await writeSecretsFile(file, [held()[0] ?? '', 'b'.repeat(43)]);
  await refusedStart(/lacks the secret/);
  writeFileSync(file, both);
  app.clock.pass({ minutes: 61 });
  await retire(nameOf(checkOf(secretOf(first))));
  await writeSecretsFile(file, [first, ...held()]);
  await refusedStart(/starts with a retired secret/);
});

test('a running service uses a changed file, and keeps its secrets if the file is gone, damaged or foreign', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const { keyring } = app.services;
  const before = keyring.digest('link-token', 'x');
  await showRotation(app.services);
  expect(keyring.digests('link-token', 'x')).toEqual([expect.not.stringMatching(before), before]);
  const [good, now] = [readFileSync(file), keyring.digests('link-token', 'x')];
  for (const bad of ['', '{"secrets":[]}', JSON.stringify({ secrets: ['z'.repeat(43)] })]) {
    writeFileSync(file, bad);
    await nextTurn();
    expect(keyring.digests('link-token', 'x')).toEqual(now);
  }
  rmSync(file);
  expect((await owner.ask(api.getUser)).id).toBe(owner.id);
  expect(keyring.digests('link-token', 'x')).toEqual(now);
  writeFileSync(file, good);
  expect(await start()).toHaveLength(2);
});
