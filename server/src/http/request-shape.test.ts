// Requests that are refused before a route handles them, tested over real sockets.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileTypeOf, requestUpload } from '@remembrance/contract/files.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { readiness } from '@remembrance/contract/service.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { draftVault, paidVault, put, signedIn } from '../../testing/people.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { createApp } from '../app.ts';
import { isUnfinished } from '../platform/lib/durable-file.ts';

let opened: TestApp;
let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  opened = await openTestApp();
  app = await createApp(opened.services, { web: false, bodySeconds: 0.3 });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await app.close();
  await opened.close();
});

/** Everything received until the server closes the connection. */
async function send(...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(lines.join('\r\n'));
  return text(socket);
}
const trickle = () =>
  send(
    'POST /api/executor/verify HTTP/1.1',
    ...['host: localhost', 'content-type: application/json', 'content-length: 500', '', '{"accessCode":"'],
  );
const end = ['connection: close', '', ''];
const declared = { fileName: 'heron.txt', mimeType: 'text/plain', fileType: fileTypeOf('text/plain') };

/** Sends two of the five bytes of a file. */
async function beginPut(uploadUrl: string) {
  const { pathname, search, host } = new URL(uploadUrl);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined); // the last write may no longer arrive
  await once(socket, 'connect');
  const headers = ['content-length: 5', 'content-type: application/octet-stream', 'connection: close'];
  socket.write([`PUT ${pathname}${search} HTTP/1.1`, `host: ${host}`, ...headers, '', 'he'].join('\r\n'));
  return socket;
}

test.each([
  ['two', ['host: localhost', 'host: localhost']],
  ['two that differ', ['host: localhost', 'Host: evil.example']],
])('a request with %s Host headers is refused', async (_, hosts) => {
  expect(await send('GET /api/health HTTP/1.1', ...hosts, ...end)).toMatch(/^HTTP\/1\.1 400 /);
});

test('a request without a Host header is refused, even in HTTP/1.0', async () => {
  expect(await send('GET /api/health HTTP/1.0', ...end)).toMatch(/^HTTP\/1\.1 400 /);
  expect(await send('GET /api/health HTTP/1.1', 'host: localhost', ...end)).toMatch(/^HTTP\/1\.1 200 /);
});

test.each(['http://evil.example/api/health', 'http://localhost/api/health', 'HTTP://evil.example/pricing/'])(
  'a request for the complete address %s is refused, because it names a second host',
  async (url) => {
    expect(await send(`GET ${url} HTTP/1.1`, 'host: localhost', ...end)).toMatch(/^HTTP\/1\.1 400 /);
  },
);

const problemIn = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));

test.each([
  ['headers that are too large', ['GET /api/health HTTP/1.1', `cookie: ${'x'.repeat(20_000)}`], 'headers-too-large'],
  ['a malformed header', ['GET /api/health HTTP/1.1', 'host: localhost', 'rosa@example.com'], 'bad-request'],
  ['an unknown method', ['ROSA@EXAMPLE /api/health HTTP/1.1', 'host: localhost'], 'bad-request'],
])(
  '%s get a problem with a code, the connection is closed, and none of their content is logged',
  async (_, lines, code) => {
    const logged = vi.spyOn(opened.services.log, 'info');
    const answer = await send(...lines, '', '');
    const { status, title, detail } = refusals[code as keyof typeof refusals];
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
    expect(answer).toContain('content-type: application/problem+json');
    expect(answer).toContain('connection: close');
    expect(problemIn(answer)).toEqual({ status, title, detail, code });
    expect(logged.mock.calls).toEqual([[{ status, code }, 'answered']]);
    logged.mockRestore();
  },
);

test('a client that goes on sending after its headers were refused receives the reply and is then cut off', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined); // the last writes may no longer arrive
  await once(socket, 'connect');
  socket.write(`GET / HTTP/1.1\r\ncookie: ${'x'.repeat(1_000_000)}`);
  const sending = setInterval(() => socket.write('x'.repeat(1000)), 10);
  expect(problemIn(await text(socket))).toMatchObject({ code: 'headers-too-large' });
  clearInterval(sending);
  await until(() => socket.destroyed);
});

