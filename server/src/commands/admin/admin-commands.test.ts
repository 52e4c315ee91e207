// The operator's commands for accounts, vaults and letters. Each is recorded with its reason.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFile, draftVault, type Owner, paidVault, release, signedIn, signInBy } from '../../../testing/people.ts';
import { machineIn } from '../../../testing/restore-drill/drill-machine.ts';
import { runCommand } from '../../../testing/run-admin-command.ts';
import { openAppIn, openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { actPeople, actReasons, acts, letters } from '../../platform/database/schema.ts';
import { newId } from '../../platform/lib/ids.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const run = (name: string, subject: string, reason = 'asked for in writing', message?: string) =>
  runCommand(app.services, name, { subject, reason, message });
/** The operator's last line, in the order the lines were written. */
const lastLine = async () => {
  const written = desc(sql`${acts}.xmin::text::bigint`);
  const [line] = await app.database
    .select({ ...getTableColumns(acts), reason: actReasons.reason, userId: actPeople.userId })
    .from(acts)
    .innerJoin(actReasons, eq(actReasons.actId, acts.id))
    .leftJoin(actPeople, eq(actPeople.personId, acts.personId))
    .where(eq(acts.actor, 'operator'))
    .orderBy(written)
    .limit(1);
  return line;
};
const signInAs = (owner: Owner) => signInBy(app, app.caller(), owner);

describe('a suspended owner', () => {
  test('they are signed out, cannot sign in until restored, and are notified of both by letter', async () => {
    const owner = await newOwner();
    await run('suspend', owner.email.toUpperCase());
    expect(await lastLine()).toMatchObject({
      actor: 'operator',
      userId: owner.id,
      event: 'account-suspended',
      reason: 'asked for in writing',
    });
    expect((await owner.call(api.getUser)).statusCode).toBe(401);
    expect((await signInAs(owner)).json()).toMatchObject({ code: 'account-suspended' });
    expect((await signInAs({ ...owner, password: 'not it' })).json()).toMatchObject({ code: 'wrong-credentials' });
    expect((await app.lettersTo(owner.email)).map(({ kind }) => kind)).toContain('account-suspended');
    await expect(run('suspend', owner.email)).rejects.toThrow('suspended already');
    await run('restore', owner.email);
    expect(await lastLine()).toMatchObject({ event: 'account-restored' });
    expect((await app.lettersTo(owner.email)).filter(({ kind }) => kind === 'account-restored')).toHaveLength(1);
    expect((await signInAs(owner)).statusCode).toBe(200);
    await expect(run('restore', owner.email)).rejects.toThrow('No suspended account');
  });

  test('their vaults can still be released', async () => {
    const owner = await newOwner();
    const vault = await paidVault(app, owner);
    await run('suspend', owner.email);
    await release(app, vault);
  });

  test('they are signed out even if a session was created in the meantime', async () => {
    const owner = await newOwner();
    await app.database.execute(sql`update users set suspended_at = now() where id = ${owner.id}`);
    expect((await owner.call(api.getUser)).statusCode).toBe(401);
  });
});

test('a vault is removed in any state, with its objects, and stays in the audit', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  await addFile(owner, vault.id, { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a heron') });
  const released = await release(app, vault);
  expect(await run('remove-vault', vault.id)).toContain('The vault and its files (1) are removed');
  expect(await lastLine()).toMatchObject({ event: 'vault-removed', vaultId: vault.id, userId: owner.id });
  expect((await owner.call(api.getVault, { params: { id: vault.id } })).statusCode).toBe(404);
  expect((await app.caller().call(api.verifyAccess, { query: { token: released.token } })).statusCode).toBe(404);
  await expect(run('remove-vault', vault.id)).rejects.toThrow('no such vault');
});

test('without --yes the removal of a vault says what would go, and refuses a vault that is unknown', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  await addFile(owner, vault.id, { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a heron') });
  const before = await lastLine();
  const ask = (subject: string) =>
    runCommand(app.services, 'remove-vault', { subject, reason: 'asked for in writing', isSure: false });
  await expect(ask(vault.id)).rejects.toThrow(
    `The vault ${vault.id} of ${owner.email[0]}…@example.com is active and paid. It will be deleted, with its message and its files (1). This cannot be undone.`,
  );
  await expect(ask(newId(app.clock.now()))).rejects.toThrow('There is no such vault.');
  expect((await owner.call(api.getVault, { params: { id: vault.id } })).statusCode).toBe(200);
  expect(await lastLine()).toEqual(before);
});

test('the owner of a removed vault is notified once, with the message for them and without the reason', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const second = await draftVault(owner);
  const first = await paidVault(app, owner);
  await run('remove-vault', first.id, 'court order 4711', 'A court asked for it.');
  await expect(run('remove-vault', first.id, 'court order 4711', 'Again.')).rejects.toThrow('no such vault');
  const facts = await app.lastLetter('vault-removed', owner.email);
  expect(facts).toEqual({
    firstName: 'Ada',
    vaultTitle: first.title,
    wasReleased: false,
    words: 'A court asked for it.',
  });
  await run('remove-vault', second.id);
  expect(await app.lastLetter('vault-removed', owner.email)).toMatchObject({ words: null });
  const removals = (await app.lettersTo(owner.email)).filter(({ kind }) => kind === 'vault-removed');
  expect(removals).toHaveLength(2);
  await expect(run('suspend', owner.email, 'why', 'a message')).rejects.toThrow('no message');
});

test('a letter that was given up is sent again, but one that was sent is not', { tags: 'long' }, async () => {
  const vault = await paidVault(app, await newOwner(), { executorEmail: 'emil@example.com' });
  const [letter] = await app.database.select().from(letters).where(eq(letters.vaultId, vault.id));
  const id = letter?.id ?? '';
  await app.database.update(letters).set({ status: 'failed', attempts: 41 }).where(eq(letters.id, id));
  await app.sendLetters();
  expect(await app.sendLetters()).toBe(0);
  await run('resend-letter', id);
  expect(await lastLine()).toMatchObject({ event: 'letter-resent', vaultId: vault.id, detail: { letterId: id } });
  expect(await app.sendLetters()).toBe(1);
  await expect(run('resend-letter', id)).rejects.toThrow('given up');
});

test('ADM-4: the state of a vault is shown without its content and recipient, and the command is recorded', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { executorEmail: 'emma@example.com' });
  const shown = await run('show-vault-state', vault.id);
  expect(JSON.parse(shown)).toMatchObject({ id: vault.id, status: 'active', paymentStatus: 'paid', executors: 1 });
  expect(JSON.parse(shown).owner).toMatchObject({ email: owner.email });
  for (const secret of [vault.title, vault.message, vault.recipientEmail, vault.recipientName, vault.code]) {
    expect(shown).not.toContain(secret);
  }
  expect(await lastLine()).toMatchObject({ event: 'vault-state-shown', vaultId: vault.id });
});

