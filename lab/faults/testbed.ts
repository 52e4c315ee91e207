// The environment of a fault run: the server, its database, disk, mail server and clock.
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { openRadosGateway, type RadosGateway } from '@remembrance/server/testing/rados-gateway.ts';
import { type DebianPostgres, openDebianPostgres } from '../support/debian-postgres.ts';
import { makeFakeClock } from '../support/fake-clock.ts';
import { type Front, openFront } from '../support/front.ts';
import { createInstallation, type Installation, removeUnlessFailed } from '../support/installation.ts';
import { createLoopDisk, type Disk } from '../support/loop-disk.ts';
import { type FaultyMailServer, openFaultyMailServer } from '../support/mail-server.ts';
import { type FullMailbox, folderMailbox } from '../support/mailbox.ts';
import { makeRunFolder } from '../support/run-folder.ts';
import { createSimulatedDisk } from '../support/simulated-disk.ts';
import { copySources, ownSources } from '../support/source-copy.ts';
import type { Log } from '../support/wait.ts';
import { type History, openHistory } from './history.ts';
import { type Machine, openMachine } from './machine.ts';

/** It is the first machine itself. */
export interface Testbed extends Machine {
  /** The address that people use. */
  url: string;
  /** A second process of the same service, and the proxy in front of both; null in most runs. */
  second: { machine: Machine; front: Front } | null;
  mailbox: FullMailbox;
  /** Null if letters are written to a folder. */
  mail: FaultyMailServer | null;
  disk: Disk | null;
  /** Null if the database is embedded. */
  postgres: DebianPostgres | null;
  /** Null if files are stored in a folder. */
  bucket: RadosGateway | null;
  history: History;
  log: Log;
  /** Another machine, on which a backup is restored. */
  installElsewhere(): Promise<Installation>;
  /** Stops everything that was opened. @returns the folder of the data, which is deleted only if the run found nothing */
  close(clean: boolean): Promise<string | null>;
}

export type Need = 'disk' | 'simulated disk' | 'clock' | 'mail' | 'postgres' | 'bucket' | 'second process';

interface Options {
  needs: ReadonlySet<Need>;
  planted?: string | undefined;
  /** Whether the run ends before anybody changes the sources. */
  isShort?: boolean;
  log: Log;
}

export async function openTestbed({ needs, planted, isShort = false, log }: Options): Promise<Testbed> {
  const runFolder = makeRunFolder('lab');
  const folder = runFolder.path;
  const sources = isShort && planted === undefined ? ownSources : copySources(planted);
  const simulated = needs.has('simulated disk') ? createSimulatedDisk(folder) : null;
  const disk = simulated ?? (needs.has('disk') ? createLoopDisk(folder) : null);
  const clock = needs.has('clock') ? makeFakeClock(folder) : null;
  const mail = needs.has('mail') ? await openFaultyMailServer() : null;
  const postgres = needs.has('postgres') ? await openDebianPostgres(folder) : null;
  const bucket = needs.has('bucket') ? await openRadosGateway() : null;
  const front = needs.has('second process') ? await openFront() : null;
  const settings = {
    ...(mail ? { SMTP_URL: mail.url } : {}),
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    ...(bucket ? settingsOf(bucket) : {}),
    ...(front ? sharedSettings(front) : {}),
    ...simulated?.settings,
  };
  const shared = { folder: runFolder, sources: sources.server, settings, hasLinks: front !== null };
  const first = await openMachine({ ...shared, inside: disk?.folder, clock });
  const { installation } = first;
  const historyFile = path.join(folder, 'history.jsonl');
  const history = openHistory(historyFile);
  const testbed: Testbed = Object.assign(first, {
    url: front?.url ?? installation.url,
    second: null,
    mail,
    disk,
    postgres,
    bucket,
    history,
    log,
    mailbox: mail ?? folderMailbox(installation.dataDirectory),
    installElsewhere: () =>
      createInstallation({
        folder: runFolder,
        inside: path.join(folder, 'elsewhere'),
        sources: sources.server,
        settings: { ...settings, ...clock?.settings },
      }),
    async close(clean: boolean) {
      for (const machine of machinesOf(testbed)) {
        await machine.server.killWithDatabase();
        for (const link of Object.values(machine.links ?? {})) link.close();
      }
      history.close();
      front?.close();
      await mail?.close();
      await bucket?.stop();
      postgres?.close();
      disk?.remove();
      sources.remove();
      removeUnlessFailed(installation, clean);
      return clean ? null : folder;
    },
  });
  try {
    await testbed.server.ready();
    await simulated?.prepare(installation.dataDirectory);
    if (front) {
      const inside = path.join(folder, 'second');
      mkdirSync(path.join(inside, 'data'), { recursive: true });
      copyFileSync(path.join(installation.dataDirectory, 'keyring.json'), path.join(inside, 'data/keyring.json'));
      const machine = await openMachine({ ...shared, inside, clock: clock && makeFakeClock(folder, 'second-clock') });
      testbed.second = { machine, front };
      await machine.server.ready();
      front.serve(machinesOf(testbed).map(urlOf));
    }
  } catch (error) {
    await testbed.close(true);
    throw error;
  }
  return testbed;
}

/** The processes have no folder in common. */
const sharedSettings = (front: Front) => ({
  PUBLIC_URL: front.url,
  SECRET: 'the secret of both processes, long enough',
  OPERATOR_EMAIL: operatorEmail,
});
export const operatorEmail = 'operator@example.com';

/** Each process of the service. */
export const machinesOf = (testbed: Testbed): Machine[] => [
  testbed,
  ...(testbed.second ? [testbed.second.machine] : []),
];

export const urlOf = ({ installation }: Machine): string => installation.url;

const settingsOf = ({ endpoint, bucket, region, accessKeyId, secretAccessKey }: RadosGateway) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
});

/** Records that the service broke a rule. */
export const recordViolation = ({ history }: Testbed, words: string): void =>
  history.write({ what: 'violation', words });
