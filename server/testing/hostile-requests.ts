// Hostile requests for fuzz tests: each starts as a valid call of the contract and is mutated in at least one way.

import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import * as fc from 'fast-check';
import type { InjectOptions } from 'fastify';

/** A valid call, before it is mutated. */
export interface ValidCall {
  endpoint: Endpoint;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

const nul = '\u0000';
const oddTexts = [
  ...[
    '',
    ' ',
    nul,
    `a${nul}b`,
    '\u2028',
    '\ud800',
    '\ufeff',
    '\u202e',
    'ı',
    'ß'.repeat(300),
    '👩‍👩‍👧‍👦',
    'e\u0301'.repeat(200),
  ],
  ...[
    "'; drop table vaults; --",
    '{{7*7}}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '%2e%2e%2f',
    '%00',
    '$ne',
  ],
  ...['a\r\nBcc: x@example.com', '"a@evil.example"@example.com', 'a@b@c.example', `${'a'.repeat(300)}@example.com`],
  ...[
    '-1',
    '1e400',
    'NaN',
    'null',
    'undefined',
    'true',
    '0x10',
    '9'.repeat(30),
    '2026-02-30T25:61:00Z',
    '+275760-09-14T00:00:00Z',
  ],
  ...['00000000-0000-0000-0000-000000000000', 'not-an-id', '__proto__', 'constructor', 'hasOwnProperty'],
  ...['x'.repeat(501), 'x'.repeat(5000), 'x'.repeat(100_001)],
];
const oddText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 1, arbitrary: fc.constantFrom(nul, `a${nul}b`) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
);
const oddValue = fc.oneof(
  { weight: 4, arbitrary: oddText },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, true, 0, -1, 1e308, 2 ** 53, [], {}, [[[]]], { $gt: '' }, ['a', 'b']),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** Replaces, adds or removes a field, including fields of Object.prototype. */
type Mutation = { how: 'set' | 'remove'; field: string; value: unknown };
const mutationOf = (names: string[]): fc.Arbitrary<Mutation> =>
  fc.record({
    how: fc.constantFrom('set', 'set', 'set', 'remove'),
    field: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...(names.length > 0 ? names : ['title'])) },
      { weight: 1, arbitrary: fc.constantFrom('status', 'constructor', 'toString', 'id', 'price', '') },
    ),
    value: oddValue,
  });

/** If there are no fields, one is added only rarely, because that is always refused. */
const fieldMutations = (fields: object): fc.Arbitrary<Mutation[]> => {
  const names = Object.keys(fields);
  const some = fc.array(mutationOf(names), { minLength: 1, maxLength: 2 });
  return rarely(names.length === 0 ? 15 : 2, some).map((mutations) => mutations ?? []);
};

const mutateFields = (fields: Record<string, unknown>, mutations: Mutation[]): Record<string, unknown> => {
  const result = { ...fields };
  for (const { how, field, value } of mutations) {
    if (how === 'remove') delete result[field];
    else result[field] = value;
  }
  return result;
};

type Payload = string | Buffer;
const deep = (depth: number) => '{"a":'.repeat(depth);
/** Mutations of a body's text. */
const bodyTexts: ((text: string) => Payload)[] = [
  (text) => text.slice(0, -1),
  (text) => `${text}${text}`,
  (text) => `\ufeff${text}`,
  (text) => text.replace('{', '{"__proto__":{"status":"released"},'),
  (text) => text.replace('{', '{"title":"first","title":["second"],'),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('"}')]),
  () => '',
  () => 'null',
  () => '[]',
  () => '"text"',
  () => '1e400',
  () => deep(2000),
  () => '['.repeat(20_000),
  () => JSON.stringify({ title: 'x'.repeat(600_000) }),
  () => Buffer.from([0x00, 0x01, 0x02, 0xff]),
];

