// The calls of the service: those of the specification exist at their paths, and each states who may make it.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sentencesFor } from '../testing/read.ts';
import { api } from './api.ts';
import type { Access, Endpoint } from './endpoint.ts';

const calls = Object.entries(api) as [string, Endpoint][];
const fieldsOf = (schema: Endpoint['body']) => (schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []);

test.each<[string, string, Access]>([
  ['GET', '/api/auth/user', 'owner'],
  ['GET', '/api/vaults', 'owner'],
  ['GET', '/api/plans', 'anyone'],
  ['POST', '/api/vaults', 'owner'],
  ['POST', '/api/vaults/:id/files/upload-url', 'owner'],
  ['DELETE', '/api/vaults/:id', 'owner'],
  ['GET', '/api/vaults/:id', 'owner'],
  ['GET', '/api/vaults/:id/files', 'owner'],
  ['GET', '/api/vaults/:id/executors', 'owner'],
  ['PATCH', '/api/vaults/:id', 'owner'],
  ['POST', '/api/executor/verify', 'anyone'],
  ['POST', '/api/executor/release/:vaultId', 'anyone'],
  ['GET', '/api/vault-access/verify', 'anyone'],
  ['POST', '/api/vault-access/verify-email', 'anyone'],
  ['POST', '/api/vault-access/verify-answers', 'anyone'],
  ['POST', '/api/create-subscription', 'owner'],
  ['POST', '/api/create-payment-intent', 'owner'],
  ['POST', '/api/complete-payment', 'owner'],
  ['GET', '/api/login', 'anyone'],
  ['GET', '/api/logout', 'anyone'],
])('the specification has %s %s, for %s', (method, path, access) => {
  expect(calls.filter(([, call]) => call.method === method && call.path === path)).toMatchObject([
    [expect.any(String), { access }],
  ]);
});

test('no two calls share a path, even if one has a parameter', () => {
  const places = calls.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`);
  expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
});

test.each(calls)('the parameters of %s are those of its path', (_, { path, params }) => {
  const named = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name);
  expect(fieldsOf(params)).toEqual(named);
  expect(path).toMatch(/^\/api(\/(:[a-zA-Z]+|[a-z]+(-[a-z]+)*|openapi\.json))+$/);
});

test.each(calls)('every call has a summary and a limit, and only a call that writes has a body', (_, call) => {
  expect(call.summary).toMatch(/^[A-Z].*\.$/s);
  expect(call.limit.tries).toBeGreaterThan(0);
  expect(call.limit.seconds).toBeGreaterThan(0);
  if (call.method === 'GET') expect(call.bodyKind).toBe('none');
  if (call.isRepeatable) expect(['POST json', 'PATCH json']).toContain(`${call.method} ${call.bodyKind}`);
});

/** The names of all fields, at any depth. */
const namesIn = (schema: object): string[] =>
  Object.entries(schema).flatMap(([key, value]) => {
    if (typeof value !== 'object' || value === null) return [];
    return [...(key === 'properties' ? Object.keys(value) : []), ...namesIn(value)];
  });

test('no reply shows a digest, a hash or a key of the database', () => {
  const names = calls.flatMap(([name, { reply }]) =>
    namesIn(z.toJSONSchema(reply, { unrepresentable: 'any' })).map((field) => `${name}.${field}`),
  );
  expect(names.length).toBeGreaterThan(200);
  const internal = names.filter((name) => /\..*(digest|hash|salt|sealed|wrapped|(?<!pass)key)/i.test(name));
  const published = [
    'getDraftKeys.keys',
    'getService.publishableKey',
    'listCheckpoints.digest',
    'listCheckpoints.publicKey',
  ];
  expect(internal.toSorted()).toEqual(published);
});

test('only an owner needs a proof, and each such call can be refused without one', () => {
  for (const [name, call] of calls) {
    if (call.proof !== 'none') expect(call.access, name).toBe('owner');
    // The link of a letter works without a session, but not to replace something newer.
    const mayNeedOne = call.proof !== 'none' || name === 'undoOwnerChange';
    expect(call.refusals.includes('proof-needed'), name).toBe(mayNeedOne);
  }
});

test.each([
  'correctExecutor',
  'reissueCode',
  'changeProfile',
  'exportAccount',
  'deleteAccount',
  'requestEmailChange',
  'beginPasskey',
  'removePasskey',
  'beginTwoFactor',
  'endTwoFactor',
  'renewRecoveryCodes',
  'endSession',
  'endOtherSessions',
  'forgetBrowser',
] as const)('%s redirects or destroys something, so it always requires a proof', (name) => {
  expect(api[name].proof).toBe('always');
});

/** Calls that would let somebody without a session try codes, links, answers or passwords. */
const guessable = calls.filter(
  ([, { access, method, bodyKind }]) => access === 'anyone' && method === 'POST' && bodyKind === 'json',
);

test.each(guessable)('guessing with %s is limited per network across processes, or per account', (name, call) => {
  expect(guessable.length).toBeGreaterThan(15);
  if (name === 'signIn') return expect(call.limit.tries).toBeLessThanOrEqual(300); // these calls are also counted for each account
  expect(call.limit.durable).toBe(true);
  expect(call.limit.tries / call.limit.seconds).toBeLessThanOrEqual(1);
});

test.each(calls.filter(([, { bodyKind }]) => bodyKind === 'json'))(
  '%s accepts only an object as its body',
  (_, { body }) => {
    for (const value of [undefined, null, 'text', 7, true, [], [{}]]) expect(sentencesFor(body, value)).not.toEqual([]);
    const fields = fieldsOf(body);
    expect(fields.length).toBeGreaterThan(0);
    for (const unknown of ['__proto__x', 'constructor', 'isAdmin']) {
      expect(fields).not.toContain(unknown);
      expect(body.safeParse(Object.fromEntries([[unknown, 1]])).error?.issues).toContainEqual(
        expect.objectContaining({ code: 'unrecognized_keys', keys: [unknown] }),
      );
    }
  },
);

/** Texts and files that an owner has written, by the names of their fields. */
const content = ['message', 'question', 'downloadUrl', 'transcript', 'isAccepted'];
/** Owners' calls that return content or bytes and need not wait after a move to a new address. */
const returnsOnlyWhatWasSent = ['createVault', 'getPicture', 'listAllExecutors'];

test('every call whose reply contains what an owner has written waits after a move to a new address', () => {
  const reading = calls.filter(([, { access, reply, replyKind }]) => {
    const fields = replyKind === 'json' ? namesIn(z.toJSONSchema(reply, { unrepresentable: 'any' })) : [];
    return access === 'owner' && (replyKind === 'bytes' || fields.some((field) => content.includes(field)));
  });
  expect(reading.length).toBeGreaterThan(5);
  const names = reading.map(([name]) => name).filter((name) => !returnsOnlyWhatWasSent.includes(name));
  const waiting = calls.filter(([, { readsContent }]) => readsContent).map(([name]) => name);
  // It returns no content, but puts it into a vault that may be released to anyone.
  expect(waiting.toSorted()).toEqual([...names, 'copyFile'].toSorted());
});
