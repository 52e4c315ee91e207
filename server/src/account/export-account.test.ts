// The export of an account: complete, free of secrets, and never a truncated file that looks complete.
import type { Readable } from 'node:stream';
import { api } from '@remembrance/contract/api.ts';
import { ada, another, questions } from '@remembrance/contract/testing/cast.ts';
import { openCardPage } from '@remembrance/sandbox/card-page.ts';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFile, draftVault, paidVault, release, signedIn } from '../../testing/people.ts';
import { smallPicture } from '../../testing/pictures.ts';
import { readZipOnce } from '../../testing/read-zip.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { pathPart, uniqueNames } from '../files/download/path-names.ts';
import { accessVerifications, executors, securityQuestions, vaultFiles } from '../platform/database/schema.ts';
import { exportAccount } from './export-account.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const exported = async (owner: Awaited<ReturnType<typeof newOwner>>) => {
  const answer = await owner.call(api.exportAccount);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  expect(readZipOnce(answer.rawPayload)).not.toEqual([]);
  return new Map(Object.entries(unzipSync(answer.rawPayload)));
};

describe('ACCT-6: the export', () => {
  test('it contains the account and every vault as JSON and as text, with its files bit for bit', async () => {
    const owner = await newOwner();
    const title = '../Für Rosa: “1/2”';
    const vault = await paidVault(app, owner, { planType: 'premium_subscription', title });
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251));
    await addFile(owner, vault.id, { name: 'heron.bin', type: 'application/octet-stream', bytes });
    app.clock.pass({ seconds: 1 });
    await addFile(owner, vault.id, {
      name: 'heron.bin',
      type: 'application/octet-stream',
      bytes: Buffer.from('another'),
    });
    await owner.call(api.putPicture, { body: smallPicture as never, headers: { 'content-type': 'image/png' } });
    const files = await exported(owner);
    const folder = 'vaults/1 _Für Rosa_ “1_2”';
    const text = (path: string) => strFromU8(files.get(path) ?? new Uint8Array());
    expect([...files.keys()].sort()).toEqual(
      [
        'README.txt',
        'account.json',
        'picture.png',
        `${folder}/files/heron (2).bin`,
        `${folder}/files/heron.bin`,
        `${folder}/vault.json`,
        `${folder}/vault.txt`,
      ].sort(),
    );
    expect(bytes.equals(files.get(`${folder}/files/heron.bin`) ?? bytes.subarray(1))).toBe(true);
    expect(smallPicture.equals(files.get('picture.png') ?? Buffer.alloc(0))).toBe(true);
    const json = JSON.parse(text(`${folder}/vault.json`));
    expect(json).toMatchObject({ id: vault.id, title, message: vault.message, status: 'active' });
    expect(json.securityQuestions).toEqual(questions.map(({ question }) => question));
    expect(text(`${folder}/vault.txt`)).toContain(vault.message);
    expect(JSON.parse(text('account.json'))).toMatchObject({
      email: owner.email,
      plans: [{ plan: 'Premium Plus' }],
    });
  });

  test('it contains no code, digest or answer, and nothing about other people', async () => {
    const owner = await newOwner();
    const other = await newOwner();
    await paidVault(app, other, { title: 'not for your eyes' });
    const vault = await release(app, await paidVault(app, owner));
    const whole = [...(await exported(owner)).values()].map((bytes) => strFromU8(bytes)).join('\n');
    const codes = await app.database.select({ secret: executors.accessCode }).from(executors);
    const tokens = await app.database
      .select({ secret: accessVerifications.verificationToken })
      .from(accessVerifications);
    const answers = await app.database.select({ secret: securityQuestions.answer }).from(securityQuestions);
    for (const { secret } of [...codes, ...tokens, ...answers]) expect(whole).not.toContain(secret ?? '-');
    for (const secret of [vault.code, vault.token, ...questions.map(({ answer }) => answer)]) {
      expect(whole).not.toContain(secret);
    }
    expect(whole).not.toContain('not for your eyes');
  });

  test('an export that is stopped halfway leaves no file open', async () => {
    const owner = await newOwner();
    const vault = await paidVault(app, owner);
    const bytes = Buffer.alloc(3_000_000, 'heron');
    await addFile(owner, vault.id, { name: 'a.bin', type: 'application/octet-stream', bytes });
    const opened: Readable[] = [];
    const read = async (...asked: Parameters<typeof app.services.storage.read>) => {
      const stream = await app.services.storage.read(...asked);
      opened.push(stream);
      return stream;
    };
    const needs = { ...app.services, storage: { ...app.services.storage, read } };
    const archive = await exportAccount(needs, owner.id, app.clock.now());
    const prepared = opened.length;
    for await (const _ of archive.read({ first: 0, last: archive.sizeBytes - 1 })) if (opened.length > prepared) break;
    await until(() => opened.map(({ destroyed }) => destroyed)).toEqual(opened.map(() => true));
  });

  test('an export that fails halfway does not look complete', async () => {
    const owner = await newOwner();
    const vault = await paidVault(app, owner);
    await addFile(owner, vault.id, { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a heron') });
    const { storage } = app.services;
    const { read } = storage;
    storage.read = () => Promise.reject(new Error('the disk has failed'));
    try {
      const answer = await owner.call(api.exportAccount).catch(() => null);
      if (answer) expect(() => unzipSync(answer.rawPayload)).toThrow();
    } finally {
      storage.read = read;
    }
  });
});

