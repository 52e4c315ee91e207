// Raw bytes for a connection: no request, half a request, or one that no client would send.
import * as fc from 'fast-check';

export interface RawRequest {
  bytes: Buffer;
  /** Whether to disconnect after sending the bytes. */
  disconnect: boolean;
}

const lines = (...all: string[]): string => `${all.join('\r\n')}\r\n\r\n`;
const host = 'Host: localhost';
const json = 'Content-Type: application/json';
const close = 'Connection: close';

const targets = [
  ...[
    '//',
    '///',
    '//evil.example/',
    '/\\evil.example',
    '/%2e%2e',
    '/..',
    '/../../etc/passwd',
    '/%00',
    '/api/%00',
    '/%',
    '/%zz',
    '/%ff',
  ],
  ...[
    '/api//vaults',
    '//api/vaults',
    '/api/vaults/%2e%2e',
    '/api/vaults/..%2f',
    '/api/vaults/%',
    '/API/VAULTS',
    '/api/vaults/',
    '/api/vaults;x',
  ],
  ...[
    '/api/vaults?',
    '/api/vaults?a=1&a=2',
    '/api/vaults?%',
    '/api/vaults?__proto__=1',
    '/api/vaults?constructor[x]=1',
    '/?#',
    '*',
    'http://',
    '?',
  ],
  ...[
    'http://evil.example/api/vaults',
    'localhost:80',
    '/api/downloads/%',
    '/api/uploads/%2f',
    `/${'a'.repeat(9000)}`,
    `/api/vaults/${'a'.repeat(600)}`,
  ],
  ...[
    '/dev/mail?to=%00',
    '/dev/mail?to=a&to=b',
    '/sandbox/stripe/v1/%',
    '/sandbox/stripe/v1//',
    '/sandbox/stripe/v1/payment_intents/%2e%2e',
  ],
  ...[
    '/api/login?next=//evil.example',
    '/api/login?next=%0d%0aSet-Cookie:%20a=b',
    '/api/auth/verify-email?token=%',
    '/\u00e9',
    '/api/\u{1f48c}',
  ],
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'FOO', 'get', ''];

const malformed = [
  ...[
    '',
    '\r\n\r\n',
    '\0\0\0\0',
    'GET',
    'GET /',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /\r\n\r\n',
    'GET / HTTP/1.1\n\n',
    'HELLO\r\n\r\n',
  ],
  ...[
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.0\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ],
  lines('GET /api/health HTTP/1.1', host, 'Bad Header: x', close),
  lines('GET /api/health HTTP/1.1', host, 'X: a\nY: b', close),
  lines('GET /api/health HTTP/1.1', host, 'X: a\0b', close),
  lines('GET /api/health HTTP/1.1', host, ' folded: x', close),
  lines('GET /api/health HTTP/1.1', host, host, close),
  lines('GET /api/health HTTP/1.1', 'Host: [::1', close),
  lines('GET /api/health HTTP/1.1', 'Host: a b', close),
  lines('GET /api/health HTTP/1.1', host, `X: ${'x'.repeat(70_000)}`, close),
  lines('GET /api/health HTTP/1.1', host, ...Array.from({ length: 3000 }, (_, i) => `X-${i}: y`), close),
  lines('GET /api/health HTTP/1.1', host, 'Upgrade: websocket', 'Connection: upgrade'),
  lines(
    'GET /api/health HTTP/1.1',
    host,
    'Upgrade: h2c',
    'Connection: upgrade, http2-settings',
    'HTTP2-Settings: AAMAAABk',
  ),
  `${lines('POST /api/executor/verify HTTP/1.1', host, json, 'Content-Length: 5', 'Transfer-Encoding: chunked', close)}0\r\n\r\n`,
  `${lines('POST /api/executor/verify HTTP/1.1', host, json, 'Transfer-Encoding: chunked', close)}zz\r\n{}\r\n0\r\n\r\n`,
  `${lines('POST /api/executor/verify HTTP/1.1', host, json, 'Transfer-Encoding: chunked', close)}fffffffffffffffff\r\n{}`,
  `${lines('POST /api/executor/verify HTTP/1.1', host, json, 'Transfer-Encoding: gzip, chunked', close)}0\r\n\r\n`,
  `${lines('POST /api/executor/verify HTTP/1.1', host, json, 'Content-Length: 2', 'Content-Length: 3', close)}{}x`,
  `${lines('POST /api/executor/verify HTTP/1.1', host, json, 'Content-Length: -1', close)}{}`,
  `${lines('POST /api/executor/verify HTTP/1.1', host, json, 'Content-Length: 99999999999999999999', close)}{}`,
  `${lines('POST /api/executor/verify HTTP/1.1', host, json, 'Expect: 100-continue', 'Content-Length: 2', close)}{}`,
  `${lines('POST /api/executor/verify HTTP/1.1', host, json, 'Expect: x', 'Content-Length: 2', close)}{}`,
  lines('PUT /api/uploads/x?expires=1&signature=1 HTTP/1.1', host, 'Transfer-Encoding: chunked', close),
];

/** Incomplete bodies: the connection is closed, or the rest never arrives. */
const halfway = [
  '/api/executor/verify',
  '/api/auth/sign-in/email',
  '/api/uploads/x?expires=4102444800000&signature=x',
].flatMap((path) =>
  ['POST', 'PUT'].map(
    (method) => `${lines(`${method} ${path} HTTP/1.1`, host, json, 'Content-Length: 1000')}{"accessCode":`,
  ),
);

/** Deterministic for a seed. */
export function rawRequests(seed: number): RawRequest[] {
  const whole = targets.flatMap((target) =>
    methods.slice(0, 6).map((method) => lines(`${method} ${target} HTTP/1.1`, host, close)),
  );
  const odd = methods.map((method) => lines(`${method} /api/vaults HTTP/1.1`, host, close));
  const random = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 300 }), { seed, numRuns: 40 }).map(Buffer.from);
  const broken = [...halfway, ...malformed].map((text) => ({ bytes: Buffer.from(text), disconnect: true }));
  const complete = [...whole, ...odd, ...malformed, ...halfway].map((text) => ({
    bytes: Buffer.from(text),
    disconnect: false,
  }));
  return [...complete, ...broken, ...random.map((bytes) => ({ bytes, disconnect: false }))];
}
