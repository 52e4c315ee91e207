// The order of checks for a call (limit, origin, session, input, proof), what each check blocks, and that the reply contains only the
// fields of the contract.
import { type Endpoint, endpoint } from '@remembrance/contract/endpoint.ts';
import { proofMinutes } from '@remembrance/contract/limits.ts';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestClock } from '../../testing/test-clock.ts';
import { requestSignal } from '../platform/lib/request-signal.ts';
import { answerProblems } from './problem-reply.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createRoutes, type OpenCall, type Owner, type Routes } from './routes.ts';

const publicUrl = 'https://keep.example';
const other = 'https://keep.local';
const clock = createTestClock();
const app = Fastify();
let owner: Owner | null = null;
let sessionsRead = 0;
/** The inputs that the handlers received. */
const calls: Record<string, unknown>[] = [];
/** The faults in the log. */
const faults: string[] = [];
let reply: unknown = { word: 'yes' };
let isOnHold = false;

let routes: Routes;
beforeAll(async () => {
  answerProblems(app, clock);
  app.addHook('onError', async (_, __, { name, message }) => void (name === 'Refusal' || faults.push(message)));
  routes = createRoutes({
    isOnHold: async () => isOnHold,
    isExchanged: () => false,
    app,
    clock,
    rateLimiter: createRateLimiter({
      clock,
      factor: 1,
      digestKey: (key) => key,
      uncountTry: async () => {},
      countTry: async (_, { endsAt }) => ({ tries: 1, endsAt }),
    }),
    ourOrigins: new Set([publicUrl, other]),
    publicUrl,
    async readOwner() {
      sessionsRead += 1;
      return owner;
    },
  });
  const handler = async (call: OpenCall<Endpoint> & { owner?: Owner | null }) => {
    const { owner, body, repeatKey, network, origin } = call;
    calls.push({ ownerId: owner?.id, body, repeatKey, network, origin, signal: requestSignal() });
    return reply as never;
  };
  const answers = { reply: z.object({ word: z.string() }) };
  const word = { body: z.strictObject({ word: z.string('A word, please') }) };
  const call = (path: string, given: object): Endpoint =>
    endpoint({ method: 'POST', path, summary: 'A call', access: 'anyone', ...given } as never);
  routes.open(call('/open', { ...word, ...answers, isRepeatable: true, limit: { tries: 50, seconds: 60 } }), handler);
  routes.open(call('/nothing', {}), handler);
  routes.open(call('/on-hold', { worksOnHold: true }), handler);
  routes.open(call('/few', { limit: { tries: 1, seconds: 60 } }), handler);
  routes.open(call('/text', { bodyKind: 'signed-text', access: 'payment-gateway' }), handler);
  routes.owner(call('/owned', { ...word, ...answers, access: 'owner' }), handler);
  routes.owner(call('/proven', { ...word, ...answers, access: 'owner', proof: 'always' }), handler);
  routes.owner(call('/sometimes', { ...word, ...answers, access: 'owner', proof: 'sometimes' }), handler);
  await app.ready();
});
afterAll(() => app.close());

const ada = (provenMinutesAgo = 0): Owner => ({
  id: 'ada',
  email: 'ada@example.com',
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  sessionId: 's',
  provenAt: new Date(clock.now().getTime() - provenMinutesAgo * 60_000),
  signedInAt: clock.now(),
  contentFrom: null,
  tokenName: null,
  timeZone: 'UTC',
});
async function post(url: string, payload: object | null = { word: 'x' }, headers: Record<string, string> = {}) {
  const browser = { host: 'keep.example', origin: publicUrl, 'sec-fetch-site': 'same-origin', ...headers };
  const given = payload ? { payload } : {};
  const answer = await app.inject({ method: 'POST', url, headers: browser, ...given });
  const { code, detail, fields } = answer.body === '' ? ({} as Record<string, unknown>) : answer.json();
  return { status: answer.statusCode, body: answer.body, code, detail, fields };
}
const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

test('HOLD-2: on hold a call that changes something is refused before its handler, unless it is marked as working on hold', async () => {
  const reached = async (url: string) => {
    const before = calls.length;
    const { status, code } = await post(url, null);
    return [status, code, calls.length - before];
  };
  expect([await reached('/nothing'), await reached('/on-hold')]).toEqual([
    [204, undefined, 1],
    [204, undefined, 1],
  ]);
  isOnHold = true;
  expect([await reached('/nothing'), await reached('/on-hold')]).toEqual([
    [503, 'on-hold', 0],
    [204, undefined, 1],
  ]);
  isOnHold = false;
});

test('a call for owners is refused without a session, before its input is read, and does not reach its handler', async () => {
  owner = null;
  calls.length = 0;
  expect(await post('/owned', { nonsense: 1 })).toMatchObject({ status: 401, code: 'unauthorized' });
  expect(calls).toEqual([]);
  owner = ada();
  expect(await post('/owned', { nonsense: 1 })).toMatchObject({ status: 400, code: 'invalid-input' });
  expect(await post('/owned')).toMatchObject({ status: 200 });
  expect(calls).toMatchObject([{ ownerId: 'ada', body: { word: 'x' } }]);
});

test('a call from another site is refused before a session is read', async () => {
  owner = ada();
  sessionsRead = 0;
  expect(await post('/owned', { word: 'x' }, foreign)).toMatchObject({ status: 403, code: 'origin-refused' });
  expect(sessionsRead).toBe(0);
  await post('/open');
  expect(sessionsRead).toBe(0);
  await post('/owned');
  expect(sessionsRead).toBe(1);
});

