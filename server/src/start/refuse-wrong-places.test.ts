// The checks of a start before it opens or creates anything. All problems are reported together.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { MarkMissing } from '../files/storage/marked-storage.ts';
import { BucketUnavailable } from '../platform/lib/bucket-unavailable.ts';
import { Refusal } from '../platform/lib/refusal.ts';
import { readConfig } from '../settings/config.ts';
import { explainBucket, explainBucketNow } from './explain-bucket.ts';
import { refuseSmallDisk, refuseWrongPlaces } from './refuse-wrong-places.ts';

let folder: string;
let web: string;
let PORT: string;
beforeEach(async () => {
  folder = makeTestFolder();
  web = path.join(folder, 'web');
  mkdirSync(web);
  writeFileSync(path.join(web, 'index.html'), '');
  PORT = String(await freePort());
});
afterEach(() => rmSync(folder, { recursive: true }));

const look = (settings: Record<string, string>, pages = web) =>
  refuseWrongPlaces(readConfig({ PORT, DATA_DIR: path.join(folder, 'data'), ...settings }), pages);
const bucket = (endpoint: string) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: 'vaults',
  S3_ACCESS_KEY_ID: 'us',
  S3_SECRET_ACCESS_KEY: 'hunter2',
});

test('correct places do not refuse a start, and several wrong ones are reported together', {
  tags: 'long',
}, async () => {
  await expect(look({})).resolves.toBeUndefined();
  await expect(
    look(
      { DATA_DIR: '/proc/data', JOURNAL_DIR: '/proc/journal', HOST: '192.0.2.1', ALLOW_KEPT_LETTERS: 'true' },
      '/no',
    ),
  ).rejects.toMatchObject({
    name: 'StartRefused',
    message: [
      'HOST is 192.0.2.1, which is not an address of this machine; set it to one, such as localhost.',
      'The web app is not built; run npm run build as the user who owns this folder.',
      'DATA_DIR is /proc/data, which this user cannot create; set it to a folder of the user who runs the service.',
      'JOURNAL_DIR is /proc/journal, which this user cannot create; set it to a folder of the user who runs the service.',
    ].join('\n'),
  });
});

test('a disk that is too small for a new database is refused before one is created', async () => {
  const config = (embedded: boolean, dataDirectory = '/proc/data') => ({
    ...readConfig({ DATA_DIR: dataDirectory }),
    database: { ...readConfig({}).database, embedded },
  });
  await expect(refuseSmallDisk(config(true))).rejects.toThrow(
    'DATA_DIR is /proc/data, on a disk with 0 MB free, and a new database needs about 400 MB; make room, or set it to a folder on another disk.',
  );
  await expect(refuseSmallDisk(config(false))).resolves.toBeUndefined();
  await expect(refuseSmallDisk(config(true, folder))).resolves.toBeUndefined();
});

test.each([
  ['NoSuchBucket', 404, /^S3_BUCKET is vaults, and \S+ has no such bucket; create it, or set the right name\.$/],
  ['InvalidAccessKeyId', 403, /^S3_ACCESS_KEY_ID is us, which may not use the bucket vaults of /],
  ['AccessDenied', 403, /^S3_ACCESS_KEY_ID is us, which may not use the bucket vaults of /],
  ['SignatureDoesNotMatch', 403, /^S3_SECRET_ACCESS_KEY is not the secret of us at \S+; set the right secret\.$/],
  [
    'AuthorizationHeaderMalformed',
    400,
    /^S3_REGION is us-east-1, but the bucket vaults is in another region; set that region\.$/,
  ],
])('a bucket that answers %s stops the start, with the name of the setting', async (code, status, line) => {
  const server = createServer((request, reply) => {
    request.resume();
    reply.writeHead(status, { 'content-type': 'application/xml' });
    reply.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  try {
    await expect(look(bucket(`http://127.0.0.1:${port}`))).rejects.toThrow(line);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('an unresponsive bucket does not delay a start, and an untrusted certificate is reported', async () => {
  await expect(look(bucket('http://127.0.0.1:9'))).resolves.toBeUndefined();
  const config = readConfig(bucket('https://objects.example')).bucket;
  const error = new Error('failed', { cause: Object.assign(new Error('x'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' }) });
  expect(config && explainBucket(error, config)).toContain('S3_ENDPOINT is https://objects.example, whose certificate');
  expect(config && explainBucket(new Error('failed'), config)).toBeUndefined();
});

test('a command names S3_ENDPOINT and the cause while the bucket does not answer', () => {
  const config = readConfig(bucket('http://127.0.0.1:9')).bucket ?? expect.fail();
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const line =
    'S3_ENDPOINT is http://127.0.0.1:9, and its bucket vaults cannot be used now (ECONNREFUSED); try again later, or set the right address.';
  const ofFile = Object.assign(new Refusal('storage-unavailable'), { cause });
  expect(explainBucketNow(ofFile, config)).toBe(line);
  expect(explainBucketNow(new BucketUnavailable(config, cause), config)).toBe(line);
  const unmarked = new MarkMissing('the bucket vaults lacks the mark 7 in .installation.', 'It lacks the mark.');
  expect(explainBucketNow(Object.assign(new Refusal('storage-unavailable'), { cause: unmarked }), config)).toBe(
    'S3_BUCKET is vaults, which lacks the mark of this installation; set the right bucket.',
  );
  expect(explainBucketNow(new Refusal('not-found'), config)).toBeUndefined();
});
