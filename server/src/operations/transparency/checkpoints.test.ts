// Checkpoints are made daily, signed and public, and later changes to what they cover are found.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { query } from '../../../testing/postgres-user.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { journalHead } from '../../platform/database/schema.ts';
import { newKey } from '../../platform/lib/ids.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { composeBatch, type Entry } from '../../records/journal/journal-chain.ts';
import { keysFrom } from '../../records/journal/journal-keys.ts';
import { type Checkpoint, signCheckpoint } from './checkpoint-rules.ts';
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
    recordAct(
      app.services,
      tx,
      ...vaultIds.map((vaultId) => ({ vaultId, actor: 'owner', event: 'file-added' }) as const),
    ),
  );
/** Anyone with the service's connection can do this. */
const insertForged = (checkpoint: Checkpoint) =>
  app.database.transaction((tx) =>
    recordAct({ clock: { ...app.clock, now: () => new Date(checkpoint.at) } }, tx, {
      actor: 'service',
      event: 'checkpoint',
      detail: { ...checkpoint },
    }),
  );
async function aDayLater(): Promise<void> {
  app.clock.pass({ days: 1 });
  await makeCheckpoint(app.services);
}
const findings = async () => (await verifyCheckpoints(app.services)).findings;
const listed = async () => (await app.caller().ask(api.listCheckpoints)).checkpoints;
const notices = async () =>
  (await app.lettersTo('op@keep.example')).filter(({ kind }) => kind === 'operator-notice').length;
const lineAt = (position: number) => {
  const { place: folder } = app.services.journalFile;
  const text = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
  return text.join('').split('\n')[position - 1] ?? '';
};

test('a checkpoint is created once a day, even by three concurrent processes, and anyone can read it', {
  tags: 'long',
}, async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await write(one, one, other);
  await Promise.all([1, 2, 3].map(() => makeCheckpoint(app.services)));
  app.clock.pass({ seconds: 60 });
  await makeCheckpoint(app.services);
  expect(await listed()).toMatchObject([{ position: 4, vaults: 2 }]);
  await write(one, randomUUID());
  await aDayLater();
  await aDayLater();
  const checkpoints = await listed();
  expect(checkpoints.map(({ vaults }) => vaults)).toEqual([3, 3, 2]);
  const positions = checkpoints.map(({ position }) => position);
  expect(positions).toEqual(positions.toSorted((a, b) => b - a));
  const [newest] = positions;
  const earlier = await app.caller().ask(api.listCheckpoints, { query: { before: newest } });
  expect(earlier).toEqual({ checkpoints: checkpoints.slice(1), next: null });
  expect(await findings()).toEqual([]);
  expect(await notices()).toBe(0);
});

test('CHAIN-12: anyone can check a checkpoint with openssl, using the steps on its page, and its digest with a copy of the journal', async () => {
  await write(randomUUID());
  await makeCheckpoint(app.services);
  const [checkpoint] = await listed();
  const { text = '', publicKey = '', signature = '', digest, position = 0, at } = checkpoint ?? {};
  expect(text).toBe(
    `Remembrance checkpoint\nposition: ${position}\ndigest: ${digest}\nvaults: 1\ndate: ${at}\npublic key: ${publicKey}\n`,
  );
  const folder = makeTestFolder();
  const run = (command: string) =>
    execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  writeFileSync(path.join(folder, 'text'), text);
  writeFileSync(path.join(folder, 'signature'), Buffer.from(signature, 'base64'));
  writeFileSync(path.join(folder, 'key'), Buffer.from(publicKey, 'base64'));
  const page = readFileSync(path.join(import.meta.dirname, '../../../../web/src/site/transparency-page.tsx'), 'utf8');
  const step = /'(openssl [^']+)'/.exec(page)?.[1] ?? '';
  expect(run(step)).toContain('Signature Verified Successfully');
  writeFileSync(path.join(folder, 'text'), text.replace('vaults: 1', 'vaults: 2'));
  expect(() => run(step)).toThrow();
  writeFileSync(path.join(folder, 'line'), lineAt(position));
  expect(run('sha256sum line')).toContain(digest);
});