test('a call counts against its limit even if its origin is refused, and over the limit nothing else is checked', async () => {
  expect(await post('/few', null, foreign)).toMatchObject({ code: 'origin-refused' });
  expect(await post('/few', null, foreign)).toMatchObject({ status: 429, code: 'too-many-requests' });
});

test('a call that needs a proof is refused once the proof is ten minutes old; other calls need none', async () => {
  owner = ada(proofMinutes);
  calls.length = 0;
  expect(await post('/proven')).toMatchObject({ status: 403, code: 'proof-needed' });
  expect(calls).toEqual([]);
  for (const path of ['/owned', '/sometimes']) expect(await post(path)).toMatchObject({ status: 200 });
  owner = ada(proofMinutes - 1);
  expect(await post('/proven')).toMatchObject({ status: 200 });
});

test('a call can only be bound with the kind of access in its contract', () => {
  const of = (access: Endpoint['access']) =>
    endpoint({ method: 'GET', path: `/x/${access}`, summary: 'A call', access });
  const handler = async () => ({});
  expect(() => routes.open(of('owner'), handler)).toThrow('GET /x/owner is bound with the wrong access');
  expect(() => routes.stream(of('owner'), handler as never)).toThrow('wrong access');
  for (const access of ['anyone', 'signed-link', 'payment-gateway'] as const) {
    expect(() => routes.owner(of(access), handler)).toThrow('wrong access');
    expect(() => routes.ownerStream(of(access), handler as never)).toThrow('wrong access');
  }
});

test("a reply contains only the contract's fields, and one that violates it is a fault that reveals nothing", async () => {
  reply = { word: 'yes', secret: 'a code' };
  expect((await post('/open')).body).toBe('{"word":"yes"}');
  expect(await post('/nothing', null)).toMatchObject({ status: 204, body: '' });
  reply = { word: 7, secret: 'a code' };
  const broken = await post('/open');
  expect(faults).toEqual(['POST /open sent a reply that breaks the contract']);
  expect(broken).toMatchObject({ status: 500, code: 'fault' });
  expect(broken.body).not.toContain('a code');
  reply = { word: 'yes' };
});

test("links use the caller's origin if it is ours, and the public one for any other Host", async () => {
  calls.length = 0;
  for (const host of ['keep.local', 'keep.example', 'evil.example', 'keep.local:81', ''])
    await post('/open', { word: 'x' }, { host });
  expect(calls.map(({ origin }) => origin)).toEqual([other, publicUrl, publicUrl, publicUrl, publicUrl]);
});

test('every invalid field has its own message, the first is the detail, and unknown fields are refused by name', async () => {
  expect(await post('/open', { word: 7 })).toMatchObject({
    detail: 'A word, please',
    fields: { word: 'A word, please' },
  });
  const unknown = await post('/open', { word: 'x', constructor: 1, [`long${'g'.repeat(99)}`]: 2 });
  expect(unknown).toMatchObject({
    code: 'invalid-input',
    fields: { constructor: 'The field "constructor" is unknown.' },
  });
  const long = await post('/open', { word: 'x', [`long${'g'.repeat(99)}`]: 2 });
  expect(Object.keys(long.fields as object)).toEqual([`long${'g'.repeat(46)}`]);
  expect(await post('/open', [1])).toMatchObject({ code: 'invalid-input', fields: { body: expect.any(String) } });
  expect(await post('/open', null)).toMatchObject({ status: 400, code: 'invalid-input' });
  expect(await post('/nothing', { word: 'x' })).toMatchObject({ code: 'invalid-input' });
});

test("a NUL anywhere in the input is refused with its field's name, because the database cannot store it", async () => {
  const sentence = 'Character 2 (U+0000) cannot be used. Please remove it';
  expect(await post('/open', { word: 'a\0b' })).toMatchObject({ detail: sentence, fields: { word: sentence } });
});

test('an idempotency key is accepted with and without quotation marks, and null only if it was not sent', async () => {
  calls.length = 0;
  const key = 'a-key-of-more-than-16';
  await post('/open');
  for (const given of [key, `"${key}"`]) await post('/open', { word: 'x' }, { 'idempotency-key': given });
  await post('/nothing', null, { 'idempotency-key': 'short' });
  expect(calls.map(({ repeatKey }) => repeatKey)).toEqual([null, key, key, null]);
  for (const given of ['short', `"${key}`, 'x'.repeat(65), 'with spaces in between']) {
    const refused = await post('/open', { word: 'x' }, { 'idempotency-key': given });
    expect(refused).toMatchObject({ code: 'invalid-input', detail: 'The Idempotency-Key is not valid.' });
  }
});

test('a signed body is passed on unchanged, and a missing one as an empty text', async () => {
  calls.length = 0;
  const inject = (payload?: string) =>
    app.inject({
      method: 'POST',
      url: '/text',
      headers: { 'content-type': 'application/json' },
      ...(payload ? { payload } : {}),
    });
  await inject('{ "a":  1 }');
  await inject();
  expect(calls.map(({ body }) => body)).toEqual(['{ "a":  1 }', '']);
  expect(calls[0]?.signal).toBeInstanceOf(AbortSignal);
  expect(calls[0]?.network).toBe('127.0.0.1');
});
