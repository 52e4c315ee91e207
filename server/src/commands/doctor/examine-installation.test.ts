// What the doctor says about settings that are wrong, and about a proxy in front of the service.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../settings/config.ts';
import { examineInstallation } from './examine-installation.ts';
import { examineProxyAt } from './examine-proxy.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  process.exitCode = 0;
  for (const close of closing.splice(0)) await close();
});

async function serve(answer: http.RequestListener, onContinue?: http.RequestListener): Promise<string> {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  if (onContinue) server.on('checkContinue', onContinue);
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const reply = (response: http.ServerResponse, body: unknown, left = 10) => {
  response.setHeader('ratelimit', `"default";r=${left};t=60`);
  response.end(JSON.stringify(body));
};

test('wrong settings are a line each, without their secrets, and the exit code says so', async () => {
  vi.stubEnv('PORT', 'eighty');
  vi.stubEnv('SECRET', 'hunter2');
  const { text, facts } = await examineInstallation();
  expect(text.split('\n')).toEqual([
    'WRONG  settings    PORT is "eighty"; it takes a whole number from 1 to 65535.',
    'WRONG  settings    SECRET is not valid; it takes a secret of at least 32 characters.',
    '2 wrong.',
  ]);
  expect(facts).toMatchObject([
    { part: 'settings', state: 'WRONG' },
    { part: 'settings', state: 'WRONG' },
  ]);
  expect(process.exitCode).toBe(1);
});

const statesOf = (found: Awaited<ReturnType<typeof examineProxyAt>>) => found.map(({ state, words }) => [state, words]);

test('a proxy that leads elsewhere, is away or refuses large files is wrong, with what to do', async () => {
  const config = readConfig({});
  const elsewhere = await serve((_, response) => reply(response, { publicUrl: 'https://other.example' }));
  expect(statesOf(await examineProxyAt({ ...config, publicUrl: elsewhere }))).toEqual([
    ['WRONG', expect.stringContaining('leads to something else (status 200)')],
  ]);
  expect(statesOf(await examineProxyAt({ ...config, publicUrl: 'http://127.0.0.1:9' }))).toEqual([
    ['WRONG', expect.stringContaining('cannot be used from here (ECONNREFUSED)')],
  ]);
  let publicUrl = '';
  const tooLarge: http.RequestListener = (_, response) => response.writeHead(413).end();
  publicUrl = await serve((_, response) => reply(response, { publicUrl }), tooLarge);
  expect(statesOf(await examineProxyAt({ ...config, publicUrl }))[1]).toEqual([
    'WRONG',
    expect.stringContaining('client_max_body_size 600m'),
  ]);
});

test('a proxy that passes everything is right, and what cannot be seen from inside is said with the way to see it', async () => {
  let publicUrl = '';
  const asked: string[] = [];
  publicUrl = await serve((request, response) => {
    asked.push(request.url ?? '');
    reply(response, { publicUrl });
  });
  const { port } = new URL(publicUrl);
  const found = statesOf(await examineProxyAt({ ...readConfig({ PORT: port }), host: '127.0.0.1', publicUrl }));
  expect(found.map(([state]) => state)).toEqual(['ok', 'ok', 'look', 'look']);
  expect(found[1]?.[1]).toBe('it passes bodies of 600 MB');
  expect(found[2]?.[1]).toContain('open http://127.0.0.1');
  const mark = /doctor-[0-9a-f]{12}/.exec(found[3]?.[1] ?? '')?.[0];
  await vi.waitFor(() => expect(asked).toContain(`/access?token=${mark}`));
});