test('a command without a reason, an unknown one, and one with a wrong argument do nothing', async () => {
  const owner = await newOwner();
  const before = await lastLine();
  await expect(run('suspend', owner.email, ' ')).rejects.toThrow('reason');
  await expect(run('destroy', owner.email)).rejects.toThrow('npm run admin');
  await expect(run('remove-vault', 'not-an-id')).rejects.toThrow('not a valid vault id');
  await expect(run('suspend', 'nobody@example.com')).rejects.toThrow('No account with this address');
  expect(await lastLine()).toEqual(before);
});

test('what an operator does while the service is stopped is in the journal once the command ends, for a restore', {
  tags: 'long',
  timeout: 60_000,
}, async () => {
  const home = makeTestFolder();
  const data = path.join(home, 'data');
  try {
    const app = await openAppIn(data);
    const { id } = await signedIn(app, ada);
    await app.close();
    const { status, stderr } = machineIn(data).run('admin', 'suspend', ada.email, '--reason', 'spam');
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    const journal = path.join(data, 'journal');
    const lines = readdirSync(journal).flatMap((name) => readFileSync(path.join(journal, name), 'utf8').split('\n'));
    const ofAccount = lines.filter((line) => line.includes(`"kind":"account","id":"${id}"`));
    expect(JSON.parse(ofAccount.at(-1) ?? '{}').facts?.suspendedAt).toEqual(expect.any(String));
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  }
});
