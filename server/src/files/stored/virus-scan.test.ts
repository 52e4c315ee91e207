// Files with a virus scanner: a finding is shown to owner and recipient, and nothing is refused, deleted or withheld because of it.
import { request } from 'node:http';
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eicar, type FakeClamd, openFakeClamd } from '../../../testing/fake-clamd.ts';
import { addFile, draftVault, paidVault, put, recipientOf, release, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { vaultFiles } from '../../platform/database/schema.ts';
import { readConfig } from '../../settings/config.ts';
import { verifyFiles } from './file-verification.ts';

let clamd: FakeClamd;
let app: TestApp;
beforeAll(async () => {
  clamd = await openFakeClamd();
  app = await openTestApp({ CLAMD: `127.0.0.1:${clamd.port}` });
});
afterAll(async () => {
  await app.close();
  await clamd.close();
});

let people = 0;
const newOwner = (of = app) => signedIn(of, another(ada, ++people));
const textFile = (name: string, text: string) => ({ name, type: 'text/plain', bytes: Buffer.from(text) });
const storedOf = async ({ database }: TestApp, id: string) => {
  const { scanResult, finding } = vaultFiles;
  return (await database.select({ scanResult, finding }).from(vaultFiles).where(eq(vaultFiles.id, id)))[0];
};

test('SCAN-6: a finding is shown to owner and recipient, and the file is stored, released and downloaded like any other', async () => {
  const owner = await newOwner();
  const [planType, recipientEmail] = ['basic_subscription' as const, 'rosa.scan@example.com'];
  const vault = await paidVault(app, owner, { planType, recipientEmail });
  const reported = await addFile(owner, vault.id, textFile('program.txt', `My program: ${eicar}`));
  const clean = await addFile(owner, vault.id, textFile('letter.txt', 'Dear Rosa'));
  expect([reported.finding, clean.finding]).toEqual(['Eicar-Test-Signature', null]);
  expect(await storedOf(app, reported.id)).toEqual({ scanResult: 'found', finding: 'Eicar-Test-Signature' });
  expect(await storedOf(app, clean.id)).toEqual({ scanResult: 'clean', finding: null });
  const { content, ...rosa } = await recipientOf(app, await release(app, vault));
  expect(content.files).toMatchObject([{ finding: 'Eicar-Test-Signature' }, { finding: null }]);
  const answer = await rosa.send({ method: 'GET', url: content.files[0]?.downloadUrl ?? '' });
  expect(answer.body).toBe(`My program: ${eicar}`);
  const everything = await rosa.send({ method: 'GET', url: content.everythingUrl });
  expect(everything.body.match(/A virus scanner reported this file as Eicar-Test-Signature\./g)).toHaveLength(1);
});

test('uploads succeed without a scanner or while it is down, and count as not scanned; health names the part and stays ready', {
  tags: 'long',
}, async () => {
  const gone = await openFakeClamd();
  const [without, away] = [await openTestApp(), await openTestApp({ CLAMD: `127.0.0.1:${gone.port}` })];
  try {
    const add = async (of: TestApp) => {
      const owner = await newOwner(of);
      return addFile(owner, (await draftVault(owner)).id, textFile('letter.txt', eicar));
    };
    expect(await storedOf(without, (await add(without)).id)).toEqual({ scanResult: null, finding: null });
    expect(await away.caller().ask(api.readiness)).toMatchObject({ status: 'ready', degraded: [] });
    const found = await add(away);
    await gone.close();
    expect(await storedOf(away, (await add(away)).id)).toEqual({ scanResult: 'not-scanned', finding: null });
    const finding = 'Eicar-Test-Signature';
    expect(await verifyFiles(away.services)).toMatchObject({ reported: [{ id: found.id, finding }], notScanned: 1 });
    const problem = 'The virus scanner does not answer. Files are accepted, and stored as not scanned.';
    await until(() => away.caller().ask(api.readiness)).toMatchObject({
      status: 'ready',
      degraded: [{ part: 'scanner', problem }],
    });
  } finally {
    await without.close();
    await away.close();
  }
});

test('the log names a file that was not scanned, and the setting of clamd that refused it', {
  tags: 'long',
}, async () => {
  const small = await openFakeClamd((socket) => {
    socket.resume();
    socket.write('INSTREAM size limit exceeded. ERROR\0');
  });
  const limited = await openTestApp({ CLAMD: `127.0.0.1:${small.port}`, LOG_LEVEL: 'warn' });
  try {
    const owner = await newOwner(limited);
    const { id } = await addFile(owner, (await draftVault(owner)).id, textFile('letter.txt', 'Dear Rosa'));
    const line = limited.logLines.find((one) => one.includes('a file was not scanned')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      fileId: id,
      reason: expect.stringContaining('raise StreamMaxLength of clamd (docs/guide/viruses.md)'),
    });
  } finally {
    await limited.close();
    await small.close();
  }
});

test('an interrupted upload ends its scan and stores nothing, and an empty file is refused before the scanner is asked', async () => {
  const owner = await newOwner();
  const vault = await draftVault(owner);
  const declared = { fileName: 'a.txt', fileType: 'message' as const, mimeType: 'text/plain' };
  const { uploadUrl } = await owner.ask(api.requestUpload, { params: { id: vault.id }, body: declared });
  const before = clamd.conversations.length;
  expect((await put(owner, uploadUrl, Buffer.alloc(0))).json()).toMatchObject({ code: 'file-empty' });
  expect(clamd.conversations).toHaveLength(before);

  const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = new URL(address);
  const broken = request({
    port,
    method: 'PUT',
    path: new URL(uploadUrl).pathname + new URL(uploadUrl).search,
    headers: { 'content-length': 100_000, host: 'localhost:3000' },
  });
  broken.on('error', () => {});
  broken.write(Buffer.alloc(50_000, 'a'));
  await until(() => clamd.conversations[before]?.received.length).toBe(50_000);
  broken.destroy();
  await until(() => clamd.conversations[before]).toMatchObject({ isClosed: true, isWhole: false });
  expect(await owner.ask(api.listFiles, { params: { id: vault.id } })).toEqual([]);
});

test.each([
  ['clamav:3310', { host: 'clamav', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
])('a scanner can be configured as %s', (CLAMD, clamdPlace) => {
  expect(readConfig({ CLAMD }).clamd).toEqual(clamdPlace);
});

test.each(['clamav', 'clamav:0', 'clamav:70000', 'tcp://clamav:3310', 'unix:clamd.ctl', '/run/clamd.ctl'])(
  '%s is not a scanner, and the start prints the accepted values',
  (CLAMD) => {
    expect(() => readConfig({ CLAMD })).toThrow(
      `CLAMD is "${CLAMD}"; it takes host:port, or unix: and the path of a socket.`,
    );
  },
);
