// A vault's activity as its owner reads it, and the date on which the complete vault was last verified.
import { api } from '@remembrance/contract/api.ts';
import { ada, another, edda } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addFile,
  atQuestions,
  draftVault,
  type Owner,
  paidVault,
  releasedVault,
  signedIn,
  signInAgain,
} from '../../testing/people.ts';
import { runCommand } from '../../testing/run-admin-command.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { verifyOldFiles } from '../files/stored/file-verification.ts';
import { actReasons, vaultFiles, vaults } from '../platform/database/schema.ts';
import { recordAct } from '../records/acts/act-store.ts';
import { verifyOldVaults, verifyTexts } from './vault-verification.ts';

let app: TestApp;
let owner: Owner;
let owners = 0;
beforeAll(async () => {
  app = await openTestApp({ OPERATOR_EMAIL: 'op@keep.example' });
});
beforeEach(async () => {
  owner = await signedIn(app, another(ada, ++owners));
});
afterAll(() => app.close());

const activityOf = (id: string, before?: number) =>
  owner.ask(api.listActivity, { params: { id }, query: before === undefined ? {} : { before } });
const shown = async (id: string) =>
  (await activityOf(id)).lines.map(({ actor, event, executor }) => [actor, event, ...(executor ? [executor] : [])]);

test('ACT-1: an owner sees who did what with a vault, newest first', async () => {
  const vault = await releasedVault(app, owner);
  await atQuestions(app, vault);
  expect(await shown(vault.id)).toEqual([
    ['recipient', 'email-verified'],
    ['executor', 'vault-released', edda.name],
    ['service', 'link-sent'],
    ['service', 'vault-activated'],
    ['service', 'code-issued', edda.name],
    ['owner', 'vault-created'],
  ]);
  const { lines, next } = await activityOf(vault.id);
  expect(lines.map(({ number }) => number)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(next).toBeNull();
  expect(Object.keys(lines[0] ?? {}).toSorted()).toEqual(
    ['number', 'at', 'actor', 'event', 'executor', 'fields', 'reason'].toSorted(),
  );
});

test('what an executor did or got is not shown under the name of the person who replaced them', async () => {
  const { id } = await paidVault(app, owner);
  const [executor] = await owner.ask(api.listExecutors, { params: { id } });
  const params = { id, executorId: executor?.id ?? '' };
  // A corrected name or another second address is the same person.
  await owner.ask(api.correctExecutor, { params, body: { ...edda, secondEmail: 'edda@work.example.com' } });
  expect((await shown(id)).at(-2)).toEqual(['service', 'code-issued', edda.name]);
  const emil = { name: 'Emil Sand', email: 'emil@example.com' };
  await owner.ask(api.correctExecutor, { params, body: emil });
  expect(await shown(id)).toEqual([
    ['service', 'code-issued', emil.name],
    ['owner', 'executor-changed', emil.name],
    ['owner', 'executor-changed'],
    ['service', 'vault-activated'],
    ['service', 'code-issued'],
    ['owner', 'vault-created'],
  ]);
});

test('the activity names the fields an edit changed, without their new values', async () => {
  const { id } = await paidVault(app, owner);
  const scheduledReleaseDate = '9998-01-01T00:00:00.000Z';
  const body = { title: 'The lake', message: 'Remember the heron.', scheduledReleaseDate };
  await owner.ask(api.editVault, { params: { id }, body });
  const { lines } = await activityOf(id);
  expect(lines[0]).toMatchObject({ event: 'vault-edited', fields: ['title', 'message', 'releaseDateSet'] });
  expect(JSON.stringify(lines)).not.toMatch(/lake|heron|9998/);
});

test("an owner reads the operator's reason", async () => {
  const { id } = await paidVault(app, owner);
  await runCommand(app.services, 'show-vault-state', { subject: id, reason: 'you asked us to look' });
  expect((await activityOf(id)).lines[0]).toMatchObject({
    actor: 'operator',
    event: 'vault-state-shown',
    reason: 'you asked us to look',
  });
  expect(await app.database.select().from(actReasons)).toMatchObject([{ reason: 'you asked us to look' }]);
});

test('a long activity is paged by fifty lines, and each line appears once', async () => {
  const { id } = await draftVault(owner);
  const act = { vaultId: id, actor: 'recipient', event: 'email-wrong' } as const;
  await app.database.transaction((tx) => recordAct(app.services, tx, ...Array.from({ length: 60 }, () => act)));
  const first = await activityOf(id);
  expect(first.lines).toHaveLength(50);
  const second = await activityOf(id, first.next ?? 0);
  expect(second.next).toBeNull();
  const numbers = [...first.lines, ...second.lines].map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: 61 }, (_, n) => 61 - n));
});

test("a vault's activity has no lines of other vaults, and skips lines written by another version", async () => {
  const { id } = await draftVault(owner);
  await draftVault(owner);
  await app.database.transaction((tx) =>
    recordAct(app.services, tx, { vaultId: id, actor: 'service', event: 'from-the-future' as never }),
  );
  expect(await shown(id)).toEqual([['owner', 'vault-created']]);
});

const verifiedAt = async (id: string) => (await owner.ask(api.getVault, { params: { id } })).verifiedAt;
const pass = async () => {
  await verifyOldFiles(app.services);
  await verifyOldVaults(app.services);
};

test('a vault shows the date on which its texts and all its files were last found intact', async () => {
  const { id } = await draftVault(owner);
  expect(await verifiedAt(id)).toBeNull();
  await verifyOldVaults(app.services);
  const first = app.clock.now().toISOString();
  expect(await verifiedAt(id)).toBe(first);
  app.clock.pass({ days: 2 });
  const file = await addFile(owner, id, { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('the lake') });
  expect(await verifiedAt(id)).toBeNull();
  await pass();
  expect(await verifiedAt(id)).toBe(first);
  app.clock.pass({ days: 31 });
  await pass();
  const [row] = await app.database.select().from(vaults).where(eq(vaults.id, id));
  expect(row).toMatchObject({ checkedAt: app.clock.now(), isWhole: true });
  await app.database.update(vaultFiles).set({ damagedAt: app.clock.now() }).where(eq(vaultFiles.id, file.id));
  await signInAgain(owner);
  expect(await verifiedAt(id)).toBeNull();
  await app.database.update(vaultFiles).set({ damagedAt: null }).where(eq(vaultFiles.id, file.id));
  expect(await verifiedAt(id)).toBe(app.clock.now().toISOString());
});

test('a vault with a text that cannot be opened shows no date', async () => {
  const [dark, whole] = [await draftVault(owner), await draftVault(owner)];
  await app.database.update(vaults).set({ message: 'a.b.c.d.e' }).where(eq(vaults.id, dark.id));
  await verifyOldVaults(app.services);
  const dated = async () => {
    const rows = await app.database.select().from(vaults);
    return [dark, whole].map(({ id }) => rows.find((row) => row.id === id)?.isWhole);
  };
  expect(await dated()).toEqual([false, true]);
  await app.database.update(vaults).set({ isWhole: true });
  await verifyTexts(app.services);
  expect(await dated()).toEqual([false, true]);
  await verifyOldVaults(app.services, AbortSignal.abort());
});
