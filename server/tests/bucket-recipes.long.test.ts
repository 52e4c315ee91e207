// The steps for a bucket in docs/guide (moving.md, restore.md), with Debian's Ceph gateway: the operator's command moves files into it
// and back, and kept versions restore files. The calls match those of the command-line tool, through the same library.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listObjectPaths } from '../src/files/stored/file-store.ts';
import { aboutAlone } from '../testing/about-alone.ts';
import { addFile, draftVault, signedIn } from '../testing/people.ts';
import { openRadosGateway, type RadosGateway } from '../testing/rados-gateway.ts';
import { openAppIn } from '../testing/test-app.ts';
import { makeTestFolder } from '../testing/test-folder.ts';

/** Each command starts PostgreSQL, on a machine that may be busy. */
const commandMilliseconds = 300_000;

describe('with a bucket', () => {
  const home = makeTestFolder();
  const dataDirectory = path.join(home, 'data');
  let gateway: RadosGateway;
  let client: S3Client;
  let paths: string[];

  beforeAll(async () => {
    gateway = await openRadosGateway();
    const { endpoint, region, accessKeyId, secretAccessKey } = gateway;
    client = new S3Client({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true });
    const app = await openAppIn(dataDirectory);
    const owner = await signedIn(app);
    const vault = await draftVault(owner);
    for (const name of ['one.mp4', 'two.mp4'])
      await addFile(owner, vault.id, { name, type: 'video/mp4', bytes: randomBytes(9 * 1024 ** 2 + 5) });
    paths = await listObjectPaths(app.database);
    await app.services.writeJournal();
    await app.close();
  }, commandMilliseconds);
  afterAll(async () => {
    client?.destroy();
    await gateway?.stop();
    rmSync(home, { recursive: true, maxRetries: 10 });
  });

  const command = (name: string, ...words: string[]) => {
    const bucket = {
      S3_ENDPOINT: gateway.endpoint,
      S3_BUCKET: gateway.bucket,
      S3_ACCESS_KEY_ID: gateway.accessKeyId,
      S3_SECRET_ACCESS_KEY: gateway.secretAccessKey,
    };
    return spawnSync(process.execPath, [path.join(import.meta.dirname, `../src/commands/${name}.ts`), ...words], {
      env: {
        PATH: process.env.PATH,
        TZ: process.env.TZ,
        DATA_DIR: dataDirectory,
        LOG_LEVEL: 'error',
        DISK_RESERVE_BYTES: '0',
        ...bucket,
      },
      encoding: 'utf8',
    });
  };
  const objects = path.join(dataDirectory, 'objects');
  const journal = path.join(dataDirectory, 'journal');

  test(
    "an installation's files are moved into a bucket and back with the journal, and are complete in both places",
    () => {
      const there = command('move', 'files-to-bucket');
      expect(there).toMatchObject({ status: 0, stderr: expect.stringMatching(aboutAlone) });
      expect(there.stdout).toMatch(
        /^2 files \(18 MB\) were copied to the bucket remembrance, read back and compared\. 0 were/,
      );
      rmSync(objects, { recursive: true });
      rmSync(journal, { recursive: true });
      const whole = {
        status: 0,
        stdout: expect.stringContaining('2 files (18 MB) were read; 2 are intact.'),
      };
      expect(command('verify')).toMatchObject(whole);
      expect(command('move', 'files-to-folder')).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^2 files/),
      });
      expect(paths.map((name) => existsSync(path.join(objects, name)))).toEqual([true, true]);
      expect(readdirSync(journal)).toEqual([expect.stringMatching(/^\d{4}-\d{2}\.jsonl$/)]);
    },
    commandMilliseconds,
  );

  test(
    'in a bucket with versions, verify finds a removed and an overwritten object, and both are restored',
    async () => {
      const { bucket: Bucket } = gateway;
      const [first = '', second = ''] = paths;
      await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
      const ends = {
        ID: 'earlier',
        Status: 'Enabled',
        Filter: { Prefix: '' },
        NoncurrentVersionExpiration: { NoncurrentDays: 330 },
      };
      await client.send(
        new PutBucketLifecycleConfigurationCommand({
          Bucket,
          LifecycleConfiguration: { Rules: [{ ...ends, Status: 'Enabled' }] },
        }),
      );
      await client.send(new DeleteObjectCommand({ Bucket, Key: first }));
      await client.send(new PutObjectCommand({ Bucket, Key: second, Body: 'overwritten' }));
      const damaged = command('verify');
      expect(damaged.status).toBe(1);
      expect(damaged.stdout).toContain('2 files (18 MB) were read; 0 are intact.');
      expect(damaged.stdout).toMatch(new RegExp(`^missing: file \\S+, stored at ${first}$`, 'm'));
      expect(damaged.stdout).toMatch(new RegExp(`^damaged: file \\S+, stored at ${second}$`, 'm'));

      const { DeleteMarkers = [], Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
      const newest = [...DeleteMarkers, ...Versions].filter(
        ({ IsLatest, Key = '' }) => IsLatest && paths.includes(Key),
      );
      expect(newest.map(({ Key }) => Key).toSorted()).toEqual([...paths].toSorted());
      for (const { Key, VersionId } of newest) await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
      expect(command('verify')).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('2 are intact.'),
      });
    },
    commandMilliseconds,
  );
});
