// Every call sends cookies and JSON as specified, and every failure becomes a CallError with a readable sentence.
import { requestUpload } from '@remembrance/contract/files.ts';
import { listPlans } from '@remembrance/contract/plans.ts';
import { getService } from '@remembrance/contract/service.ts';
import { verifyAccess } from '@remembrance/contract/vault-access.ts';
import { deleteVault } from '@remembrance/contract/vaults.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { CallError, call, callPath, noAnswer, sentenceOf, unexplainedSentence, unreachableSentence } from './call.ts';
import { servicePath } from './service.ts';

afterEach(() => vi.unstubAllGlobals());

function answering(response: Response | Error) {
  const fetch = vi.fn((_path: string, _init: RequestInit) =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const problem = (status: number, body: object) =>
  new Response(JSON.stringify({ status, title: 'No', ...body }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });

test('every call sends the cookies, and a content type only with a body', async () => {
  const fetch = answering(Response.json([]));
  await call(listPlans);
  expect(fetch).toHaveBeenCalledWith('/api/plans', {
    method: 'GET',
    credentials: 'include',
    signal: expect.any(AbortSignal),
  });

  const upload = answering(Response.json({ uploadUrl: '/u' }));
  const body = { fileName: 'a.txt', fileType: 'message', mimeType: 'text/plain' } as const;
  expect(await call(requestUpload, { params: { id: 'v1' }, body })).toEqual({ uploadUrl: '/u' });
  expect(upload.mock.calls[0]?.[1]).toEqual({
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
});

test('LOAD-1: a read without an answer is given up after a minute; a write is not, because it may have arrived', async () => {
  vi.useFakeTimers();
  const aborted = (_path: string, { signal }: RequestInit) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
  const fetch = vi.fn(aborted);
  vi.stubGlobal('fetch', fetch);
  const asked = call(listPlans).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(await asked).toMatchObject({ status: noAnswer, detail: unreachableSentence });
  void call(deleteVault, { params: { id: 'v1' } });
  expect(fetch.mock.lastCall?.[1].signal).toBeUndefined();
});

test('a response without content is undefined', async () => {
  answering(new Response(null, { status: 204 }));
  expect(await call(deleteVault, { params: { id: 'v1' } })).toBeUndefined();
});

test('a refusal becomes an error with its status, its sentence and its facts', async () => {
  answering(
    problem(429, {
      detail: 'Please wait.',
      code: 'answers-paused',
      retryAt: '2026-11-20T14:30:00Z',
      fields: { a: 'b' },
    }),
  );
  const refused = await call(verifyAccess, { query: { token: 't' } }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CallError);
  expect(refused).toMatchObject({
    message: '429: Please wait.',
    status: 429,
    detail: 'Please wait.',
    code: 'answers-paused',
    retryAt: '2026-11-20T14:30:00Z',
    fields: { a: 'b' },
  });
});

test('an error without a problem document uses the response’s text, or its status text', async () => {
  answering(new Response('Slow down', { status: 503 }));
  await expect(call(getService)).rejects.toThrow('503: Slow down');
  answering(
    new Response('<html>', { status: 502, statusText: 'Bad Gateway', headers: { 'content-type': 'text/html' } }),
  );
  await expect(call(getService)).rejects.toThrow('502: Bad Gateway');
});

test('the message of a failed connection explains what to do', async () => {
  answering(new TypeError('Failed to fetch'));
  await expect(call(getService)).rejects.toMatchObject({
    status: 0,
    detail: expect.stringContaining('check your connection'),
  });
});

test('a connection lost in the middle of a response counts as a lost connection', async () => {
  const broken = () => new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) });
  for (const status of [200, 502]) {
    answering(new Response(broken(), { status }));
    await expect(call(getService)).rejects.toMatchObject({ status: 0, detail: unreachableSentence });
  }
});

test('a response without a readable sentence gets ours, and its own text appears only in the message', async () => {
  answering(new Response('', { status: 502, statusText: '' }));
  await expect(call(getService)).rejects.toMatchObject({ message: '502: ', detail: unexplainedSentence });
  answering(new Response('upstream connect error', { status: 503 }));
  await expect(call(getService)).rejects.toMatchObject({
    message: '503: upstream connect error',
    reason: 'upstream connect error',
    detail: unexplainedSentence,
  });
  answering(problem(503, { detail: 'One moment.', code: 'busy' }));
  await expect(call(getService)).rejects.toMatchObject({ detail: 'One moment.', reason: 'One moment.' });
});

test('values in a path and a query are encoded, and missing ones are left out', () => {
  expect(callPath('/api/vaults/:id/files', { id: 'a/b c' })).toBe('/api/vaults/a%2Fb%20c/files');
  expect(callPath('/api/dev/letters', {}, { to: 'a+b@c.d', kind: undefined })).toBe('/api/dev/letters?to=a%2Bb%40c.d');
});

test('only a sentence from the service is shown, never an internal error or a proxy’s status text', () => {
  const refused = new CallError(403, 'All vaults in use', { code: 'plan-limit-reached' });
  expect(sentenceOf(refused, 'Failed to create vault')).toBe('All vaults in use');
  expect(sentenceOf(new CallError(502, 'Bad Gateway'), 'Failed to create vault')).toBe('Failed to create vault');
  expect(sentenceOf(new TypeError('x is not a function'), 'Invalid access code')).toBe('Invalid access code');
});

test('the literal service path matches the contract', () => {
  expect(servicePath).toBe(getService.path);
});
