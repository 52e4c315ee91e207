// The environment of a fault run: the server, its database, disk, mail server and clock.
import path from 'node:path';
import { openRadosGateway, type RadosGateway } from '@remembrance/server/testing/rados-gateway.ts';
import { type DebianPostgres, openDebianPostgres } from '../support/debian-postgres.ts';
import { type FakeClock, makeFakeClock } from '../support/fake-clock.ts';
import {
  createInstallation,
  type Installation,
  removeUnlessFailed,
  type ServerProcess,
} from '../support/installation.ts';
import { createLoopDisk, type Disk } from '../support/loop-disk.ts';
import { type FaultyMailServer, openFaultyMailServer } from '../support/mail-server.ts';
import { type FullMailbox, folderMailbox } from '../support/mailbox.ts';
import { makeRunFolder } from '../support/run-folder.ts';
import { createSimulatedDisk } from '../support/simulated-disk.ts';
import { copySources, ownSources } from '../support/source-copy.ts';
import type { Log } from '../support/wait.ts';
import { type History, openHistory } from './history.ts';

export interface Testbed {
  installation: Installation;
  server: ServerProcess;
  mailbox: FullMailbox;
  /** Null if letters are written to a folder. */
  mail: FaultyMailServer | null;
  disk: Disk | null;
  clock: FakeClock | null;
  /** Null if the database is embedded. */
  postgres: DebianPostgres | null;
  /** Null if files are stored in a folder. */
  bucket: RadosGateway | null;
  history: History;
  log: Log;
  /** Another machine, on which a backup is restored. */
  installElsewhere(): Promise<Installation>;
  /** Starts the server without waiting for it. The previous server must have ended. */
  start(): void;
  /** Stops everything that was opened. @returns the folder of the data, which is deleted only if the run found nothing */
  close(clean: boolean): Promise<string | null>;
}

export type Need = 'disk' | 'simulated disk' | 'clock' | 'mail' | 'postgres' | 'bucket';

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
  const settings = {
    ...(mail ? { SMTP_URL: mail.url } : {}),
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    ...(bucket ? settingsOf(bucket) : {}),
    ...clock?.settings,
    ...simulated?.settings,
  };
  const install = (inside?: string) =>
    createInstallation({ folder: runFolder, inside, sources: sources.server, settings });
  const installation = await install(disk?.folder);
  const historyFile = path.join(folder, 'history.jsonl');
  const history = openHistory(historyFile);
  const testbed: Testbed = {
    installation,
    mail,
    disk,
    clock,
    postgres,
    bucket,
    history,
    log,
    server: installation.spawn(),
    mailbox: mail ?? folderMailbox(installation.dataDirectory),
    installElsewhere: () => install(path.join(folder, 'elsewhere')),
    start() {
      testbed.server = installation.spawn();
    },
    async close(clean) {
      await testbed.server.killWithDatabase();
      history.close();
      await mail?.close();
      await bucket?.stop();
      postgres?.close();
      disk?.remove();
      sources.remove();
      removeUnlessFailed(installation, clean);
      return clean ? null : folder;
    },
  };
  try {
    await testbed.server.ready();
    await simulated?.prepare(installation.dataDirectory);
  } catch (error) {
    await testbed.close(true);
    throw error;
  }
  return testbed;
}

export const settingsOf = ({ endpoint, bucket, region, accessKeyId, secretAccessKey }: RadosGateway) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
});

/** Records that the service broke a rule. */
export const recordViolation = ({ history }: Testbed, words: string): void =>
  history.write({ what: 'violation', words });
