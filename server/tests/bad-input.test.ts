// Input that violates the contract is refused before anything happens, with the right status and message.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { api } from '@remembrance/contract/api.ts';
import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import { maxJsonBodyBytes } from '@remembrance/contract/limits.ts';
import { addressOf } from '@remembrance/contract/testing/caller.ts';
import { vaultForm } from '@remembrance/contract/testing/cast.ts';
import { releaseWayMissing } from '@remembrance/contract/vaults.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessTable } from '../testing/access-table.ts';
import type { Sent } from '../testing/caller.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { type Owner, type PaidVault, paidVault, put, signedIn } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const maxFileBytes = 1024 * 1024;
let app: TestApp;
let owner: Owner;
let vault: PaidVault;
let before: Record<string, string>;
beforeAll(async () => {
  app = await openTestApp({ MAX_FILE_BYTES: String(maxFileBytes) });
  owner = await signedIn(app);
  vault = await paidVault(app, owner);
  before = await fingerprint(app.database);
});
afterAll(() => app.close());

/** A valid call by Ada about her vault. */
function validCall(name: keyof typeof api): { endpoint: Endpoint; sent: Sent<Endpoint> } {
  const sent = accessTable[name].send({ id: vault.id, secret: '?expires=1&signature=1&access=1', part: vault.id });
  return { endpoint: api[name], sent: sent as Sent<Endpoint> };
}
const namesWhere = (is: (endpoint: Endpoint) => boolean) =>
  (Object.keys(api) as (keyof typeof api)[]).filter((name) => is(api[name]));
/** Compares with the state after the previous call, which every call must leave as it was. */
async function expectUnchanged(): Promise<void> {
  const previous = before;
  before = await fingerprint(app.database);
  expect(before).toEqual(previous);
}

describe('INPUT-1: an unknown field is refused, and nothing changes', () => {
  const notForCallers = {
    status: 'released',
    paymentStatus: 'paid',
    creatorId: '00000000-0000-7000-8000-000000000000',
    releasedAt: '2026-01-01T00:00:00Z',
    editCount: -10,
    price: '0.01',
    activatedAt: '2026-01-01T00:00:00Z',
    subscriptionId: '00000000-0000-7000-8000-000000000000',
    userId: '00000000-0000-7000-8000-000000000000',
    emailVerified: true,
    accessCode2: 'x',
    constructor: {},
  };

  test.each(namesWhere(({ bodyKind }) => bodyKind === 'json' || bodyKind === 'none'))(
    'an unknown field in the body of %s is refused',
    async (name) => {
      const { endpoint, sent } = validCall(name);
      if (endpoint.method === 'GET') return; // has no body
      for (const [field, value] of Object.entries(notForCallers)) {
        const body = { ...(sent.body as object), [field]: value };
        const refused = await owner.refused(endpoint, { ...sent, body } as Sent<Endpoint>);
        expect(refused).toMatchObject({ status: 400, code: 'invalid-input', fields: { [field]: expect.any(String) } });
      }
      await expectUnchanged();
    },
  );

  // An OpenID provider may add its own query parameters.
  const isOurs = ({ access, path }: Endpoint) => access !== 'payment-gateway' && path !== api.loginCallback.path;
  test.each(namesWhere(isOurs))('an unknown field in the query of %s is refused', async (name) => {
    const { endpoint, sent } = validCall(name);
    const refused = await owner.refused(endpoint, {
      ...sent,
      query: { ...(sent.query as object), status: 'released' },
    });
    expect(refused).toMatchObject({ status: 400, code: 'invalid-input' });
    await expectUnchanged();
  });
});

describe('an id in capital letters is not an id, because seals and digests are bound to its text', () => {
  const sentFor = (name: keyof typeof api, id: string) =>
    accessTable[name].send({ id, secret: '?expires=1&signature=1&access=1', part: id }) as Sent<Endpoint>;
  const names = (Object.keys(api) as (keyof typeof api)[]).filter((name) =>
    JSON.stringify(sentFor(name, 'the id')).includes('the id'),
  );

  test.each(names)('%s refuses an id in capital letters', async (name) => {
    const { status } = await owner.refused(api[name], sentFor(name, vault.id.toUpperCase()));
    expect(status).toBeLessThan(500);
    await expectUnchanged();
  });
});

