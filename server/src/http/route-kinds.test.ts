// The calls that are not JSON in and JSON out: streams, files as bodies, and what stops when a caller disconnects.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Endpoint, endpoint } from '@remembrance/contract/endpoint.ts';
import Fastify, { type FastifyReply } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestClock } from '../../testing/test-clock.ts';
import { until } from '../../testing/until.ts';
import { requestSignal } from '../platform/lib/request-signal.ts';
import { factsOf } from './log-answers.ts';
import { answerProblems } from './problem-reply.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createRoutes, type OpenCall, type Owner } from './routes.ts';

const publicUrl = 'https://keep.example';
const clock = createTestClock();
const app = Fastify({ bodyLimit: 1000 });
let owner: Owner | null = null;
let found: unknown;
/** The owners in the log lines. */
const ownersNoted: unknown[] = [];
/** The test's action while its call is handled. */
let during: (reply: FastifyReply) => Promise<void> = async () => {};

const call = (path: string, given: object): Endpoint =>
  endpoint({ method: 'POST', path, summary: 'A call', access: 'anyone', ...given } as never);
const isStored = async () => null;

beforeAll(async () => {
  answerProblems(app, clock);
  app.addHook('onResponse', async (request) => void ownersNoted.push(factsOf(request).ownerId));
  const routes = createRoutes({
    isOnHold: async () => false,
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
    ourOrigins: new Set([publicUrl]),
    publicUrl,
    async readOwner(_, find) {
      found = find;
      return owner;
    },
  });
  const stream = async ({ reply }: OpenCall<Endpoint>) => reply.type('text/csv').send('a,b\n');
  routes.stream(call('/stream', { reply: z.object({ word: z.string() }) }), stream);
  routes.ownerStream(call('/owned-stream', { access: 'owner' }), stream);
  routes.owner(call('/found', { access: 'owner' }), async () => undefined as never, isStored);
  routes.stream(call('/bytes', { bodyKind: 'bytes' }), async ({ body, request, reply }) => {
    const { length } = await buffer(request.raw);
    return reply.send({ body: body ?? null, length, takesBytes: request.routeOptions.config.takesBytes });
  });
  routes.stream(call('/text', { bodyKind: 'signed-text' }), async ({ body, request, reply }) =>
    reply.send({ body, takesBytes: request.routeOptions.config.takesBytes ?? false }),
  );
  routes.stream(call('/waiting', {}), async ({ reply }) => {
    await during(reply);
    return reply.raw.closed ? reply.hijack() : reply.send('done');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const post = (url: string, payload?: string | Buffer, type = 'application/json') =>
  app.inject({
    method: 'POST',
    url,
    ...(payload === undefined ? {} : { payload }),
    headers: { origin: publicUrl, 'sec-fetch-site': 'same-origin', 'content-type': type },
  });
function send(): http.ClientRequest {
  const { port } = app.server.address() as AddressInfo;
  return http.request({ port, host: '127.0.0.1', path: '/waiting', method: 'POST' });
}

test('a stream handler sends its own reply, and one for owners gets an owner', async () => {
  owner = null;
  expect((await post('/stream', '{}')).body).toBe('a,b\n');
  expect(await post('/owned-stream', '{}')).toMatchObject({ statusCode: 401 });
  owner = { id: 'ada', tokenName: null as string | null } as Owner;
  expect(await post('/owned-stream', '{}')).toMatchObject({ statusCode: 200, body: 'a,b\n' });
  expect(ownersNoted).toEqual([undefined, undefined, 'ada']);
});

test('data that a handler reads with the session is read in the same statement', async () => {
  owner = { id: 'ada', tokenName: null as string | null } as Owner;
  expect(await post('/found', '{}')).toMatchObject({ statusCode: 204 });
  expect(found).toBe(isStored);
  await post('/owned-stream', '{}');
  expect(found).toBeUndefined();
});

test.each(['application/json', 'image/png', 'text/plain'])(
  'a body of bytes is not read, whatever its type (%s) and size; a signed text has the usual limit',
  async (type) => {
    const bytes = Buffer.alloc(5000, '{');
    expect((await post('/bytes', bytes, type)).json()).toEqual({ body: null, length: 5000, takesBytes: true });
    expect((await post('/text', '{"a', type)).json()).toEqual({ body: '{"a', takesBytes: false });
    expect(await post('/text', bytes, type)).toMatchObject({ statusCode: 413 });
  },
);

test('the work of a call stops if its caller disconnects, but not if the request ends in another way', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const started = Promise.withResolvers<void>();
  during = async ({ raw }) => {
    signals.push(requestSignal(), requestSignal());
    started.resolve();
    await once(raw, 'close');
    signals.push(requestSignal());
  };
  const leaving = send().on('error', () => {});
  leaving.end();
  await started.promise;
  expect(signals.map((signal) => signal?.aborted)).toEqual([false, false]);
  leaving.destroy();
  await until(() => signals.map((signal) => signal?.aborted)).toEqual([true, true, true]);
  expect(new Set(signals).size).toBe(1);
});

test('work that checks only after its caller has disconnected stops immediately', async () => {
  const isStopped = Promise.withResolvers<boolean | undefined>();
  const started = Promise.withResolvers<void>();
  during = async ({ raw }) => {
    started.resolve();
    await once(raw, 'close');
    isStopped.resolve(requestSignal()?.aborted);
  };
  const leaving = send().on('error', () => {});
  leaving.end();
  await started.promise;
  leaving.destroy();
  expect(await isStopped.promise).toBe(true);
});

test('a fully answered call stops no work', async () => {
  const closed = Promise.withResolvers<boolean | undefined>();
  during = async ({ raw }) => {
    const signal = requestSignal();
    raw.once('close', () => closed.resolve(signal?.aborted));
  };
  const staying = send();
  staying.end();
  const [answer] = await once(staying, 'response');
  expect((await buffer(answer)).toString()).toBe('done');
  expect(await closed.promise).toBe(false);
});
