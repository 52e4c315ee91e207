// Checkpoints: one a day, signed, kept in the file and shown to anyone; and what somebody changes in what they cover is found.
import { createPublicKey, generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { query } from '../../testing/postgres-user.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { verifyChains } from '../audit/verify-chains.ts';
import { createRoot, signCheckpoint } from './checkpoint-rules.ts';
import { insertCheckpoint } from './checkpoint-store.ts';
import { makeCheckpoint } from './make-checkpoint.ts';
import { verifyCheckpoints } from './verify-checkpoints.ts';

let app: TestApp;
const opened: TestApp[] = [];
beforeEach(async () => {
  app = await openTestApp({ OPERATOR_EMAIL: 'op@keep.example' });
  opened.push(app);
});
afterAll(async () => {
  for (const one of opened) await one.close();
});

const write = (...vaultIds: string[]) =>
  app.database.transaction((tx) =>
    recordAudit(
      app.services,
      tx,
      ...vaultIds.map((vaultId) => ({ vaultId, actor: 'owner', event: 'file-added' }) as const),
    ),
  );
async function aDayLater(): Promise<void> {
  app.clock.pass({ days: 1 });
  await makeCheckpoint(app.services);
}
const findings = async () => (await verifyCheckpoints(app.services)).findings;
const chainFindings = async () => (await verifyChains(app.database)).broken;
const fileOf = (name: string) => path.join(app.services.config.dataDirectory, name);
const lines = () => readFileSync(fileOf('checkpoints.jsonl'), 'utf8').trimEnd().split('\n');
const listed = async () => (await app.caller().ask(api.listCheckpoints)).checkpoints;
const notices = async () =>
  (await app.lettersTo('op@keep.example')).filter(({ kind }) => kind === 'operator-notice').length;
/** As somebody with the rights of the tables' owner, who switches the triggers off. */
const tamper = (statement: string) =>
  query(
    app.ownerConnection ?? {},
    `set session_replication_role = 'replica'; ${statement}; set session_replication_role = 'origin'`,
  );

test('CHAIN-11: a checkpoint is made once a day, also by three processes at once, and stands in the file and for anyone to read', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await write(one, one, other);
  await Promise.all([1, 2, 3].map(() => makeCheckpoint(app.services)));
  app.clock.pass({ seconds: 60 });
  await makeCheckpoint(app.services);
  expect(await listed()).toMatchObject([{ number: 1, vaults: 2 }]);
  await write(one, randomUUID());
  await aDayLater();
  await aDayLater();
  const checkpoints = await listed();
  expect(checkpoints.map(({ number, vaults }) => [number, vaults])).toEqual([
    [3, 3],
    [2, 3],
    [1, 2],
  ]);
  expect(new Set(checkpoints.map(({ root }) => root)).size).toBe(3);
  expect(lines().map((line) => JSON.parse(line).root)).toEqual(checkpoints.map(({ root }) => root).reverse());
  expect(await findings()).toEqual([]);
  expect(await notices()).toBe(0);
});

test('CHAIN-12: anyone can check the signature of a checkpoint by the text and the key it names', async () => {
  await write(randomUUID());
  await makeCheckpoint(app.services);
  const [checkpoint] = await listed();
  const { text = '', publicKey = '', signature = '', root, at } = checkpoint ?? {};
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  expect(text).toBe(`Remembrance checkpoint\nnumber: 1\nat: ${at}\nvaults: 1\nroot: ${root}\n`);
  expect(verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))).toBe(true);
  expect(verify(null, Buffer.from(text.replace('1', '2')), key, Buffer.from(signature, 'base64'))).toBe(false);
});

test('CHAIN-13: a line at the end that was taken out with its link is found by the checkpoint that covers it, and the operator is notified', async () => {
  const [vaultId, other] = [randomUUID(), randomUUID()];
  await write(vaultId, vaultId, vaultId, other);
  await makeCheckpoint(app.services);
  await tamper(`delete from audit_lines where id in (select line_id from audit_chain where vault_id = '${vaultId}' and number = 3);
    delete from audit_chain where vault_id = '${vaultId}' and number = 3`);
  expect(await chainFindings()).toEqual([]);
  expect(await findings()).toEqual([`line 3 of vault ${vaultId} is gone or another than when checkpoint 1 was made`]);
  await aDayLater();
  expect(await notices()).toBe(1);
});

