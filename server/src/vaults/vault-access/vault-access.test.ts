// The recipient's path to a vault: link, address, answers, then the content.
import { createHash } from 'node:crypto';
import { ServerResponse } from 'node:http';
import { api } from '@remembrance/contract/api.ts';
import { ada, another, questions, rosa, wrongAnswers } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addFile, paidVault, recipientOf, release, releasedVault, signedIn, tokenOf } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { copyLink, downloadLink } from '../../files/upload/link-rules.ts';
import { accessVerifications, securityQuestions, vaults } from '../../platform/database/schema.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const newVault = async () => releasedVault(app, await newOwner(), { recipientEmail: `rosa-${people}@example.com` });
const passEmail = async (token: string, email: string) => {
  const caller = app.caller();
  await caller.ask(api.verifyAccessEmail, { body: { token, email } });
  return caller;
};

test('ACC-1: opening the link shows nothing and changes nothing, however often a scanner does it', async () => {
  const vault = await newVault();
  const before = await app.database.select().from(accessVerifications);
  for (let i = 0; i < 5; i++) {
    expect(await app.caller().ask(api.verifyAccess, { query: { token: vault.token } })).toEqual({ step: 'email' });
  }
  expect(await app.database.select().from(accessVerifications)).toEqual(before);
});

test('a token in the body is answered like one in the query of the specified call', async () => {
  const vault = await newVault();
  const caller = await passEmail(vault.token, vault.recipientEmail);
  const { token } = vault;
  const read = await caller.ask(api.readAccess, { body: { token } });
  expect(read).toMatchObject({ step: 'questions' });
  expect(read).toEqual(await caller.ask(api.verifyAccess, { query: { token } }));
  expect(await caller.refused(api.readAccess, { body: { token: 'x' } })).toMatchObject({ code: 'link-not-found' });
});

test('ACC-2: the address and all answers open the message and the files; a reload does not ask again', async () => {
  const vault = await newVault();
  const caller = await passEmail(vault.token, ` ${vault.recipientEmail.toUpperCase()} `);
  expect(await caller.ask(api.verifyAccess, { query: { token: vault.token } })).toEqual({
    step: 'questions',
    questions: questions.map(({ question }) => question),
    ownerName: 'Ada Lindqvist',
    releasedBy: 'Edda Moreau',
  });
  const answers = [
    { question: questions[1]?.question ?? '', answer: '  petrel. ' },
    { question: questions[0]?.question ?? '', answer: 'AT  THE MILL-POND' },
  ];
  const content = await caller.ask(api.verifyAccessAnswers, { body: { token: vault.token, answers } });
  expect(content.vault).toEqual({
    id: vault.id,
    title: vault.title,
    message: vault.message,
    isUnreadable: false,
    ownerName: 'Ada Lindqvist',
    recipientName: rosa.name,
    writtenAt: vault.createdAt,
  });
  expect(await caller.ask(api.verifyAccess, { query: { token: vault.token } })).toMatchObject({ step: 'granted' });
  app.clock.pass({ minutes: 31 });
  expect(await caller.ask(api.verifyAccess, { query: { token: vault.token } })).toEqual({ step: 'email' });
});

test('ACC-3: one right answer of two opens nothing, and the refusal does not reveal which was wrong', async () => {
  const vault = await newVault();
  const caller = await passEmail(vault.token, vault.recipientEmail);
  const refuse = async (answers: typeof questions) => {
    const body = { token: vault.token, answers };
    const { requestId: _, ...refusal } = await caller.refused(api.verifyAccessAnswers, { body });
    return refusal;
  };
  const first = [...questions.slice(0, 1), ...wrongAnswers.slice(1)];
  const second = [...wrongAnswers.slice(0, 1), ...questions.slice(1)];
  const refusal = await refuse(first);
  expect(refusal).toMatchObject({ code: 'answers-refused', detail: 'Incorrect answers' });
  expect(await refuse(second)).toEqual(refusal);
  const incomplete = await refuse(questions.slice(0, 1));
  expect(incomplete).toMatchObject({ code: 'answers-incomplete' });
  expect(await refuse(wrongAnswers.slice(0, 1))).toEqual(incomplete);
});

test('an incomplete code is refused, and does not count as a try', async () => {
  const vault = await newVault();
  const caller = await passEmail(vault.token, vault.recipientEmail);
  const { token } = vault;
  for (let i = 0; i < 3; i += 1)
    await caller.refused(api.verifyAccessAnswers, { body: { token, answers: wrongAnswers } });
  await caller.ask(api.sendAccessCode, { body: { token } });
  for (let i = 0; i < 9; i += 1)
    expect(await caller.refused(api.verifyAccessCode, { body: { token, code: 'AAAA-AAA' } })).toMatchObject({
      status: 400,
    });
  const { code } = await app.lastLetter('recipient-code', vault.recipientEmail);
  await caller.ask(api.verifyAccessCode, { body: { token, code } });
  await caller.ask(api.verifyAccessAnswers, { body: { token, answers: [...questions] } });
});

