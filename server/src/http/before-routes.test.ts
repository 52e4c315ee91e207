// What happens to a connection with a reply under way when something unreadable follows. request-shape.test.ts has the replies themselves.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { refuseUnreadable } from './before-routes.ts';

const log = pino({ level: 'silent' });

/** Sends a request, and something unreadable once the service handles it. @returns everything received */
async function exchange(handle: RequestListener, ...head: string[]): Promise<string> {
  const server = createServer(handle);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseUnreadable(log, error, socket as Socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const handled = once(server, 'request');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write([...head, 'host: localhost', '', ''].join('\r\n'));
  await handled;
  socket.write('rosa@example.com\r\n\r\n');
  const received = await text(socket);
  server.close();
  return received;
}

test('nothing is written into a reply that is under way: the connection ends, so that the client sees that it is incomplete', async () => {
  const received = await exchange((_request, response) => {
    response.writeHead(200, { 'content-length': 500 });
    response.write('the first part');
  }, 'GET / HTTP/1.1');
  expect(received).toMatch(/^HTTP\/1\.1 200 OK.*the first part$/s);
});

test('a complete request that is not answered yet gets no refusal, because it may still succeed', async () => {
  expect(await exchange(() => {}, 'POST / HTTP/1.1', 'content-length: 0')).toBe('');
});

test('a request with a body that cannot be read gets the refusal', async () => {
  const received = await exchange(() => {}, 'POST / HTTP/1.1', 'transfer-encoding: chunked');
  expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*"code":"bad-request"\}$/s);
});
