// For tests: the shared part of the stand-ins for key services. Each keeps its encrypted texts in memory, so that it opens only its
// own, and fails as the test requires.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Reply {
  status: number;
  body: unknown;
}
/** The outcome of a request: another reply, a lost connection, or silence. */
export type Fault = Reply | 'lost' | 'silence';

export interface KeyServiceServer {
  address: string;
  /** Decides the outcome of each request before it is handled. `count` is the number of requests, including this one. */
  fault: ((count: number) => Fault | null) | null;
  /** The number of requests so far. */
  readonly count: number;
  close(): Promise<void>;
}

export interface Request {
  url: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

export async function openKeyServiceServer(
  contentType: string,
  answer: (request: Request) => Reply,
): Promise<KeyServiceServer> {
  let count = 0;
  const server = createServer(async (request, response) => {
    count += 1;
    const fault = opened.fault?.(count);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (fault === 'silence') return;
    if (fault === 'lost') return void request.socket.destroy();
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    const reply = fault ?? answer({ url: request.url ?? '', headers: request.headers, body });
    response.writeHead(reply.status, { 'content-type': contentType });
    response.end(JSON.stringify(reply.body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const opened: KeyServiceServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: null,
    get count() {
      return count;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return opened;
}

interface Kept {
  key: string;
  context: string;
  plaintext: string;
}

/** Texts that only this service can open, each with one key and for one context. */
export function createKept() {
  const kept = new Map<string, Kept>();
  return {
    keep(one: Kept): string {
      const text = randomBytes(184).toString('base64');
      kept.set(text, one);
      return text;
    },
    /** Null if the text is unknown, or belongs to another context. */
    find(text: string, context: string): Kept | null {
      const found = kept.get(text);
      return found?.context === context ? found : null;
    },
  };
}
