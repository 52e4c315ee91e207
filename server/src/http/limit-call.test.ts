// The rate limit headers of replies, over a real connection.
import { endpoint } from '@remembrance/contract/endpoint.ts';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { answerProblems } from './problem-reply.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createRoutes } from './routes.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The reply of a server to a call, as its status and its two headers. */
async function ask(server: TestApp['app'], path: string): Promise<(string | number | null)[]> {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' });
  const reply = await fetch(`${server.listeningOrigin}${path}`);
  await reply.arrayBuffer();
  return [reply.status, reply.headers.get('ratelimit-policy'), reply.headers.get('ratelimit')];
}

function openLimitedApp() {
  const app = Fastify();
  closing.push(() => app.close());
  const clock = createTestClock();
  // Another process has already counted two tries of the durable limit.
  let counted = 2;
  const countTry = async (_: string, { endsAt }: { endsAt: Date }) => ({ tries: ++counted, endsAt });
  const rateLimiter = createRateLimiter({
    clock,
    factor: 2,
    digestKey: (key) => key,
    countTry,
    uncountTry: async () => {},
  });
  const publicUrl = 'https://keep.example';
  answerProblems(app, clock);
  const routes = createRoutes({
    isOnHold: async () => false,
    isExchanged: () => false,
    app,
    clock,
    rateLimiter,
    ourOrigins: new Set([publicUrl]),
    publicUrl,
    readOwner: async () => null,
  });
  const call = (path: string, durable: boolean) =>
    endpoint({ method: 'GET', path, summary: 'A call', access: 'anyone', limit: { tries: 2, seconds: 60, durable } });
  routes.open(call('/api/one', false), async () => ({}));
  routes.open(call('/api/refused', false), async () => refuse('vault-not-found'));
  routes.open(call('/api/durable', true), async () => ({}));
  return { app, clock };
}

test('every reply, even a refusal, states the limit, the calls left and the reset time', async () => {
  const { app, clock } = openLimitedApp();
  const policy = '"network";q=4;w=60';
  expect(await ask(app, '/api/one')).toEqual([204, policy, '"network";r=3;t=60']);
  clock.pass({ seconds: 20 });
  expect(await ask(app, '/api/one')).toEqual([204, policy, '"network";r=2;t=40']);
  expect(await ask(app, '/api/refused')).toEqual([404, policy, '"network";r=3;t=60']);
  await ask(app, '/api/one');
  expect(await ask(app, '/api/one')).toEqual([204, policy, '"network";r=0;t=40']);
  expect(await ask(app, '/api/one')).toEqual([429, policy, '"network";r=0;t=40']);
  clock.pass({ seconds: 40 });
  expect(await ask(app, '/api/one')).toEqual([204, policy, '"network";r=3;t=60']);
});

test('a limit counted across processes includes the calls of other processes', async () => {
  const { app } = openLimitedApp();
  expect(await ask(app, '/api/durable')).toEqual([204, '"network";q=4;w=60', '"network";r=1;t=60']);
});

test('the headers have the format that the API document declares', { tags: 'long' }, async () => {
  const { app, close } = await openTestApp({ RATE_LIMIT_FACTOR: '1' });
  closing.push(close);
  const { components } = (await (await app.inject('/api/openapi.json')).json()) as {
    components: { headers: Record<string, { schema: { pattern: string } }> };
  };
  const patternOf = (name: string) => new RegExp(components.headers[name]?.schema.pattern ?? '$^');
  for (const [path, status] of [
    ['/api/plans', 200],
    ['/api/vaults', 401],
    ['/api/vault-access/verify', 400],
  ] as const) {
    const [replied, policy, left] = await ask(app, path);
    expect(replied).toBe(status);
    expect(policy).toMatch(patternOf('RateLimitPolicy'));
    expect(left).toMatch(patternOf('RateLimit'));
  }
});
