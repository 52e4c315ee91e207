// A person's browser behind its own network address: HTTP/2 over TLS on one connection, as browsers connect to a proxy.
import http2 from 'node:http2';
import tls from 'node:tls';
import { type Answer, answerOf, type Sending } from '../support/http-client.ts';
import { recordSecrets, type SentSecrets } from './sent-secrets.ts';
import { type Site, siteName } from './site.ts';

interface Request extends Pick<Sending, 'method' | 'url' | 'headers' | 'body'> {
  /** Announces this number of bytes and sends none of them. */
  announcedBytes?: number;
}

export interface Browser {
  /** Sends a request and records its secrets. */
  send(request: Request): Promise<Answer>;
  close(): void;
}

export interface Visit {
  site: Site;
  /** A loopback address, which the proxy sees as this person's address. */
  from: string;
  secrets: SentSecrets;
}

export function openBrowser({ site, from, secrets }: Visit): Browser {
  const socket = () =>
    tls.connect({
      host: '127.0.0.1',
      port: site.port,
      localAddress: from,
      servername: siteName,
      ca: site.authority,
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['h2'],
    } as tls.ConnectionOptions);
  const session = http2.connect(site.url, { createConnection: socket });
  session.on('error', () => {}); // each request reports it
  return {
    async send({ method, url, headers = {}, body, announcedBytes }) {
      secrets.address(url);
      if (typeof body === 'string') secrets.body(body);
      const { pathname, search } = new URL(url);
      const bytes = announcedBytes ?? (body === undefined ? 0 : Buffer.byteLength(body));
      const length = bytes === 0 ? {} : { 'content-length': String(bytes) };
      const stream = session.request(
        { ':method': method, ':path': pathname + search, ...length, ...headers },
        { endStream: bytes === 0 },
      );
      const answered = received(stream, secrets);
      if (announcedBytes === undefined && bytes > 0) stream.end(body);
      const answer = await answered;
      stream.close(http2.constants.NGHTTP2_CANCEL);
      return answer;
    },
    close: () => session.close(),
  };
}

export const uploading = { 'content-type': 'application/octet-stream' };

/** Sends one request from a separate browser. */
export async function askOnce(site: Site, request: Request): Promise<Answer> {
  const browser = openBrowser({ site, from: '127.0.0.1', secrets: recordSecrets() });
  try {
    return await browser.send(request);
  } finally {
    browser.close();
  }
}

function received(stream: http2.ClientHttp2Stream, secrets: SentSecrets): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let headers: http2.IncomingHttpHeaders = {};
    const parts: Buffer[] = [];
    stream.on('response', (head) => {
      headers = head;
    });
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('error', reject);
    stream.on('end', () => {
      const answer = answerOf(Number(headers[':status']), headers, Buffer.concat(parts));
      for (const line of answer.cookies) secrets.cookie(line);
      if (/json/.test(headers['content-type'] ?? '')) secrets.body(answer.text);
      resolve(answer);
    });
  });
}