test('a JSON body that arrives too slowly is aborted and answered with 408', async () => {
  const answer = await trickle();
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('request-too-slow');
  expect(answer.toLowerCase()).toContain('connection: close');
});

test('an upload may take longer than a JSON body', { tags: 'long' }, async () => {
  const owner = await signedIn(opened);
  const { id } = await paidVault(opened, owner);
  const { uploadUrl } = await owner.ask(requestUpload, { params: { id }, body: declared });
  const socket = await beginPut(uploadUrl);
  await trickle(); // this takes a JSON body's full time limit
  socket.write('ron');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 204 /);
});

test("UP-31: with fifty transfers of one file, another owner's upload succeeds and the service stays ready", async () => {
  const begin = async (person: number) => {
    const owner = await signedIn(opened, another(ada, person));
    const { id } = await draftVault(owner);
    const { uploadUrl } = await owner.ask(requestUpload, { params: { id }, body: declared });
    return { owner, id, uploadUrl };
  };
  const [one, other] = [await begin(1), await begin(2)];
  const folder = path.join(opened.services.config.dataDirectory, 'objects');
  const unfinished = () => readdirSync(folder, { recursive: true }).filter((name) => isUnfinished(String(name))).length;
  const sockets = await Promise.all(Array.from({ length: 50 }, () => beginPut(one.uploadUrl)));
  for (const socket of sockets) socket.resume(); // a socket notices its end only by reading
  // All but one are answered and closed, and their partial data is removed.
  await until(() => [sockets.filter(({ destroyed }) => !destroyed).length, unfinished()]).toEqual([1, 1]);
  expect((await put(other.owner, other.uploadUrl, Buffer.from('a heron'))).statusCode).toBe(204);
  expect((await opened.caller().call(readiness)).statusCode).toBe(200);
  for (const socket of sockets) socket.destroy();
  await until(unfinished).toBe(0);
});

test.each([
  ['a method that is not accepted', 'PUT /api/executor/verify HTTP/1.1', 'host: localhost', 405],
  ['another host', 'POST /api/executor/verify HTTP/1.1', 'host: evil.example', 421],
  ['an address that does not exist', 'POST /api/nowhere HTTP/1.1', 'host: localhost', 404],
  ['an upload that is refused', 'PUT /api/uploads/unknown HTTP/1.1', 'host: localhost', 400],
])('a body that continues slowly after a refusal is cut off: %s', async (_, first, host, status) => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const answer: string[] = [];
  socket.on('data', (bytes) => answer.push(String(bytes)));
  socket.on('error', () => undefined); // the last write may no longer arrive
  socket.write([first, host, 'content-type: application/octet-stream', 'content-length: 500', '', 'x'].join('\r\n'));
  const trickling = setInterval(() => socket.write('x'), 50);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(trickling);
  expect(answer.join('')).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test.each([
  ['DELETE', '/api/executor/verify', 'POST'],
  ['PUT', '/api/vaults', 'GET, HEAD, POST'],
  ['OPTIONS', '/api/health', 'GET, HEAD'],
  ['POST', '/dev/mail', 'GET, HEAD'],
  ['PATCH', '/api/vaults/0199aaaa-0000-7000-8000-000000000000/files/upload-url', 'POST'],
] as const)('%s %s is answered with 405 and the accepted methods', async (method, url, allow) => {
  const headers = { host: 'localhost', 'content-type': 'text/xml' };
  const answer = await app.inject({ method, url, headers, ...(method === 'OPTIONS' ? {} : { payload: '<x/>' }) });
  expect([answer.statusCode, answer.headers.allow, answer.json().code]).toEqual([405, allow, 'method-not-allowed']);
});

test('an unknown URL is answered with 404 for every method', async () => {
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    expect((await app.inject({ method, url: '/api/nowhere' })).statusCode).toBe(404);
  }
});
