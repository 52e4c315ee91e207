// Requests that the HTTP layer gives up on before any route or hook: an address that the router cannot read, and headers that Node
// cannot parse. They are answered like all others.
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { problemMediaType } from '@remembrance/contract/problem.ts';
import { type RefusalCode, refusals } from '@remembrance/contract/refusals.ts';
import type { FastifyBaseLogger, FastifyRequest, RawReplyDefaultExpression } from 'fastify';

/** No page and no call has this name. */
const unknown = '-';

/** Routes a malformed address, or one with a part that is too long, like an unknown one: with headers, limits and a line in the log. */
export function routeAsUnknown(
  _error: Error,
  { raw, server }: FastifyRequest,
  reply: { raw: RawReplyDefaultExpression },
) {
  raw.url = raw.url?.startsWith('/api/') ? `/api/${unknown}` : `/${unknown}`;
  server.routing(raw, reply.raw);
}

const byNodeCode: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-too-slow',
};

/** A client that still sends gets this long to read the reply: data that is not read would make the system drop it. */
const lingerMilliseconds = 1000;

/** The property with which Node itself decides whether it may still reply. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null };

/** Nothing of the error is logged, because it contains the bytes of the request. */
export function refuseUnreadable(
  log: FastifyBaseLogger,
  error: { code?: string | undefined },
  socket: HttpSocket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  // The client would read ours as a part of the reply that is under way, such as a file, or as the reply to a request that succeeds.
  const underWay = socket._httpMessage;
  if (underWay?.headersSent || underWay?.req.complete) {
    socket.destroy();
    return;
  }
  const code = byNodeCode[error.code ?? ''] ?? 'bad-request';
  const { status, title, detail } = refusals[code];
  log.info({ status, code }, 'answered');
  const body = JSON.stringify({ status, title, detail, code });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${problemMediaType}; charset=utf-8`,
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
}