const oddHeaders: Record<string, string[]> = {
  'content-type': [
    ...[
      'text/plain',
      'application/json; charset=utf-16',
      'application/json; charset=',
      'application/json;;;',
      'a/b',
      '',
    ],
    ...[
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
      ' application/json',
      'application/json garbage',
    ],
  ],
  cookie: [
    'vault_session=',
    'vault_session=a.b; vault_session=c',
    '=;;;=',
    `vault_session=${'%'.repeat(50)}`,
    `x=${'y'.repeat(3000)}`,
    'vault_access_=a.b.c',
  ],
  origin: ['null', 'https://evil.example', 'http://localhost:3000.evil.example', '', 'http://[::1'],
  'sec-fetch-site': ['cross-site', 'same-site', 'none', 'garbage'],
  'idempotency-key': ['', '"', 'a"b', `"${'k'.repeat(20)}"`, 'k'.repeat(5000), '__proto__________', 'é'.repeat(20)],
  'sec-purpose': ['prefetch', 'prefetch;prerender', 'garbage'],
  purpose: ['prefetch'],
  'x-moz': ['prefetch'],
  host: ['evil.example', '', 'localhost:99999', '[::1', 'a b'],
  range: [
    'bytes=0-',
    'bytes=-1',
    'bytes=5-1',
    'bytes=0-0,2-3',
    'bytes=99999999999999999999-',
    'bytes=a-b',
    'lines=1-2',
    'bytes=',
  ],
  'if-range': ['"x"', 'W/"x"', 'Wed, 21 Oct 2026 07:28:00 GMT', ''],
  'if-none-match': ['*', '"x"', 'W/'],
  'x-forwarded-for': ['1.2.3.4', '::1', 'garbage, , ,', `${'1.1.1.1, '.repeat(300)}`],
  'x-forwarded-host': ['evil.example'],
  'x-http-method-override': ['DELETE'],
  accept: ['text/html', '*/*;q=x', ''],
  'accept-encoding': ['gzip', 'br;q=0', 'identity;q=0, *;q=0'],
  'content-encoding': ['gzip', 'br', 'garbage'],
  'transfer-encoding': ['identity'],
  'content-length': ['0', '-1', 'abc', '99999999999'],
  expect: ['100-continue', 'garbage'],
  'stripe-signature': ['t=1,v1=0', 't=,v1=', 'garbage', `t=9999999999,v1=${'0'.repeat(64)}`],
  'user-agent': ['', 'x'.repeat(4000)],
  authorization: ['Bearer x', 'Basic !!!'],
};
const oddHeader = fc
  .constantFrom(...Object.entries(oddHeaders))
  .chain(([name, values]) => fc.tuple(fc.constant(name), fc.constantFrom(...values)));

const segments = [
  '..',
  '.',
  '%2e%2e',
  '%2e%2e%2f',
  '%00',
  '%',
  '%zz',
  '%ff',
  '%c0%af',
  '%E0%A4',
  '',
  ' ',
  'a/b',
  'é',
  '💌',
  ';x=1',
  'a'.repeat(499),
  'a'.repeat(501),
  'a'.repeat(2000),
];
const oddSegment = fc.oneof(fc.constantFrom(...segments), oddText.map(encoded));
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** A request made from a valid call by at least one mutation. Every list of calls is equally likely. */
export function hostileRequest(calls: ValidCall[][]): fc.Arbitrary<InjectOptions & { url: string }> {
  return fc
    .constantFrom(...calls)
    .chain((list) => fc.constantFrom(...list))
    .chain((call) =>
      fc
        .record({
          body: fieldMutations(call.body ?? {}),
          query: fieldMutations(call.query),
          text: rarely(8, fc.constantFrom(...bodyTexts)),
          segment: rarely(8, oddSegment),
          method: rarely(12, fc.constantFrom(...methods)),
          headers: rarely(3, fc.array(oddHeader, { minLength: 1, maxLength: 2 })),
        })
        .filter(
          (mutations) => mutations.body.length + mutations.query.length > 0 || Object.values(mutations).some(isSet),
        )
        .map((mutations) => requestOf(call, mutations)),
    );
}

const rarely = <T>(oneIn: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const isSet = (value: unknown): boolean => value !== null && !Array.isArray(value);

interface Mutations {
  body: Mutation[];
  query: Mutation[];
  text: ((text: string) => Payload) | null;
  segment: string | null;
  method: (typeof methods)[number] | null;
  headers: [string, string][] | null;
}

function requestOf(call: ValidCall, mutations: Mutations): InjectOptions & { url: string } {
  const { endpoint, params, query, body } = call;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => mutations.segment ?? params[name] ?? '');
  const search = Object.entries(mutateFields(query, mutations.query)).map(
    ([name, value]) => `${encoded(name)}=${encoded(String(value))}`,
  );
  const url = search.length === 0 ? path : `${path}?${search.join('&')}`;
  const isBytes = body === undefined || Buffer.isBuffer(body);
  const whole = isBytes ? body : JSON.stringify(mutateFields(body as Record<string, unknown>, mutations.body));
  const payload = mutations.text && !isBytes ? mutations.text(String(whole)) : whole;
  return {
    method: mutations.method ?? endpoint.method,
    url,
    headers: {
      ...(isBytes ? {} : { 'content-type': 'application/json' }),
      ...Object.fromEntries(mutations.headers ?? []),
    },
    ...(payload === undefined ? {} : { payload: payload as string | Buffer }),
  };
}

// encodeURIComponent throws on lone surrogates.
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
