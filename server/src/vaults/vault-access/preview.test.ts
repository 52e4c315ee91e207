// The owner can try the recipient's experience: a preview that changes nothing, and the letters of a rehearsal.
import { api } from '@remembrance/contract/api.ts';
import { ada, another, edda } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftVault, paidVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { renderLetter } from '../../letters/templates/render-letter.ts';
import { accessGuesses, accessVerifications, letters, vaults } from '../../platform/database/schema.ts';
import { listActs } from '../../records/acts/act-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const letterhead = { productName: 'Keepsake', supportEmail: 'help@keep.example', publicUrl: 'https://keep.example' };
const rehearsalsTo = async (email: string) =>
  (await app.lettersTo(email)).filter(({ kind }) => kind.startsWith('rehearsal-'));

test('the preview shows what the recipient will see, even before payment, and changes nothing', async () => {
  const owner = await newOwner();
  const draft = await draftVault(owner);
  const before = await app.database.select().from(vaults).where(eq(vaults.id, draft.id));
  expect(await owner.ask(api.previewVault, { params: { id: draft.id } })).toEqual({
    vault: {
      id: draft.id,
      title: draft.title,
      message: draft.message,
      isUnreadable: false,
      ownerName: 'Ada Lindqvist',
      recipientName: draft.recipientName,
      writtenAt: draft.createdAt,
    },
    recipientEmail: draft.recipientEmail,
  });
  expect(await app.database.select().from(vaults).where(eq(vaults.id, draft.id))).toEqual(before);
  expect(await app.database.$count(accessVerifications, eq(accessVerifications.vaultId, draft.id))).toBe(0);
  expect(await app.database.$count(accessGuesses, eq(accessGuesses.vaultId, draft.id))).toBe(0);
});

test('RCP-21: a rehearsal sends both letters only to the owner, marked, with no code and no link that opens anything', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { recipientEmail: `rosa-${people}@example.com` });
  const [sentBefore] = [await app.lettersTo(edda.email)];
  const { nextAt } = await owner.ask(api.rehearseRelease, { params: { id: vault.id } });
  expect(nextAt).toBe(new Date(app.clock.now().getTime() + 3_600_000).toISOString());
  const sent = await rehearsalsTo(owner.email);
  expect(sent.map(({ kind }) => kind)).toEqual(['rehearsal-executor-code', 'rehearsal-invitation']);
  for (const content of sent) {
    const { subject, text } = renderLetter(content, letterhead);
    expect(subject).toMatch(/^Rehearsal: /);
    expect(text).toContain('This is a rehearsal. You asked for it, and we sent it only to you.');
    expect(text).not.toContain(vault.code);
    expect(text).not.toContain('/vault-access/');
  }
  expect(JSON.stringify(sent)).toContain(`/vault/${vault.id}/preview`);
  expect(JSON.stringify(sent)).toContain(edda.name);
  expect(await app.lettersTo(edda.email)).toEqual(sentBefore);
  expect(await app.lettersTo(vault.recipientEmail)).toEqual([]);
  expect(await app.database.$count(accessVerifications, eq(accessVerifications.vaultId, vault.id))).toBe(0);
  expect(await owner.ask(api.getVault, { params: { id: vault.id } })).toEqual({ ...vault, code: undefined });
  const events = await listActs(app.database, vault.id);
  expect(events.filter(({ event }) => event === 'rehearsal-sent')).toMatchObject([{ actor: 'owner' }]);
});

test('a vault can be rehearsed once an hour, even with two concurrent requests, and without an executor sends one letter', async () => {
  const owner = await newOwner();
  const scheduledReleaseDate = new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString();
  const { id } = await draftVault(owner, { executorName: '', executorEmail: '', scheduledReleaseDate });
  const call = () => owner.call(api.rehearseRelease, { params: { id } });
  const answers = await Promise.all([call(), call(), call()]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429, 429]);
  expect((await rehearsalsTo(owner.email)).map(({ kind }) => kind)).toEqual(['rehearsal-invitation']);
  app.clock.pass({ minutes: 59 });
  expect((await call()).json()).toMatchObject({ code: 'rehearsed-recently', retryAt: expect.any(String) });
  app.clock.pass({ minutes: 1 });
  expect((await call()).statusCode).toBe(200);
  expect(await app.database.$count(letters, eq(letters.vaultId, id))).toBe(2);
});
