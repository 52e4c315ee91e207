// Plain HTTP requests, one per connection, that report exactly when no complete response arrived.
import http from 'node:http';
import type { Readable } from 'node:stream';
import { type Caller as CallerOver, createCallerOver } from '@remembrance/contract/testing/caller.ts';

export interface Sending {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** Sent instead of `body`; its length is in `headers`. */
  stream?: Readable;
  /** Breaks the connection after this number of bytes of the body. */
  breakAfterBytes?: number;
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  cookies: readonly string[];
  body: Buffer;
  /** The body as text. */
  readonly text: string;
}

const silenceMilliseconds = 30_000;

/** No complete response arrived: the server may or may not have acted. */
export class NotAnswered extends Error {
  override name = 'NotAnswered';
}

/** @throws {NotAnswered} */
export function send(sending: Sending): Promise<Answer> {
  return new Promise((resolve, fail) => {
    const reject = (cause: Error) => fail(new NotAnswered(cause.message, { cause }));
    const { method, url, headers = {}, body, stream, breakAfterBytes } = sending;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    // A new connection for each request, so that no request fails because another connection ended.
    const request = http.request(url, { method, headers: { ...length, ...headers }, agent: false });
    request.setTimeout(silenceMilliseconds, () => request.destroy(new Error('no answer')));
    request.on('error', reject);
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        if (!response.complete) return reject(new Error('the answer was cut off'));
        resolve(answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(parts)));
      });
    });
    if (stream) stream.pipe(request);
    else if (breakAfterBytes === undefined) request.end(body);
    else
      request.write(Buffer.from(body ?? '').subarray(0, breakAfterBytes), () =>
        request.destroy(new Error('broken off')),
      );
  });
}

export const answerOf = (status: number, headers: http.IncomingHttpHeaders, body: Buffer): Answer => ({
  status,
  headers,
  cookies: headers['set-cookie'] ?? [],
  body,
  get text() {
    return body.toString('utf8');
  },
});

/** Its calls fail with {NotAnswered} if no complete response arrives. */
export type Caller = CallerOver<Answer>;

/** @param more headers that are sent with every request. */
export const createCaller = (url: string, more: Record<string, string> = {}): Caller =>
  createCallerOver(send, url, more);