test.each([
  ['its number of vaults was changed', `'{vaults}', '7'`, 'the signature of the checkpoint of'],
  ['its digest was changed', `'{digest}', '"${'a'.repeat(64)}"'`, 'the signature of the checkpoint of'],
  ['its key is none', `'{publicKey}', '"none"'`, 'is signed with a key that is not this installation’s'],
  ['it states no position', `'{position}', '"x"'`, 'a checkpoint cannot be read'],
])('the verification reports a checkpoint if %s, and it is not shown', async (_, change, words) => {
  await write(randomUUID());
  await makeCheckpoint(app.services);
  expect(await findings()).toEqual([]);
  const update = `update acts set detail = jsonb_set(detail, ${change}) where event = 'checkpoint'`;
  await query(app.ownerConnection ?? {}, `set session_replication_role = 'replica'; ${update}`);
  expect((await findings()).join('\n')).toContain(words);
  expect(await listed()).toEqual([]);
});

test('CHAIN-13: if acts and journal were rewritten together, even with our key, the checkpoint that covers them detects it', async () => {
  await write(randomUUID());
  await makeCheckpoint(app.services);
  const [first] = await listed();
  await query(
    app.ownerConnection ?? {},
    `set session_replication_role = 'replica'; update acts set event = 'link-sent' where vault_id is not null`,
  );
  const { keys, place: folder, read } = app.services.journalFile;
  const entries: Entry[] = [];
  await read(({ lines }) => {
    for (const { kind, id, facts } of lines) entries.push({ kind, id, facts: { ...facts, event: 'link-sent' } });
  });
  const at = app.clock.now().toISOString();
  const again = composeBatch(keys, null, { entries, at, changeIds: [] });
  const [name = ''] = readdirSync(folder);
  writeFileSync(path.join(folder, name), again.text);
  await app.database.update(journalHead).set({ position: again.head.position, digest: again.head.digest });
  expect(await findings()).toEqual([`the checkpoint of ${first?.at} names another line 2 than the journal has`]);
  await aDayLater();
  expect(await notices()).toBe(1);
});

test('a checkpoint that somebody adds under the service’s role with another key never blocks ours, whatever its date, and is detected', {
  tags: 'long',
}, async () => {
  await write(randomUUID());
  await makeCheckpoint(app.services);
  const [first] = await listed();
  const stranger = keysFrom(newKey());
  const facts = { position: 2, digest: first?.digest ?? '', vaults: 1, at: '2099-01-01T00:00:00.000Z' };
  await insertForged(signCheckpoint(stranger, facts));
  for (let n = 0; n < 120; n += 1)
    await insertForged({ ...signCheckpoint(stranger, facts), publicKey: first?.publicKey ?? '' });
  await write(randomUUID());
  await aDayLater();
  expect(await listed()).toMatchObject([
    { vaults: 2, publicKey: first?.publicKey },
    { vaults: 1, publicKey: first?.publicKey },
  ]);
  const found = await findings();
  expect(found).toHaveLength(121);
  expect(found).toContain(
    'the checkpoint of 2099-01-01T00:00:00.000Z is signed with a key that is not this installation’s',
  );
  expect(found).toContain('the signature of the checkpoint of 2099-01-01T00:00:00.000Z is wrong');
  expect(await notices()).toBe(1);
});

test("a date in the future, or before the previous checkpoint's, is refused", { tags: 'long' }, async () => {
  await write(randomUUID());
  await makeCheckpoint(app.services);
  const { keys } = app.services.journalFile;
  const head = await app.services.journalFile.readLast();
  const facts = { position: head?.position ?? 0, digest: head?.digest ?? '', vaults: 1 };
  app.clock.pass({ days: 1 });
  await insertForged(signCheckpoint(keys, { ...facts, at: '2099-01-01T00:00:00.000Z' }));
  expect(await findings()).toEqual(['the checkpoint of 2099-01-01T00:00:00.000Z is dated in the future']);
  await makeCheckpoint(app.services);
  expect(await listed()).toHaveLength(2);
  await app.database.transaction((tx) =>
    recordAct(app.services, tx, {
      actor: 'service',
      event: 'checkpoint',
      detail: signCheckpoint(keys, { ...facts, at: '2020-01-01T00:00:00.000Z' }),
    }),
  );
  expect(await findings()).toContain('the checkpoint of 2020-01-01T00:00:00.000Z is dated before the previous one');
});
