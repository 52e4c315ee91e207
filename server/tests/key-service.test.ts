// The product with its master keys in a key service, and while that service is unavailable: nothing is lost, half written or reported as
// damaged, and operations that need no key continue.
import { api } from '@remembrance/contract/api.ts';
import { ada, another, questions, rosa, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { isNotNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTransitKeys } from '../src/keys/master/transit-keys.ts';
import { healthParts } from '../src/operations/health/health-parts.ts';
import { checkKeys } from '../src/operations/restore/restored-database.ts';
import { accessGuesses, executors, letters, vaultFiles, vaultKeys, vaults } from '../src/platform/database/schema.ts';
import { verifyTexts } from '../src/vaults/vault-verification.ts';
import {
  addFile,
  atQuestions,
  draftVault,
  type Owner,
  paidVault,
  pay,
  put,
  recipientOf,
  release,
  releasedVault,
  signedIn,
} from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { openTransitServer, sealed, type TransitServer } from '../testing/transit-server.ts';

let transit: TransitServer;
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  transit = await openTransitServer(['vaults']);
  const settings = { TRANSIT_URL: transit.url, TRANSIT_KEYS: 'vaults', TRANSIT_TOKEN: transit.token };
  app = await openTestApp({ ...settings, LOG_LEVEL: 'warn' });
  owner = await signedIn(app, ada);
});
afterAll(async () => {
  await app.close();
  await transit.close();
});
afterEach(() => {
  transit.fault = null;
});

const song = { name: 'song.mp3', type: 'audio/mpeg', bytes: Buffer.from('la la') };
const away = { status: 503, code: 'keys-unavailable' };
const keysProblem = () => {
  const probing = { ...app.services, masterKeys: createTransitKeys({ ...transit, keys: ['vaults'] }) };
  return healthParts(probing)
    .find(({ name }) => name === 'keys')
    ?.findProblem();
};

test('with a key service there is no key file, and owner and recipient can read the vault', {
  tags: 'long',
}, async () => {
  const vault = await paidVault(app, owner, { planType: 'basic_subscription' });
  await addFile(owner, vault.id, song);
  expect(app.services.keyFile.isThere()).toBe(false);
  const names = await app.database.selectDistinct({ name: vaultKeys.masterKey }).from(vaultKeys);
  expect(names).toEqual([{ name: 'transit:vaults:v1' }]);
  expect(await owner.ask(api.getVault, { params: { id: vault.id } })).toMatchObject({ message: vaultForm().message });
  const { content } = await recipientOf(app, await release(app, vault));
  expect(content).toMatchObject({ vault: { message: vaultForm().message }, files: [{ fileName: song.name }] });
  expect(await keysProblem()).toBeNull();
});

test('RING-6: while the service is unavailable an owner is asked to come back, and nothing is half written', async () => {
  const person = await signedIn(app, another(ada, 1));
  const vault = await draftVault(person);
  const { id } = await addFile(person, vault.id, song);
  const body = { fileName: song.name, mimeType: song.type, fileType: 'music' as const };
  const { uploadUrl } = await person.ask(api.requestUpload, { params: { id: vault.id }, body });
  const rows = async () => [
    await app.database.select().from(vaults),
    await app.database.select().from(vaultKeys),
    await app.database.select().from(vaultFiles),
    await app.database.select().from(executors),
  ];
  const before = await rows();
  const [executor] = await person.ask(api.listExecutors, { params: { id: vault.id } });
  const toExecutor = { params: { id: vault.id, executorId: executor?.id ?? '' } };
  transit.fault = () => sealed;
  const params = { id: vault.id };
  for (const answer of [
    await person.call(api.getVault, { params }),
    await person.call(api.listFiles, { params }),
    await person.call(api.requestUpload, { params, body }),
    await person.call(api.editVault, { params, body: { message: 'another' } }),
    await person.call(api.createVault, { body: vaultForm() }),
    await person.call(api.addExecutor, { params, body: { name: 'Emil', email: 'emil@example.com' } }),
    await person.call(api.reissueCode, toExecutor),
    await person.call(api.correctExecutor, { ...toExecutor, body: { name: 'Emil', email: 'emil@example.com' } }),
    await put(person, uploadUrl, song.bytes),
  ]) {
    expect(answer.json()).toMatchObject(away);
    expect(answer.headers['retry-after']).toBe('5');
  }
  expect(await rows()).toEqual(before);
  expect(await person.ask(api.listVaults)).toHaveLength(1);
  await expect(keysProblem()).rejects.toThrow('it answered 503');
  await expect(verifyTexts(app.services)).rejects.toThrow('it answered 503');
  expect(app.logLines.join()).toContain('the key service did not answer');
  expect(app.logLines.join()).not.toContain(transit.token);
  transit.fault = null;
  expect(await person.ask(api.getVault, { params })).toMatchObject({ message: vaultForm().message });
  expect((await put(person, uploadUrl, song.bytes)).statusCode).toBe(204);
  expect((await person.ask(api.listFiles, { params })).map((file) => file.id)).toContain(id);
  expect(await keysProblem()).toBeNull();
});

