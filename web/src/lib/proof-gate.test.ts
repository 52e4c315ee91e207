// The connection between a call that needs a proof and the dialog that asks for it.
import { requestEmailChange } from '@remembrance/contract/account.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { call } from './call.ts';
import { askForProof, registerProofPrompt } from './proof-gate.ts';

afterEach(() => vi.unstubAllGlobals());

const body = { email: 'new@example.com' };
const refused = () =>
  new Response(JSON.stringify({ status: 403, title: 'No', detail: 'Please confirm it is you', code: 'proof-needed' }), {
    status: 403,
    headers: { 'content-type': 'application/problem+json' },
  });

function answering(...responses: (() => Response)[]) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => (responses.shift() ?? refused)());
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('without a dialog a proof is refused and the call is not sent again', async () => {
  const fetch = answering();
  expect(await askForProof('')).toBe(false);
  await expect(call(requestEmailChange, { body })).rejects.toThrow('403: Please confirm it is you');
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('after the proof the same call is sent again, once', async () => {
  const stop = registerProofPrompt(async () => true);
  const fetch = answering(refused, () => Response.json(body));
  expect(await call(requestEmailChange, { body })).toEqual(body);
  expect(fetch.mock.calls[1]).toEqual(fetch.mock.calls[0]);
  const stubborn = answering();
  await expect(call(requestEmailChange, { body })).rejects.toMatchObject({ code: 'proof-needed' });
  expect(stubborn).toHaveBeenCalledTimes(2);
  stop();
});

test('a page that was left does not remove the next page’s dialog', async () => {
  const stopFirst = registerProofPrompt(async () => false);
  const stopSecond = registerProofPrompt(async () => true);
  stopFirst();
  expect(await askForProof('')).toBe(true);
  stopSecond();
  expect(await askForProof('')).toBe(false);
});

test('other refusals ask for no proof', async () => {
  const prompt = vi.fn(async () => true);
  const stop = registerProofPrompt(prompt);
  answering(() => new Response('', { status: 403 }));
  await expect(call(requestEmailChange, { body })).rejects.toMatchObject({ status: 403 });
  expect(prompt).not.toHaveBeenCalled();
  stop();
});