/** A chain that was written again from its second line on, so that it agrees with itself. */
const rewritten = (vaultId: string) => `update audit_lines set event = 'link-sent'
    where id = (select line_id from audit_chain where vault_id = '${vaultId}' and number = 2);
  create temp table again as select a.* from audit_chain c join audit_lines a on a.id = c.line_id
    where c.vault_id = '${vaultId}' and c.number > 1 order by c.number;
  delete from audit_chain where vault_id = '${vaultId}' and number > 1;
  select chain_line(l) from audit_lines l join again g on g.id = l.id order by l.id`;

test.each([
  ['a chain that was written again', rewritten, 'is gone or another than when checkpoint 1'],
  [
    'a covered head that was changed with it',
    (id: string) => `${rewritten(id)}; update checkpoint_heads h set hash = c.hash from audit_chain c
      where c.vault_id = h.vault_id and c.number = h.number`,
    'checkpoint 1 does not agree with the heads',
  ],
  [
    'a head that was taken out',
    (id: string) => `delete from checkpoint_heads where vault_id = '${id}'`,
    'checkpoint 1 does not',
  ],
  ['a changed root', () => `update checkpoints set root = repeat('a', 64)`, 'the signature of checkpoint 1 is wrong'],
  ['a changed count', () => 'update checkpoints set vaults = 7', 'the signature of checkpoint 1 is wrong'],
  ['a key that is none', () => `update checkpoints set public_key = 'none'`, 'the signature of checkpoint 1 is wrong'],
  [
    'the checkpoints and heads taken out of the database',
    () => 'delete from checkpoints; delete from checkpoint_heads',
    'checkpoints.jsonl has the checkpoints 1 to 1, which the database lacks',
  ],
])('CHAIN-14: %s is found', async (_, change, words) => {
  const vaultId = randomUUID();
  await write(vaultId, vaultId, vaultId);
  await makeCheckpoint(app.services);
  expect(await findings()).toEqual([]);
  await tamper(change(vaultId));
  expect((await findings()).join('\n')).toContain(words);
});

test('CHAIN-15: checkpoints that were all made again with another key differ from the file, which stays as it is', async () => {
  await write(randomUUID());
  await makeCheckpoint(app.services);
  const [before] = lines();
  await tamper('delete from checkpoints; delete from checkpoint_heads');
  rmSync(fileOf('checkpoint-key.pem'));
  await makeCheckpoint(app.services);
  expect(await findings()).toEqual(['checkpoint 1 is another in the database than in checkpoints.jsonl']);
  expect(lines()).toEqual([before]);
  expect(await notices()).toBe(1);
});

test('CHAIN-16: a file that lacks the newest, as after a kill, is completed by the next run', async () => {
  await write(randomUUID());
  await makeCheckpoint(app.services);
  await aDayLater();
  const whole = readFileSync(fileOf('checkpoints.jsonl'), 'utf8');
  writeFileSync(fileOf('checkpoints.jsonl'), whole.slice(0, whole.indexOf('\n') + 1));
  expect(await findings()).toEqual([]);
  await makeCheckpoint(app.services);
  expect(readFileSync(fileOf('checkpoints.jsonl'), 'utf8')).toBe(whole);
});

test('CHAIN-17: a lost key is replaced, and the checkpoints before still agree; a damaged one is never replaced', async () => {
  await write(randomUUID());
  await makeCheckpoint(app.services);
  rmSync(fileOf('checkpoint-key.pem'));
  await aDayLater();
  const [second, first] = await listed();
  expect(second?.publicKey).not.toBe(first?.publicKey);
  expect(await findings()).toEqual([]);
  writeFileSync(fileOf('checkpoint-key.pem'), 'half a key');
  await expect(aDayLater()).rejects.toThrow('holds no whole Ed25519 key');
  expect(await listed()).toHaveLength(2);
});

test('CHAIN-18: a checkpoint that the service’s own role adds with another key stops none, whatever its date, and is found', async () => {
  await write(randomUUID());
  await makeCheckpoint(app.services);
  const [first] = await listed();
  const stranger = generateKeyPairSync('ed25519').privateKey;
  const { number, root } = { number: 2, root: createRoot(first?.root ?? '').hex() };
  const ahead = signCheckpoint(stranger, { number, at: new Date('2099-01-01'), vaults: 1, root });
  await app.database.transaction((tx) => insertCheckpoint(tx, ahead));
  await write(randomUUID());
  await aDayLater();
  expect(await listed()).toMatchObject([
    { number: 3, vaults: 2, publicKey: first?.publicKey },
    { number: 2, publicKey: ahead.publicKey },
    { number: 1, vaults: 1 },
  ]);
  expect(await findings()).toEqual(['checkpoint 2 is signed with a key that is not this installation’s']);
  expect(await notices()).toBe(1);
});
