// For tests: a real S3 server, Ceph's gateway with one monitor and one store in memory. It comes from Debian's
// packages, which `npm run test:long` installs.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CreateBucketCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../src/platform/lib/bucket.ts';
import { freePort } from './free-port.ts';
import { makeTestFolder } from './test-folder.ts';

export const radosGatewayPackages = ['ceph-common', 'ceph-mon', 'ceph-osd', 'radosgw'];
const programs = ['ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];
export const hasRadosGateway = programs.every((name) => existsSync(`/usr/bin/${name}`));

const account = { accessKeyId: 'a-test', secretAccessKey: 'the secret of a test server' };
const readyWithinSeconds = 60;

export interface RadosGateway extends S3Settings {
  /** Stops the gateway from answering, like a network that loses everything, until it is resumed. */
  pause(): void;
  resume(): void;
  /** The names of the bucket's objects. */
  list(): Promise<string[]>;
  stop(): Promise<void>;
}

/** @throws a sentence that says what to install. */
export async function openRadosGateway(): Promise<RadosGateway> {
  if (!hasRadosGateway) throw new Error(`A bucket needs Debian's packages ${radosGatewayPackages.join(', ')}.`);
  const folder = makeTestFolder();
  const [monitorPort, port] = [await freePort(), await freePort()];
  const clusterId = randomUUID();
  const address = `[v1:127.0.0.1:${monitorPort}]`;
  const configuration = path.join(folder, 'ceph.conf');
  const keys = path.join(folder, 'keys');
  writeFileSync(configuration, configurationOf({ folder, clusterId, address, port, keys }));
  for (const name of ['mon', 'osd']) mkdirSync(path.join(folder, name));
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { stdio: ['ignore', 'pipe', 'pipe'], timeout: readyWithinSeconds * 1000 });
  const children: ChildProcess[] = [];
  const start = (program: string, ...words: string[]) => {
    const child = spawn(program, ['-c', configuration, '-f', ...words], { stdio: 'ignore' });
    children.unshift(child); // the gateway has to end before its cluster
    return child;
  };

  run('ceph-authtool', keys, '--create-keyring', '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *');
  const all = ['mon', 'osd', 'mgr'].flatMap((service) => ['--cap', service, 'allow *']);
  for (const name of ['client.admin', 'client.rgw.a', 'osd.0'])
    run('ceph-authtool', keys, '--gen-key', '-n', name, ...all);
  const map = path.join(folder, 'map');
  run('monmaptool', '--create', '--fsid', clusterId, '--addv', 'a', address, map);
  run('ceph-mon', '-c', configuration, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keys);
  start('ceph-mon', '-i', 'a');
  const storeId = randomUUID();
  run('ceph', '-c', configuration, 'osd', 'new', storeId);
  run('ceph-osd', '-c', configuration, '-i', '0', '--mkfs', '--osd-uuid', storeId);
  start('ceph-osd', '-i', '0');
  const gateway = start('radosgw', '-n', 'client.rgw.a');
  const { accessKeyId, secretAccessKey } = account;
  const names = ['--uid=test', '--display-name=test', `--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`];
  run('radosgw-admin', '-c', configuration, 'user', 'create', ...names);

  const settings = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'remembrance', ...account };
  await createBucket(settings);
  return {
    ...settings,
    pause: () => void gateway.kill('SIGSTOP'),
    resume: () => void gateway.kill('SIGCONT'),
    list: () => listObjects(settings),
    async stop() {
      for (const child of children) await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface ClusterFacts {
  folder: string;
  clusterId: string;
  address: string;
  port: number;
  keys: string;
}

/** One copy of everything in four GiB of memory; a full store makes every call wait forever. */
const configurationOf = ({ folder, clusterId, address, port, keys }: ClusterFacts): string => `[global]
fsid = ${clusterId}
mon host = ${address}
mon initial members = a
ms bind msgr2 = false
keyring = ${keys}
run dir = ${folder}
admin socket = ${folder}/$name.$pid.asok
log file = ${folder}/$name.log
mon data = ${folder}/mon
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = ${4 * 1024 ** 3}
osd pool default size = 1
osd pool default pg num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
rgw frontends = beast endpoint=127.0.0.1:${port}
`;

const clientOf = ({ endpoint, region }: S3Settings) =>
  new S3Client({ endpoint, region, credentials: account, forcePathStyle: true });

async function listObjects(settings: S3Settings): Promise<string[]> {
  const client = clientOf(settings);
  const names: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: settings.bucket }))
    names.push(...Contents.map(({ Key = '' }) => Key));
  client.destroy();
  return names;
}

async function createBucket(settings: S3Settings): Promise<void> {
  const client = clientOf(settings);
  const Bucket = settings.bucket;
  const until = performance.now() + readyWithinSeconds * 1000;
  for (;;) {
    try {
      await client.send(new CreateBucketCommand({ Bucket }));
      return client.destroy();
    } catch (error) {
      if (performance.now() > until) throw error;
      await delay(200);
    }
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exit;
}