test('an interrupted export download can be resumed, and its owner is notified once', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  await addFile(owner, vault.id, { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a heron') });
  const letters = async () => (await app.lettersTo(owner.email)).length;
  const before = await letters();
  const first = await owner.call(api.exportAccount);
  const whole = first.rawPayload;
  expect(first.headers).toMatchObject({ 'content-length': String(whole.length), 'accept-ranges': 'bytes' });
  const once = await letters();
  expect(once).toBeGreaterThan(before);

  app.clock.pass({ seconds: 20 });
  const { etag } = first.headers as { etag: string };
  const rest = await owner.call(api.exportAccount, { headers: { range: 'bytes=100-', 'if-range': etag } });
  expect([rest.statusCode, rest.headers['content-range']]).toEqual([
    206,
    `bytes 100-${whole.length - 1}/${whole.length}`,
  ]);
  expect(rest.rawPayload.equals(whole.subarray(100))).toBe(true);
  expect(await letters()).toBe(once);

  const guessed = await owner.call(api.exportAccount, { headers: { range: 'bytes=100-' } });
  expect(guessed.statusCode).toBe(206);
  expect(await letters()).toBeGreaterThan(once);

  const sent = await letters();
  const beyond = await owner.call(api.exportAccount, { headers: { range: `bytes=${whole.length + 1000}-` } });
  expect([beyond.statusCode, beyond.json().code]).toEqual([416, 'range-refused']);
  expect(beyond.headers['content-range']).toMatch(/^bytes \*\/\d+$/);
  expect(await letters()).toBe(sent);
});

test('a damaged file does not stop the rest of the export, which names it', { tags: 'long' }, async () => {
  const owner = await newOwner();
  const vault = await draftVault(owner);
  const bytes = Buffer.from('a heron');
  await addFile(owner, vault.id, { name: 'a.txt', type: 'text/plain', bytes });
  await addFile(owner, vault.id, { name: 'b.txt', type: 'text/plain', bytes });
  const [file] = await app.database.select().from(vaultFiles).where(eq(vaultFiles.vaultId, vault.id));
  await app.services.storage.remove(file?.objectPath ?? '');
  const files = await exported(owner);
  const json = [...files].find(([name]) => name.endsWith('vault.json'))?.[1] ?? new Uint8Array();
  const listed = JSON.parse(strFromU8(json)).files as { path: string; isDamaged: boolean }[];
  expect(listed.map(({ isDamaged }) => isDamaged).sort()).toEqual([false, true]);
  for (const { path, isDamaged } of listed)
    expect([...files.keys()].some((name) => name.endsWith(path))).toBe(!isDamaged);
});

test('the export has every payment with its amount, and the name and plan of its receipt', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const { sandbox } = app.services;
  if (!sandbox) throw new Error('the sandbox is off');
  const { id: vaultId } = await draftVault(owner, { planType: 'premium_one_time' });
  const { clientSecret } = await owner.ask(api.createPaymentIntent, { body: { vaultId } });
  const paymentIntentId = await openCardPage(sandbox).pay(clientSecret);
  await owner.ask(api.completePayment, { body: { paymentIntentId } });
  const { payments } = JSON.parse(strFromU8((await exported(owner)).get('account.json') ?? new Uint8Array()));
  expect(payments).toEqual((await owner.ask(api.getBilling)).payments);
  expect(payments).toMatchObject([{ description: 'Premium', state: 'paid', billedTo: { email: owner.email } }]);
});

test.each([
  ['a/b\\c:d', 'a_b_c_d'],
  ['..', '_'],
  ['  . x . ', 'x'],
  ['', '_'],
  ['📝'.repeat(100), '📝'.repeat(40)],
])('the name %j is written to disk as %j', (name, safe) => {
  expect(pathPart(name)).toBe(safe);
});

test('two files with the same name are both exported', () => {
  expect(uniqueNames(['a.txt', 'A.txt', 'a.txt', 'b', 'b'])).toEqual(['a.txt', 'A (2).txt', 'a (3).txt', 'b', 'b (2)']);
});