test('ACC-4: answers are refused in a browser that did not enter the address', async () => {
  const vault = await newVault();
  await passEmail(vault.token, vault.recipientEmail);
  const body = { token: vault.token, answers: [...questions] };
  expect(await app.caller().refused(api.verifyAccessAnswers, { body })).toMatchObject({ code: 'email-step-first' });
});

test('the database contains no tokens, codes or answers', async () => {
  const vault = await newVault();
  const [link] = await app.database.select().from(accessVerifications).where(eq(accessVerifications.vaultId, vault.id));
  expect(link?.verificationToken).toMatch(/^[0-9a-f]{64}$/);
  expect(link?.verificationToken).not.toBe(createHash('sha256').update(vault.token).digest('hex'));
  const questionRows = await app.database
    .select()
    .from(securityQuestions)
    .where(eq(securityQuestions.vaultId, vault.id));
  expect(questionRows.every(({ answer }) => answer.startsWith('$2b$'))).toBe(true);
});

test('FRESH-1: an expired link mails a fresh one to the address on the vault, at most once in ten minutes', async () => {
  const vault = await newVault();
  app.clock.pass({ days: 180 });
  const query = { token: vault.token };
  expect(await app.caller().refused(api.verifyAccess, { query })).toMatchObject({ status: 410, code: 'link-expired' });
  for (let i = 0; i < 3; i++) await app.caller().ask(api.requestFreshLink, { body: query });
  const letters = (await app.lettersTo(vault.recipientEmail)).filter(({ kind }) => kind === 'recipient-fresh-link');
  expect(letters).toHaveLength(1);
  const { link } = await app.lastLetter('recipient-fresh-link', vault.recipientEmail);
  expect(await recipientOf(app, { ...vault, token: tokenOf(link) })).toMatchObject({ content: { files: [] } });
  expect(await app.caller().refused(api.requestFreshLink, { body: { token: 'x' } })).toMatchObject({ status: 404 });
});

test('a download returns the uploaded bytes, complete or in part, as an attachment with its own name', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { recipientEmail: rosa.email });
  const bytes = Buffer.from(Array.from({ length: 3_000_001 }, (_, i) => (i * 7919) % 251));
  await addFile(owner, vault.id, { name: 'Für Élise — 手紙.txt', type: 'text/plain', bytes });
  const { content, send } = await recipientOf(app, await release(app, vault));
  const url = content.files[0]?.downloadUrl ?? '';
  const written = vi.spyOn(ServerResponse.prototype, 'write');
  const whole = await app.caller().send({ method: 'GET', url });
  const held = () => written.mock.calls.map(([piece]) => piece.length);
  await until(held).toEqual([0, 0, 0]); // freed once sent
  expect(whole.statusCode).toBe(200);
  expect(whole.rawPayload.equals(bytes)).toBe(true);
  expect(whole.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'content-security-policy': expect.stringContaining('sandbox'),
    'content-disposition': expect.stringContaining("filename*=UTF-8''F%C3%BCr%20%C3%89lise"),
  });
  for (const [range, from, to] of [
    ['bytes=0-0', 0, 1],
    ['bytes=1048570-1048590', 1_048_570, 1_048_591],
    ['bytes=-5', 2_999_996, 3_000_001],
    ['bytes=3000000-', 3_000_000, 3_000_001],
  ] as const) {
    const part = await send({ method: 'GET', url, headers: { range } });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes ${from}-${to - 1}/3000001`);
    expect(part.rawPayload.equals(bytes.subarray(from, to))).toBe(true);
  }
  expect((await send({ method: 'GET', url, headers: { range: 'bytes=3000001-' } })).statusCode).toBe(416);
  app.clock.pass({ minutes: 15 });
  expect((await send({ method: 'GET', url })).statusCode).toBe(403);
});

test('DL-5: before the release no link of a recipient returns a file or the copy, even with a valid signature', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  const file = await addFile(owner, vault.id, { name: 'a.png', type: 'image/png', bytes: Buffer.from('x') });
  for (const forged of [
    downloadLink(app.services.keyring, file.id, vault.id, app.clock.now()),
    copyLink(app.services.keyring, vault.id, app.clock.now()),
  ])
    expect((await owner.send({ method: 'GET', url: forged })).statusCode).toBe(404);
});

test('DL-5: while a vault is not released its link opens nothing, even in a browser that has proven everything', async () => {
  const owner = await newOwner();
  const paid = await paidVault(app, owner, { recipientEmail: `rosa-${people}@example.com` });
  await addFile(owner, paid.id, { name: 'a.png', type: 'image/png', bytes: Buffer.from('x') });
  const vault = await release(app, paid);
  const recipient = await recipientOf(app, vault);
  const { files, everythingUrl } = recipient.content;
  const download = async (url = '') => (await recipient.send({ method: 'GET', url })).statusCode;
  const downloadBoth = async () => [await download(files[0]?.downloadUrl), await download(everythingUrl)];
  expect(await downloadBoth()).toEqual([200, 200]);
  await app.database.update(vaults).set({ status: 'active', releasedAt: null }).where(eq(vaults.id, vault.id));
  const { token } = vault;
  expect(await recipient.refused(api.readAccess, { body: { token } })).toMatchObject({ code: 'link-not-found' });
  expect(await downloadBoth()).toEqual([404, 404]);
});