describe('a JSON body is read only with a JSON content type', () => {
  const contentTypes = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/plain; application/json',
    'application/jsonx',
    ' application/json garbage',
    'garbage',
    '',
  ];

  test.each(namesWhere(({ bodyKind }) => bodyKind === 'json'))('%s', async (name) => {
    const { endpoint, sent } = validCall(name);
    const url = addressOf(endpoint, sent.params, sent.query);
    const payload = JSON.stringify(sent.body);
    for (const contentType of contentTypes) {
      const answer = await owner.send({
        method: endpoint.method,
        url,
        payload,
        headers: { 'content-type': contentType },
      });
      expect(answer.statusCode, `${contentType}: ${answer.body}`).toBe(415);
      expect(answer.json().code).toBe('unsupported-media-type');
    }
    await expectUnchanged();
  });

  test('invalid JSON is a 400, and repeated or special keys do not bypass the contract', async () => {
    const headers = { 'content-type': 'application/json' };
    const url = addressOf(api.editVault, { id: vault.id }, {});
    const payloads = [
      ...['', '{', 'null', '[]', '"text"', '1e400', '{"title":', '\ufeff{}', '{"title":"a",}', "{'title':'a'}", 'NaN'],
      ...['{"__proto__":{"status":"released"}}', '{"constructor":{"prototype":{}}}', '['.repeat(100_000)],
      `{"title":"a","title":{"$ne":1},"recipientName":"b","recipientEmail":"c@example.com"}`,
    ];
    for (const payload of payloads) {
      const answer = await owner.send({ method: 'PATCH', url, payload, headers });
      expect(answer.statusCode, payload.slice(0, 80)).toBe(400);
    }
    await expectUnchanged();
  });
});

describe('a body that is too large or has no length is not read', () => {
  test.each(namesWhere(({ bodyKind }) => bodyKind === 'json'))('%s', async (name) => {
    const { endpoint, sent } = validCall(name);
    const body = { ...(sent.body as object), title: 'x'.repeat(maxJsonBodyBytes) } as never;
    expect(await owner.refused(endpoint, { ...sent, body })).toMatchObject({ status: 413, code: 'too-large' });
    await expectUnchanged();
  });

  test('an upload without a length is a 411, a too large one a 413, an empty one or a part a 400; none leaves a file behind', async () => {
    const declared = { fileName: 'film.bin', fileType: 'document', mimeType: 'application/octet-stream' } as const;
    const { uploadUrl } = await owner.ask(api.requestUpload, { params: { id: vault.id }, body: declared });
    const stream = { method: 'PUT' as const, url: uploadUrl, payload: Readable.from([Buffer.from('bytes')]) };
    expect((await owner.send(stream)).json()).toMatchObject({ status: 411, code: 'length-required' });
    const tooLarge = await put(owner, uploadUrl, Buffer.alloc(maxFileBytes + 1));
    expect(tooLarge.json()).toMatchObject({ status: 413, code: 'too-large' });
    expect((await put(owner, uploadUrl, Buffer.alloc(0))).json()).toMatchObject({ status: 400, code: 'file-empty' });
    const headers = { 'content-type': 'application/octet-stream', 'content-range': 'bytes 0-4/10' };
    const part = { method: 'PUT' as const, url: uploadUrl, payload: Buffer.from('bytes'), headers };
    expect((await owner.send(part)).json()).toMatchObject({ status: 400, code: 'bad-request' });
    expect(await owner.ask(api.listFiles, { params: { id: vault.id } })).toEqual([]);
    expect(storedFiles()).toEqual([]);
  });

  const storedFiles = () =>
    readdirSync(path.join(app.services.config.dataDirectory, 'objects'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map(({ name }) => name);
});

describe('a refused field has its own message', () => {
  test.each([
    ['title', { title: '  ' }, 'Title is required'],
    ['recipientName', { recipientName: '' }, 'Recipient name is required'],
    ['recipientEmail', { recipientEmail: 'rosa' }, 'Valid email is required'],
    ['message', { message: '' }, 'Message is required'],
    ['securityQuestion1', { securityQuestion1: '' }, 'Security question 1 is required'],
    ['securityAnswer1', { securityAnswer1: '' }, 'Security answer 1 is required'],
    ['planType', { planType: 'free' as never }, 'Please select a pricing plan'],
    ['executorEmail', { executorName: '', executorEmail: '', scheduledReleaseDate: '' }, releaseWayMissing],
  ])('%s', async (field, changes, sentence) => {
    const refused = await owner.refused(api.createVault, { body: vaultForm(changes) });
    expect(refused).toMatchObject({ status: 400, detail: sentence, fields: { [field]: sentence } });
  });
});
