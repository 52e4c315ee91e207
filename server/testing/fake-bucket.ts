// For tests: a bucket in memory that speaks as much of S3 as the service asks for. A real one is in rados-gateway.ts.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '../src/platform/lib/bucket.ts';

interface Stored {
  bytes: Buffer;
  writtenAt: Date;
}

export interface FakeBucket extends S3Settings {
  /** The settings of a service that uses it. */
  environment: Record<string, string>;
  objects: Map<string, Stored>;
  /**
   * The simulated failure: it overwrites objects, does not respond after it has stored one, or refuses everything without a retry by the
   * client.
   */
  trouble: 'overwrites' | 'loses answers' | 'refuses' | null;
  /** The names that were stored, in their order. */
  puts: string[];
  close(): void;
}

export async function openFakeBucket(): Promise<FakeBucket> {
  const server = http.createServer(async (request, reply) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = (status: number, body: string | Buffer = '', headers = {}) =>
      void reply.writeHead(status, headers).end(body);
    const fail = (status: number, code: string) => answer(status, `<Error><Code>${code}</Code></Error>`);
    if (bucket.trouble === 'refuses') return fail(409, 'OperationAborted');
    if (request.method === 'PUT') {
      const isNew = request.headers['if-none-match'] === '*' && bucket.trouble !== 'overwrites';
      if (isNew && bucket.objects.has(key)) return fail(412, 'PreconditionFailed');
      bucket.objects.set(key, { bytes: Buffer.concat(chunks), writtenAt: new Date() });
      bucket.puts.push(key);
      return bucket.trouble === 'loses answers' ? void request.socket.destroy() : answer(200, '', { etag: '"x"' });
    }
    if (request.method === 'DELETE') {
      bucket.objects.delete(key);
      return answer(204);
    }
    if (key === '') return answer(200, listing(bucket.objects, url.searchParams));
    const found = bucket.objects.get(key);
    if (!found) return fail(404, 'NoSuchKey');
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    if (first === undefined) return answer(200, found.bytes);
    const part = found.bytes.subarray(Number(first), last ? Number(last) + 1 : undefined);
    answer(206, part, { 'content-range': `bytes ${first}-${Number(first) + part.length - 1}/${found.bytes.length}` });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { endpoint, bucket: 'vaults', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'a' };
  const bucket: FakeBucket = {
    ...settings,
    environment: { S3_ENDPOINT: endpoint, S3_BUCKET: 'vaults', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'a' },
    objects: new Map(),
    trouble: null,
    puts: [],
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return bucket;
}

const pageSize = 3;

function listing(objects: Map<string, Stored>, words: URLSearchParams): string {
  if (words.has('uploads')) return '<ListMultipartUploadsResult/>';
  const after = words.get('continuation-token') ?? words.get('start-after') ?? '';
  const names = [...objects.keys()].filter((name) => name.startsWith(words.get('prefix') ?? '') && name > after).sort();
  const page = names.slice(0, pageSize);
  const contents = page.map(
    (name) =>
      `<Contents><Key>${name}</Key><LastModified>${objects.get(name)?.writtenAt.toISOString()}</LastModified></Contents>`,
  );
  const next = names.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
}