test('RING-6: while it is unavailable a vault is still released, its recipient waits without losing a guess, and no file is reported as damaged', async () => {
  const person = await signedIn(app, another(ada, 2));
  const vault = await paidVault(app, person, { planType: 'basic_subscription' });
  await addFile(person, vault.id, song);
  const other = await recipientOf(app, await releasedVault(app, await signedIn(app, another(ada, 3))));
  transit.fault = () => 'lost';
  const released = await release(app, vault);
  const recipient = await atQuestions(app, released).catch(() => null);
  expect(recipient).toBeNull();
  const browser = app.caller();
  const { token } = released;
  expect(await browser.refused(api.verifyAccessEmail, { body: { token, email: rosa.email } })).toMatchObject(away);
  transit.fault = null;
  const asked = await atQuestions(app, released);
  transit.fault = () => 'lost';
  expect(await asked.refused(api.verifyAccessAnswers, { body: { token, answers: questions } })).toMatchObject(away);
  expect((await app.database.select().from(accessGuesses)).filter(({ wrongInAll }) => wrongInAll > 0)).toEqual([]);
  transit.fault = null;
  const { content } = await recipientOf(app, released);
  const url = content.files?.[0]?.downloadUrl ?? '';
  transit.fault = () => 'lost';
  expect((await other.send({ method: 'GET', url })).json()).toMatchObject(away);
  const everything = other.send({ method: 'GET', url: content.everythingUrl ?? '' });
  expect((await everything.catch(() => ({ statusCode: 0 }))).statusCode).not.toBe(200);
  transit.fault = null;
  expect((await other.send({ method: 'GET', url })).rawPayload.toString()).toBe('la la');
  const files = await app.database.select().from(vaultFiles);
  expect(files.filter(({ damagedAt }) => damagedAt)).toEqual([]);
});

test('RING-6: while it is unavailable a vault is activated, its code letter waits without using a try, and all other letters are sent', async () => {
  await app.sendLetters();
  const person = await signedIn(app, another(ada, 4));
  const draft = await draftVault(person);
  transit.fault = () => sealed;
  await pay(app, person, draft);
  await app.sendLetters();
  const waiting = await app.database.select().from(letters).where(isNotNull(letters.facts));
  expect(waiting).toMatchObject([{ kind: 'executor-code', vaultId: draft.id, status: 'queued', attempts: 0 }]);
  transit.fault = null;
  app.clock.pass({ seconds: 15 });
  expect(await app.sendLetters()).toBe(1);
});

test('RING-6: a start succeeds while the service is unavailable, and health reports the problem', async () => {
  const settings = { TRANSIT_URL: 'http://127.0.0.1:9/v1/transit', TRANSIT_KEYS: 'vaults', TRANSIT_TOKEN: 'any' };
  const alone = await openTestApp({ ...settings, LOG_LEVEL: 'silent' });
  try {
    const person = await signedIn(alone, ada);
    expect(await person.refused(api.createVault, { body: vaultForm() })).toMatchObject(away);
    expect(await alone.database.$count(vaults)).toBe(0);
    const { failing } = await alone.caller().refused(api.readiness);
    expect(failing).toEqual([
      {
        part: 'keys',
        problem: 'It fails with an error; see the log of the service.',
        since: expect.any(String),
      },
    ]);
  } finally {
    await alone.close();
  }
});

test('RING-6: a restored database whose key service is unavailable is not reported as having other keys', async () => {
  const { config } = app.services;
  const check = () => checkKeys(app, config, app.clock).catch((error) => error);
  transit.fault = () => 'lost';
  expect(await check()).toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(
      /^the transit engine cannot be used now: 127\.0\.0\.1:\d+ cannot be reached \(UND_ERR_SOCKET\); try again later\.$/,
    ),
  });
  transit.fault = null;
  expect(await check()).toMatchObject({ publicKey: app.services.journalFile.keys.publicKey });
});
