// A letter's secrets are derived when it is sent: a retry is the same letter, and it is never sent with a code that no longer works.
import { api } from '@remembrance/contract/api.ts';
import { ada, another, edda } from '@remembrance/contract/testing/cast.ts';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { sendLetter } from '../../../testing/letter-harness.ts';
import { type Owner, type PaidVault, paidVault, signedIn } from '../../../testing/people.ts';
import { runCommand } from '../../../testing/run-admin-command.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { KeyServiceUnavailable } from '../../keys/master/master-keys.ts';
import { listHeldSecrets, retireSecret, rotateSecret } from '../../keys/secret/rotate-secret.ts';
import { executors, letters, vaultKeys } from '../../platform/database/schema.ts';
import type { OutgoingLetter } from '../mailers/mailer.ts';

let app: TestApp;
let sent: OutgoingLetter[];
beforeEach(async () => {
  app = await openTestApp({ OPERATOR_EMAIL: 'op@keep.example', LOG_LEVEL: 'silent' });
  sent = [];
  return () => app.close();
});

const newOwner = () => signedIn(app, another(ada, 1));
const lettersOf = (kind: string) =>
  app.database.select().from(letters).where(eq(letters.kind, kind)).orderBy(letters.createdAt, letters.id);
const executorOf = async ({ id }: PaidVault) =>
  (await app.database.select().from(executors).where(eq(executors.vaultId, id)))[0] as typeof executors.$inferSelect;
const reissue = async (owner: Owner, vault: PaidVault) => {
  app.clock.pass({ seconds: 1 });
  const params = { id: vault.id, executorId: (await executorOf(vault)).id };
  return owner.ask(api.reissueCode, { params });
};

/** The needs of sending, with a mailer that records its letters, and may fail. */
const sending = (fails?: Error) => ({
  ...app.services.letterSending,
  mailer: {
    ...app.services.mailer,
    send: async (letter: OutgoingLetter) => {
      sent.push(letter);
      if (fails) throw fails;
      return '250 accepted';
    },
  },
});

test('a retried letter is the same letter, even after an edit in between', { tags: 'long' }, async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  const [letter] = await lettersOf('executor-code');
  expect(await sendLetter(sending(new Error('try again later')), letter?.id)).toBe('later');
  await owner.ask(api.editVault, { params: { id: vault.id }, body: { title: 'Another title' } });
  const params = { id: vault.id, executorId: (await executorOf(vault)).id };
  await owner.ask(api.correctExecutor, { params, body: { name: 'Eddie', email: edda.email, note: 'another note' } });
  app.clock.pass({ minutes: 5 });
  expect(await sendLetter(sending(), letter?.id)).toBe('sent');
  const [first, second] = sent;
  expect(first?.text).toContain(vault.code);
  expect(first?.text).toMatch(/\/executor-confirm#[\w-]{43}/);
  expect(second).toEqual(first);
});

test('MAILED-5: a letter whose code was replaced is not sent; the newer letter is, and nobody is alarmed', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  await reissue(owner, vault);
  const [earlier, later] = await lettersOf('executor-code');
  expect(await sendLetter(sending(), earlier?.id)).toBe('failed');
  expect(await sendLetter(sending(), later?.id)).toBe('sent');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).not.toContain(vault.code);
  expect((await lettersOf('executor-code'))[0]).toMatchObject({
    status: 'failed',
    lastError: 'another code has replaced this one',
  });
  for (const kind of ['operator-notice', 'executor-unreached']) expect(await lettersOf(kind)).toEqual([]);
});

test('MAILED-5: a letter to an executor who was removed since is not sent', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  await app.database.delete(executors).where(eq(executors.vaultId, vault.id));
  const [letter] = await lettersOf('executor-code');
  expect(await sendLetter(sending(), letter?.id)).toBe('failed');
  expect((await lettersOf('executor-code'))[0]).toMatchObject({ lastError: 'the executor was removed' });
  expect(sent).toEqual([]);
});

test("without its vault's key a code letter is given up and reported, and is sent once the key is back", {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  const [key] = await app.database.delete(vaultKeys).where(eq(vaultKeys.vaultId, vault.id)).returning();
  const [letter] = await lettersOf('executor-code');
  expect(await sendLetter(sending(), letter?.id)).toBe('failed');
  const given = { status: 'failed', lastError: 'the data key of the vault is missing' };
  expect((await lettersOf('executor-code'))[0]).toMatchObject(given);
  for (const kind of ['operator-notice', 'executor-unreached']) expect(await lettersOf(kind)).toHaveLength(1);
  await app.database.insert(vaultKeys).values(key as typeof vaultKeys.$inferInsert);
  await runCommand(app.services, 'resend-letter', { subject: letter?.id ?? '', reason: 'the key is back' });
  expect(await sendLetter(sending(), letter?.id)).toBe('sent');
  expect(sent[0]?.text).toContain(vault.code);
});

test('while the key service is unavailable a code letter waits, uses no try, and delays no other letter', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  await paidVault(app, owner);
  const unwrap = () => Promise.reject(new KeyServiceUnavailable('it is away'));
  const away = { ...sending(), vaultKeys: { deriveCode: unwrap } };
  const [letter] = await lettersOf('executor-code');
  for (let times = 0; times < 3; times += 1) {
    expect(await sendLetter(away, letter?.id)).toBe('later');
    app.clock.pass({ seconds: 15 });
  }
  expect((await lettersOf('executor-code'))[0]).toMatchObject({ status: 'queued', attempts: 0 });
  const others = (await app.database.select().from(letters)).filter(({ kind }) => kind !== 'executor-code');
  for (const { id } of others) expect(await sendLetter(away, id)).toBe('sent');
  expect(others.length).toBeGreaterThan(0);
  expect(await sendLetter(sending(), letter?.id)).toBe('sent');
});

test('a waiting link survives a rotation; if its secret is retired the letter is given up and reported', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  await app.caller().ask(api.requestPasswordReset, { body: { email: owner.email } });
  const { link } = await app.lastLetter('password-reset', owner.email);
  const [first] = await listHeldSecrets(app.services);
  await rotateSecret(app.services);
  expect((await app.lastLetter('password-reset', owner.email)).link).toBe(link);
  app.clock.pass({ minutes: 61 });
  expect(await retireSecret(app.services, first?.name ?? '')).toBe('retired');
  const [letter] = await lettersOf('password-reset');
  expect(await sendLetter(sending(), letter?.id)).toBe('failed');
  const isIt = and(eq(letters.kind, 'password-reset'), eq(letters.status, 'failed'));
  expect(await app.database.select().from(letters).where(isIt)).toMatchObject([
    { lastError: 'made under a secret that is not here' },
  ]);
  expect(await lettersOf('operator-notice')).toHaveLength(1);
});
