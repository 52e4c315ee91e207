// Every thrown error becomes a reply: a refusal with its code and retry time, a fault without any detail of its cause.
import { refusals } from '@remembrance/contract/refusals.ts';
import { DrizzleQueryError } from 'drizzle-orm';
import fc from 'fast-check';
import Fastify from 'fastify';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { KeyServiceUnavailable } from '../keys/master/master-keys.ts';
import { DatabaseUnavailable } from '../platform/lib/database-unavailable.ts';
import { Refusal } from '../platform/lib/refusal.ts';
import { answerProblems, describeFault } from './problem-reply.ts';

let clock: TestClock;
let thrown: unknown;
let logged: string;
let app: ReturnType<typeof openApp>;
const openApp = () => {
  const write = (line: string) => {
    logged += line;
  };
  const server = Fastify({ logger: { level: 'warn', stream: { write } } });
  answerProblems(server, clock);
  server.post('/', async () => {
    throw thrown;
  });
  return server;
};
beforeEach(() => {
  clock = createTestClock();
  logged = '';
  app = openApp();
});
afterEach(() => app.close());

const answer = async (error: unknown) => {
  thrown = error;
  const reply = await app.inject({ method: 'POST', url: '/', payload: {} });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
};
const secret = 'rosa@example.com';
const databaseError = (code: string) => Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code });
const query = (cause: Error) => new DrizzleQueryError('insert into users values ($1)', [secret], cause);

test('each refusal is answered with its status, title, code and request id, as problem+json', async () => {
  for (const [code, { status, title, detail }] of Object.entries(refusals)) {
    const reply = await answer(new Refusal(code as keyof typeof refusals));
    expect(reply.body, code).toEqual({ status, title, detail, code, requestId: expect.any(String) });
    expect([reply.status, reply.headers['content-type']]).toEqual([status, 'application/problem+json; charset=utf-8']);
  }
  expect(logged).toBe('');
});

test('the time to try again is in the body to the millisecond and in the header in whole seconds, never too early', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -5000, max: 100_000_000 }), async (milliseconds) => {
      const retryAt = new Date(clock.now().getTime() + milliseconds);
      const { headers, body } = await answer(new Refusal('too-many-requests', { retryAt }));
      const seconds = Number(headers['retry-after']);
      expect(body.retryAt).toBe(retryAt.toISOString());
      expect(Number.isInteger(seconds) && seconds >= 1).toBe(true);
      expect(seconds * 1000).toBeGreaterThanOrEqual(milliseconds);
      expect(seconds * 1000).toBeLessThan(Math.max(0, milliseconds) + 1001);
    }),
    { numRuns: 60, examples: [[0], [1], [999], [1000], [1001], [-1]] },
  );
  expect((await answer(new Refusal('not-found'))).headers['retry-after']).toBeUndefined();
});

test("the body contains a refusal's additions: its message, the fields, the release and the failing parts", async () => {
  const releasedAt = new Date('2027-03-04T09:30:00Z');
  const failing = [{ part: 'disk', problem: 'It is full.', since: releasedAt.toISOString() }];
  const extras = { detail: 'Because.', fields: { title: 'Too long' }, releasedAt, failing };
  expect((await answer(new Refusal('vault-released', extras))).body).toMatchObject({
    ...extras,
    releasedAt: releasedAt.toISOString(),
  });
});

test.each([
  ['a lost connection', new DatabaseUnavailable('no connection')],
  ['a server that shuts down', databaseError('57P01')],
  ['a deadlock', query(databaseError('40P01'))],
  ['a full disk of the database', query(databaseError('53100'))],
  ['a query without a reply', query(new Error('Query read timeout'))],
])('%s is a temporary refusal, with the time to try again', async (_, error) => {
  const { status, headers, body } = await answer(error);
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'database-unavailable', '5']);
  expect(logged).toContain('the database did not answer');
  expect(logged + JSON.stringify(body)).not.toContain(secret);
});

test('an unavailable key service is a temporary refusal, with the time to try again', async () => {
  const { status, headers, body } = await answer(new KeyServiceUnavailable('away', { cause: new Error(secret) }));
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'keys-unavailable', '5']);
  expect(logged).toContain('the key service did not answer');
  expect(logged + JSON.stringify(body)).not.toContain(secret);
});

test.each([
  ['an error', new Error(`no mailbox ${secret}`), false],
  ['a query', query(databaseError('23505')), true],
  ['a query whose value looks like a stack', query(Object.assign(new Error(`at ${secret} (file.ts:1)`), {})), true],
  ['an error that carries a status', Object.assign(new Error('from Stripe'), { statusCode: 402 }), false],
  ['a status of an HTTP library', Object.assign(new Error('teapot'), { status: 418, code: 'ETEAPOT' }), false],
])('%s that is unexpected is a bare 500, and its cause is only in the log', async (_, error, isQuery) => {
  const { status, body } = await answer(error);
  expect(status).toBe(500);
  expect(body).toEqual({
    status: 500,
    title: 'Something went wrong',
    code: 'fault',
    requestId: expect.any(String),
    detail: 'Something went wrong on our side. Please try again in a moment.',
  });
  expect(logged).toContain(body.requestId);
  if (isQuery) expect(logged).not.toContain(secret);
});

test('any thrown value can be described', () => {
  for (const odd of ['text', 7, null, undefined, {}]) expect(describeFault(odd)).toEqual({ name: typeof odd });
  const fault = new TypeError('broken', { cause: databaseError('23505') });
  expect(describeFault(fault)).toMatchObject({ name: 'TypeError', message: 'broken', cause: { code: '23505' } });
});

test('malformed JSON and an unknown content type have their own refusals, and the connection of a truncated body is closed', async () => {
  const send = (payload: string, type: string) =>
    app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': type } });
  for (const text of ['{', '{"a":}', '[1,', 'null x', '"\\ud800']) {
    expect((await send(text, 'application/json')).json()).toMatchObject({ status: 400, code: 'invalid-json' });
  }
  expect((await send('', 'application/json')).json()).toMatchObject({ code: 'invalid-json' });
  expect((await send('<a/>', 'text/xml')).json()).toMatchObject({ status: 415, code: 'unsupported-media-type' });
  const large = await send(`"${'x'.repeat(1_100_000)}"`, 'application/json');
  expect([large.json().code, large.headers.connection]).toEqual(['too-large', 'close']);
});

test('a problem at a URL that a browser opened is a page with its message and a link to continue, and nothing else', async () => {
  const open = async (error: unknown) => {
    thrown = error;
    return app.inject({ method: 'POST', url: '/', payload: {}, headers: { 'sec-fetch-mode': 'navigate' } });
  };
  const fault = await open(new Error(`no ${secret} <b>`));
  expect([fault.statusCode, fault.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
  expect(fault.body).toContain('<p>Something went wrong on our side. Please try again in a moment.</p>');
  expect(fault.body).toContain('<a href="/">');
  expect(fault.body).not.toMatch(/rosa|fault/);
  const refused = await open(new Refusal('busy'));
  expect(refused.statusCode).toBe(refusals.busy.status);
  expect(refused.body).toContain(refusals.busy.title);
});
